import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rateLimitDefaults } from "../../server/src/config/rate-limits.ts";
import type { RateLimitName } from "../../server/src/domain/rate-limits/rules.ts";
import { fromKnownBrowser, fromKnownDevice } from "../../server/src/rpc/guards/known-device.ts";
import { KIB, MIB } from "../../server/src/rpc/methods/method.ts";
import { code, link } from "./markdown.ts";
import type { Row } from "./row.ts";

const OPERATIONS = join(import.meta.dirname, "../../docs/operations.md");
const DEFAULT_MAX_REQUEST_BYTES = 64 * KIB;

/** What each rule counts, in the words of docs/operations.md. */
export function readRuleWords(page = readFileSync(OPERATIONS, "utf8")): ReadonlyMap<string, string> {
  const rows = page.matchAll(/^\| `([a-z_]+)` \| \d+ \| \w+ \| (.+) \|$/gm);
  return new Map([...rows].map(([, name = "", counts = ""]) => [name, counts]));
}

/** The limits of a method: a list, or a line if there is only one. */
export function limitsOf(row: Row, words: ReadonlyMap<string, string>): string {
  const limits = [
    ...rulesOf(row).map((name) => ruleInWords(name, words)),
    `The request has at most ${sizeInWords(row.maxRequestBytes ?? DEFAULT_MAX_REQUEST_BYTES)}.`,
    ...(row.hashing ? ["It hashes a password, and waits for its turn while others do."] : []),
    ...(row.waitsFor === "elsewhere" ? ["It may ask another service, which can take seconds."] : []),
    ...PRIORITY[row.priority ?? "normal"],
  ];
  const [first = "", ...more] = limits;
  if (more.length === 0) return `**Limits:** ${first}`;
  return `**Limits**\n\n${limits.map((limit) => `- ${limit}`).join("\n")}`;
}

const PRIORITY = {
  low: ["A server with too many calls refuses this one before others."],
  normal: [],
  high: ["A server with too many calls refuses this one after all others."],
} as const;

/** Those of its row, and those that are counted elsewhere: for known devices, and for emails to one account. */
function rulesOf({ limits = [], around = [] }: Row): RateLimitName[] {
  const names = limits.map(({ name }) => name);
  return [
    ...new Set([
      ...names,
      ...(around.includes(fromKnownDevice) ? (["sign_in_device"] as const) : []),
      ...(around.includes(fromKnownBrowser) ? (["admin_login_device"] as const) : []),
      ...(names.includes("mail_address") ? (["mail_account"] as const) : []),
    ]),
  ];
}

export function ruleInWords(name: RateLimitName, words: ReadonlyMap<string, string>): string {
  const { limit, windowMs } = rateLimitDefaults[name];
  const [counts] = words.get(name)?.split(/[;:]/) ?? [];
  if (counts === undefined) throw new Error(`docs/operations.md has no ${name}`);
  const rule = link(code(name), "../operations.md#rate-limits");
  return `${rule}: ${limit.toLocaleString("en")} in ${durationInWords(windowMs)}. Counts ${counts}.`;
}

function sizeInWords(bytes: number): string {
  return bytes >= MIB ? `${bytes / MIB} MiB` : `${bytes / KIB} KiB`;
}

const UNITS = [
  [24 * 60 * 60_000, "day"],
  [60 * 60_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;

function durationInWords(ms: number): string {
  const [length, unit] = UNITS.find(([length]) => ms >= length && ms % length === 0) ?? [1, "millisecond"];
  const count = ms / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
