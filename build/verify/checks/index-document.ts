import { contractVersion, requiredEndpoints, requiredFormats } from "../contract.ts";
import type { Findings } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import { keptFromSample } from "../sample-facts.ts";
import { indexPath, type Site } from "../site.ts";

/** Whether the index leads to everything the contract names. */
export async function index(site: Site, found: Findings): Promise<void> {
  const { index, base_url, client, endpoints } = site;
  if (base_url !== client.origin)
    found.note(
      indexPath,
      `the documents name ${base_url} as the site's address; ` +
        `their addresses are looked up at ${client.origin} instead`,
    );
  if (textAt(index, "base_url") !== base_url || base_url.endsWith("/"))
    found.fault(indexPath, "names as `base_url` no address without a slash at the end");
  for (const [member, required] of Object.entries({ endpoints: requiredEndpoints, formats: requiredFormats })) {
    const listed = listAt(index, member).map((entry) => `${textAt(entry, "id")} ${textAt(entry, "path")}`);
    for (const [id, path] of Object.entries(required))
      if (!listed.includes(`${id} ${path}`)) found.fault(indexPath, `\`${member}\` does not list \`${id}\` at ${path}`);
  }
  const ids = endpoints.map(({ id }) => id);
  for (const [position, { id, url, path }] of endpoints.entries())
    found.faults(indexPath, [
      [ids.indexOf(id) !== position, `lists the id \`${id}\` twice`],
      [url !== base_url + path, `gives \`${id}\` the address ${url}, but the path ${path}`],
    ]);
  // Within version 1 fields are only added, so a site of a later version has everything that is checked here.
  const version = textAt(index, "api_version");
  const [major, minor] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor = 0] = contractVersion.split(".").map(Number);
  if (major !== wantedMajor || minor === undefined || !(minor >= wantedMinor))
    found.fault(indexPath, `\`api_version\` is ${version || "missing"}; what is checked is ${contractVersion}`);
  await keptFacts(site, found);
}

/**
 * Notes the facts of the sample site that a site of another name still has. The license is noted only beside others,
 * because the documents do not say whether the owner chose the same one.
 */
async function keptFacts(site: Site, found: Findings): Promise<void> {
  const siteJson = await site.document("site");
  const security = site.endpoints.find(({ id }) => id === "security");
  const kept = keptFromSample(textAt(siteJson, "name"), {
    tagline: textAt(siteJson, "tagline"),
    description: textAt(siteJson, "description"),
    "author.name": textAt(siteJson, "author", "name"),
    base_url: site.base_url,
    "author.email": textAt(siteJson, "author", "email"),
    // The first contact in `security.txt` (RFC 9116, section 2.5.3).
    "security.contact": (security && /^Contact:[ \t]*(\S+)/im.exec(await site.text(security.path))?.[1]) ?? "",
    "license.id": site.license.id,
  });
  if (kept.every(([field]) => field === "license.id")) return;
  for (const [field, value] of kept) found.note("facts.yaml", `\`${field}\` is still the sample's: ${value.trim()}`);
}
