import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

test.each(["password123", "12345678", "password1", "Password1", "QWERTYUIOP"])(
  "%j is common",
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  },
);

test.each(["correct horse battery staple", "", "password123 ", "__proto__", "constructor", "tr0ub4dor&3x"])(
  "%j is not common",
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);

test("the dictionary is lower case throughout, so the lower-cased password finds every entry", async () => {
  const entries = dictionary["passwords-common"];
  expect(entries.length).toBeGreaterThan(49_000);
  expect(entries.filter((entry) => entry !== entry.toLowerCase())).toEqual([]);
  expect(await isCommonPassword(entries.at(-1)?.toUpperCase() ?? "")).toBe(true);
});
