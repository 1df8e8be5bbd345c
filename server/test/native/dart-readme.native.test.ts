import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "../guides/guide-blocks.ts";

const root = join(import.meta.dirname, "../../..");

/** An excerpt is indented as its page needs it. */
const withoutIndent = (text: string) => text.replace(/^ +/gm, "");

test("the README of the Flutter library shows code that its tests compile", () => {
  const blocks = blocksOf(readFileSync(join(root, "sdk/flutter/README.md"), "utf8"));
  const dart = blocks.filter(({ language }) => language === "dart");
  expect(dart.length).toBeGreaterThan(15);
  for (const { line, code, treatment } of dart) {
    if (treatment.kind !== "from") throw new Error(`line ${line} is not from a file`);
    const file = withoutIndent(readFileSync(join(root, treatment.file), "utf8"));
    expect(file.includes(withoutIndent(code)), `line ${line}: not a part of ${treatment.file}`).toBe(true);
  }
});
