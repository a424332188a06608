import { contractVersion, requiredEndpoints, requiredFormats } from "../contract.ts";
import { type Check, type Finding, fault, note, unless } from "../finding.ts";
import { type House, indexPath } from "../house.ts";
import { listAt, textAt } from "../json.ts";

export const index: Check = {
  id: "index",
  title: "The index leads to everything the contract names",
  part: "contract",
  async run(house) {
    const { index, base_url, client, endpoints } = house;
    const ids = endpoints.map(({ id }) => id);
    return [
      ...(base_url === client.origin
        ? []
        : [
            note(
              indexPath,
              `the documents name ${base_url} as the house's address; their addresses are looked up at ${client.origin} instead`,
            ),
          ]),
      ...unless(
        textAt(index, "base_url") === base_url && !base_url.endsWith("/"),
        indexPath,
        "names as `base_url` no address without a slash at the end",
      ),
      ...missing(index, "endpoints", requiredEndpoints),
      ...missing(index, "formats", requiredFormats),
      ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => fault(indexPath, `lists the id \`${id}\` twice`)),
      ...endpoints.flatMap((endpoint) =>
        unless(
          endpoint.url === base_url + endpoint.path,
          indexPath,
          `gives \`${endpoint.id}\` the address ${endpoint.url}, but the path ${endpoint.path}`,
        ),
      ),
      ...olderVersion(house),
    ];
  },
};

function missing(index: unknown, member: string, required: Readonly<Record<string, string>>): Finding[] {
  const listed = listAt(index, member);
  return Object.entries(required).flatMap(([id, path]) =>
    unless(
      listed.some((entry) => textAt(entry, "id") === id && textAt(entry, "path") === path),
      indexPath,
      `\`${member}\` does not list \`${id}\` at ${path}`,
    ),
  );
}

/** Within version 1 fields are only added, so a later house has all that is looked for here. */
function olderVersion({ index }: House): Finding[] {
  const version = textAt(index, "api_version");
  const [major, minor] = version.split(".").map(Number);
  const [wantedMajor, wantedMinor] = contractVersion.split(".").map(Number) as [number, number];
  const fits = major === wantedMajor && minor !== undefined && minor >= wantedMinor;
  return unless(fits, indexPath, `\`api_version\` is ${version || "missing"}; what is checked is ${contractVersion}`);
}
