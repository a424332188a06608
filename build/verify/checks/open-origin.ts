import { fault, type Finding } from "../finding.ts";
import type { House } from "../house.ts";
import { distinct } from "./expectations.ts";

/** Every answer of the whole run, errors too, may be read by a program in any web page. Redirects and 304 are the platform's and the cache's. */
export async function openOrigin(house: House): Promise<Finding[]> {
  return distinct(
    house.client
      .seen()
      .filter(({ status }) => status < 300 || status >= 400)
      .filter(({ headers }) => headers.get("access-control-allow-origin") !== "*")
      .map(({ method, path, status, headers }) =>
        fault(
          method === "GET" ? path : `${method} ${path}`,
          `answers ${status} with ${headers.has("access-control-allow-origin") ? `Access-Control-Allow-Origin: ${headers.get("access-control-allow-origin")}` : "no Access-Control-Allow-Origin"}; * was expected`,
        ),
      ),
  );
}
