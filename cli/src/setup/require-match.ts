import { usageFailure } from "../failure.ts";

/** A secret is never shown. */
export function requireMatch(
  flag: string,
  value: string,
  pattern: RegExp,
  example: string,
  isSecret = /secret/.test(flag),
): void {
  if (value === "" || pattern.test(value)) return;
  throw usageFailure(
    `--${flag} ${isSecret ? "" : `${value} `}does not look right`.replace("  ", " "),
    `it looks like ${example}`,
  );
}

export const WEBHOOK_SECRET = /^[A-Za-z\d_-]{16,128}$/;
export const WEBHOOK_SECRET_EXAMPLE = "16 to 128 letters, digits, _ and -";
