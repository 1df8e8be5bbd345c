import { createSecretKey } from "node:crypto";
import { expect, test } from "vitest";
import { createProjectMac } from "./project-mac.ts";

const mac = createProjectMac(createSecretKey(new Uint8Array(32).fill(1)));

test("the same text has the same MAC, of 32 bytes", () => {
  expect(mac("p", "purpose", "text")).toHaveLength(32);
  expect(mac("p", "purpose", "text")).toEqual(mac("p", "purpose", "text"));
});

test.each([
  ["text", mac("p", "purpose", "texu")],
  ["purpose", mac("p", "purposf", "text")],
  ["project", mac("q", "purpose", "text")],
  ["master key", createProjectMac(createSecretKey(new Uint8Array(32).fill(2)))("p", "purpose", "text")],
])("another %s has another MAC", (_what, other) => {
  expect(other).not.toEqual(mac("p", "purpose", "text"));
});

test("keys that were forgotten are derived again", () => {
  const before = mac("p", "purpose", "text");
  for (let i = 0; i < 1100; i++) mac(`project ${i}`, "purpose", "text");
  expect(mac("p", "purpose", "text")).toEqual(before);
});
