import type { RateLimit, RateLimitName, RateLimits } from "../domain/rate-limits/rules.ts";
import { nearest } from "../text/nearest.ts";
import { BadValue } from "./bad-value.ts";
import { type Parser, parseDuration } from "./parsers.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * Limits per address are generous, because mobile carriers put thousands of phones behind one address. Limits per
 * account are strict. For a rule with growing pauses, `window` is the first pause.
 */
export const rateLimitDefaults = {
  sign_in_address: { limit: 300, windowMs: 5 * minute },
  sign_in_account: { limit: 10, windowMs: minute },
  sign_in_device: { limit: 10, windowMs: 180 * 24 * hour },
  sign_in_calls_address: { limit: 1_200, windowMs: minute },
  sign_in_calls_account: { limit: 60, windowMs: minute },
  sign_up_address: { limit: 600, windowMs: 10 * minute },
  refresh_address: { limit: 6_000, windowMs: 5 * minute },
  refresh_family: { limit: 30, windowMs: 5 * minute },
  mail_address: { limit: 300, windowMs: hour },
  mail_account: { limit: 10, windowMs: hour },
  email_code_account: { limit: 100, windowMs: 24 * hour },
  email_code_device: { limit: 100, windowMs: 24 * hour },
  confirm_address: { limit: 300, windowMs: 5 * minute },
  confirm_token: { limit: 10, windowMs: 24 * hour },
  anonymous_address: { limit: 600, windowMs: 10 * minute },
  oauth_address: { limit: 1_200, windowMs: 10 * minute },
  link_address: { limit: 300, windowMs: hour },
  link_guest: { limit: 5, windowMs: hour },
  purchase_address: { limit: 1_200, windowMs: 10 * minute },
  purchase_user: { limit: 60, windowMs: 10 * minute },
  admin_login_address: { limit: 30, windowMs: 5 * minute },
  admin_login_account: { limit: 5, windowMs: minute },
  admin_login_device: { limit: 10, windowMs: 180 * 24 * hour },
  admin_preview_mail: { limit: 30, windowMs: hour },
  unknown_key_address: { limit: 300, windowMs: minute },
} as const satisfies Record<RateLimitName, RateLimit>;

export const rateLimitNames = Object.keys(rateLimitDefaults) as readonly RateLimitName[];

const form =
  'write rate_limits = "off", or a [rate_limits] table with lines like sign_in_address = { limit = 300, window = "5m" }';

/** `"off"`, or a table whose rules override the defaults. A rule may leave out `limit` or `window`. */
export const parseRateLimits: Parser<"off" | RateLimits> = (raw) => {
  if (raw === "off") return "off";
  if (!isTable(raw)) throw new BadValue('is neither "off" nor a table', form);
  const limits: Record<string, RateLimit> = { ...rateLimitDefaults };
  for (const [name, rule] of Object.entries(raw)) {
    const known = rateLimitNames.find((candidate) => candidate === name);
    if (known === undefined) throw unknownName("rule", name, rateLimitNames);
    limits[known] = parseRule(known, rule);
  }
  return limits as RateLimits;
};

function parseRule(name: RateLimitName, rule: unknown): RateLimit {
  if (!isTable(rule)) throw new BadValue(`has no table for ${name}`, form);
  const { limit = rateLimitDefaults[name].limit, window, ...others } = rule;
  const [other] = Object.keys(others);
  if (other !== undefined) throw unknownName(`key in ${name}`, other, ["limit", "window"]);
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1) {
    throw new BadValue(`has a limit for ${name} that is not a whole number above 0`, form);
  }
  return {
    limit,
    windowMs: window === undefined ? rateLimitDefaults[name].windowMs : parseWindow(name, window),
  };
}

function parseWindow(name: RateLimitName, window: unknown): number {
  try {
    return parseDuration(window);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    throw new BadValue(`has a window for ${name} that ${error.message}`, error.hint);
  }
}

function unknownName(what: string, name: string, known: readonly string[]): BadValue {
  const meant = nearest(name, known);
  return new BadValue(
    `has an unknown ${what}: ${JSON.stringify(name)}`,
    meant === undefined ? `known are ${known.join(", ")}` : `did you mean ${meant}?`,
  );
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
