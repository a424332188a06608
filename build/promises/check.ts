import { contentSignal, contentUsage, tdmReservation } from "../permission.ts";
import type { License, Permissions } from "../schemas/facts.ts";

/** What must be true of an answer: a small closed vocabulary, so that a program can test it without running anything it was sent. */
export interface Expectation {
  status?: number;
  /** Names of headers the answer must not carry. */
  header_absent?: readonly string[];
  /** Headers by name, with their exact value. */
  header_equals?: Readonly<Record<string, string>>;
  /** Headers by name, with text their value must contain, whatever the case. */
  header_contains?: Readonly<Record<string, string>>;
  /** Pieces of text the body must contain. */
  body_contains?: readonly string[];
  /** Pieces of text the body must not contain, whatever the case. */
  body_absent?: readonly string[];
  /** Number (from 0) of an earlier request of the same check, whose answer had the same bytes. */
  same_body_as?: number;
}

/** A request anyone can make to see a promise hold. */
export interface CheckRequest {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** How often it is made in a row; once, if nothing is said. */
  times?: number;
  /** True where the request leaves something behind. `verify` makes such requests only when it was told to write. */
  writes?: boolean;
  expect: Expectation;
}

/** How a promise can be tested: what to ask, what must hold, and one line to paste into a terminal, which ends in a comment that says what it prints. */
export interface PromiseCheck {
  id: string;
  requests: readonly CheckRequest[];
  /** A sentence. */
  holds: string;
  command: string;
}

/** What a check depends on besides the house's address. */
export interface House {
  base_url: string;
  permissions: Permissions;
  license: Pick<License, "url">;
}

/** A check with everything in braces filled in for one house: as it is published, and as it is run. */
export function checkFor(check: PromiseCheck, house: House): PromiseCheck {
  const values: Readonly<Record<string, string>> = {
    base_url: house.base_url,
    content_signal: contentSignal(house.permissions),
    content_usage: contentUsage(house.permissions),
    tdm_reservation: String(tdmReservation(house.permissions)),
    license_url: house.license.url,
    permissions: JSON.stringify(house.permissions),
  };
  return filled(check, (text) =>
    text.replace(/\{([a-z_]+)\}/g, (braces, name: string) => values[name] ?? braces),
  ) as PromiseCheck;
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => filled(item, fill));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, fill)]));
}
