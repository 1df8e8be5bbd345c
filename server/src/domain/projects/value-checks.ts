import type { FieldValue } from "./field-tree.ts";

/** What is wrong with a value, for people, or undefined. */
export type ValueCheck = (value: FieldValue) => string | undefined;

export function between(least: number, most: number): ValueCheck {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? undefined
      : `must be a whole number from ${least} to ${most}`;
}

/** As Android's build tools demand it. */
export function checkPackage(value: FieldValue): string | undefined {
  return /^([a-z]\w*(\.[a-z]\w*)+)?$/i.test(String(value)) && String(value).length <= 255
    ? undefined
    : "is not a package name (example: com.example.app)";
}

export function checkId(value: FieldValue): string | undefined {
  return /^[\x21-\x7e]{0,255}$/.test(String(value))
    ? undefined
    : "must be at most 255 printable characters without spaces";
}
