/** A group of rules as RFC 9309 has it. */
export interface Group {
  agents: string[];
  rules: [name: string, value: string][];
}

const known = new Set(["user-agent", "allow", "disallow", "sitemap", "content-signal"]);

/** Reads a robots.txt; a strict reader's troubles go to `complaints`. */
export function readRobots(text: string, complaints: string[] = []): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  for (const [index, written] of text.split("\n").entries()) {
    const line = written.replace(/#.*/, "").trim();
    if (line === "") {
      if (written === "") group = undefined; // a blank line ends a group for strict readers
      continue;
    }
    const [, name = "", value = ""] = /^([\w-]+)\s*:\s*(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (!known.has(key)) complaints.push(`line ${index + 1}: ${name || line} is no directive that every reader knows`);
    if (key === "sitemap") sitemaps.push(value);
    else if (key === "user-agent") {
      if (!group || group.rules.length > 0) groups.push((group = { agents: [], rules: [] }));
      group.agents.push(value);
    } else if (!group) complaints.push(`line ${index + 1}: ${name} belongs to no group`);
    else group.rules.push([key, value]);
  }
  return { groups, sitemaps };
}

/** What is wrong with a robots.txt of a site that says the same to everyone. */
export function robotsComplaints(text: string): string[] {
  const complaints: string[] = [];
  const { groups, sitemaps } = readRobots(text, complaints);
  const valuesOf = ({ rules }: Group, name: string) => rules.filter(([key]) => key === name).map(([, value]) => value);
  if (groups.filter(({ agents }) => agents.includes("*")).length !== 1)
    complaints.push("there is not exactly one group for everyone");
  for (const group of groups) {
    const name = group.agents[0];
    if (valuesOf(group, "allow").length + valuesOf(group, "disallow").length === 0)
      complaints.push(`the group of ${name} neither allows nor disallows`);
    if (valuesOf(group, "content-signal").length !== 1)
      complaints.push(`the group of ${name} has no single Content-Signal`);
  }
  if (new Set(groups.flatMap((group) => valuesOf(group, "content-signal"))).size > 1)
    complaints.push("the groups signal different things");
  const agents = groups.flatMap((group) => group.agents.map((agent) => agent.toLowerCase()));
  for (const agent of agents.filter((other, at) => agents.indexOf(other) !== at))
    complaints.push(`${agent} is named twice`);
  if (sitemaps.length === 0 || sitemaps.some((address) => !URL.canParse(address)))
    complaints.push("there is no absolute address of a sitemap");
  if (Buffer.byteLength(text) > 500 * 1024) complaints.push("it is longer than 500 KiB, where readers stop");
  return complaints;
}
