import { contractVersion, requiredEndpoints, requiredFormats } from "../contract.ts";
import type { Findings } from "../finding.ts";
import { listAt, textAt } from "../json.ts";
import { indexPath, type Site } from "../site.ts";

/** Whether the index leads to everything the contract names. */
export function index(site: Site, found: Findings): void {
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
}
