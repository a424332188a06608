/** A linkset of RFC 9264, section 4.2: contexts with an anchor, and arrays of targets by their relation. */
export interface Linkset {
  linkset: Record<string, unknown>[];
}

const targetAttributes = new Set(["href", "type", "hreflang", "title", "title*", "media", "profile"]);

/** What is wrong with an API catalog: RFC 9727 over RFC 9264. `at` is its own address. */
export function catalogComplaints(value: unknown, at: string): string[] {
  const { linkset } = (value ?? {}) as Partial<Linkset>;
  if (!Array.isArray(linkset) || Object.keys(value as object).length !== 1)
    return ["it is not an object with the one member linkset, an array"];
  const complaints = linkset.flatMap((context, index) => contextComplaints(context, `linkset[${index}]`));
  const own = linkset.find(({ anchor }) => anchor === at);
  const apis = ((own?.["item"] ?? []) as { href?: string }[]).map(({ href }) => href);
  if (apis.length === 0) complaints.push("it lists no API as an item of itself");
  for (const context of linkset.filter((other) => other !== own)) {
    if (!apis.includes(String(context["anchor"])))
      complaints.push(`${String(context["anchor"])} is described but not listed`);
    if (!("service-desc" in context)) complaints.push(`${String(context["anchor"])} has no service-desc`);
  }
  return complaints;
}

function contextComplaints(context: Record<string, unknown>, place: string): string[] {
  const complaints: string[] = [];
  if (!URL.canParse(String(context["anchor"]))) complaints.push(`${place} has no absolute anchor`);
  for (const [relation, targets] of Object.entries(context)) {
    if (relation === "anchor") continue;
    if (!Array.isArray(targets) || targets.length === 0) {
      complaints.push(`${place}.${relation} is not an array of targets`);
      continue;
    }
    for (const target of targets as Record<string, unknown>[]) {
      if (typeof target["href"] !== "string" || !URL.canParse(target["href"]))
        complaints.push(`${place}.${relation} has a target without an absolute href`);
      for (const name of Object.keys(target))
        if (!targetAttributes.has(name) && !Array.isArray(target[name]))
          complaints.push(`${place}.${relation}: the extension attribute ${name} is not an array`);
    }
  }
  return complaints;
}
