import { fieldLimits } from "../../functions/guestbook/entry.ts";
import { digestOf } from "../lib/bytes.ts";
import { oneLine, readTemplate } from "../lib/text.ts";
import { licenseSentence, permissionSentence } from "../model/permissions.ts";
import type { JsonDocument, SiteModel, TextDocument } from "../model/site-model.ts";

/** The skill's name, which is also the name of its folder: https://agentskills.io/specification */
const name = "open-house";

/** Instructions for agents that use this site: https://agentskills.io/specification */
export const agentSkill: TextDocument = {
  kind: "text",
  id: "agent_skill",
  path: `/.well-known/agent-skills/${name}/SKILL.md`,
  media_type: "text/markdown",
  title: "Agent skill",
  purpose: "How to read, sync, cite and sign this site, as a skill.",
  group: "format",
  render: skillText,
};

/** Where agents look for skills: https://github.com/cloudflare/agent-skills-discovery-rfc, version 0.2.0 */
export const agentSkills: JsonDocument = {
  kind: "json",
  id: "agent_skills",
  path: "/.well-known/agent-skills/index.json",
  media_type: "application/json",
  title: "Agent skills",
  purpose: "The index of this site's agent skills, each with the digest of its file.",
  group: "format",
  data: (model) => ({
    $schema: "https://schemas.agentskills.io/discovery/0.2.0/schema.json",
    skills: [
      {
        name,
        type: "skill-md",
        description: descriptionOf(model),
        url: model.base_url + agentSkill.path,
        digest: `sha256:${digestOf(skillText(model))}`,
      },
    ],
  }),
};

function descriptionOf({ facts, base_url }: SiteModel): string {
  return oneLine(
    `Read, sync, cite and sign ${facts.name} (${base_url}), a website whose every page is also Markdown and JSON. ` +
      `Use when asked about ${facts.name}, to keep a copy of it up to date, to quote it with a permanent address, ` +
      "or to leave an entry in its guestbook.",
  );
}

const template = readTemplate(import.meta.dirname, "agent-skill.md");

function skillText(model: SiteModel): string {
  const { facts, base_url, operations } = model;
  return template({
    ...fieldLimits,
    base_url,
    skill: name,
    description: JSON.stringify(descriptionOf(model)),
    license_id: JSON.stringify(facts.license.id),
    source: JSON.stringify(base_url),
    title: oneLine(facts.name),
    permission: permissionSentence(facts.permissions),
    license: licenseSentence(facts.license),
    example: JSON.stringify(operations.find(({ method }) => method === "POST")?.request?.example),
  });
}
