import { textOf } from "../body.ts";
import { each, fault, unless, type Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { scriptsOf } from "./no-watching.ts";

const storage = /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie)\b/;

/** No answer of the whole run asked for credentials or set a cookie, and no script of a page keeps anything in a browser. */
export async function noIdentity(house: House): Promise<Finding[]> {
  const scripts = new Set<string>();
  for (const { path } of await house.sample())
    for (const script of scriptsOf(textOf((await house.get(path)).bytes))) scripts.add(script);
  const local = [...scripts].flatMap((address) => house.local(address) ?? []);
  return [
    ...(await each(
      local,
      (path) => path,
      async (path) => unless(!storage.test(textOf((await house.get(path)).bytes)), path, "uses the browser's storage"),
    )),
    ...house.client.seen().flatMap(({ method, path, status, headers }) => {
      const where = method === "GET" ? path : `${method} ${path}`;
      return [
        ...(headers.getSetCookie().length > 0 ? [fault(where, "sets a cookie")] : []),
        ...(status === 401 || status === 407 || headers.has("www-authenticate")
          ? [fault(where, `answers ${status} and asks who is there`)]
          : []),
      ];
    }),
  ];
}
