import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { blocksOf, readGuides } from "./guides/guide-blocks.ts";
import { printedBy, scriptOf } from "./guides/guide-script.ts";
import { GuideTerminal } from "./guides/guide-terminal.ts";
import { sdkFolder } from "./sdk-folder.ts";

const guides = readGuides();
const home = sdkFolder("guides", ["hono", "express", "fastify", "vitest"]);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.each(guides)("$file", (guide) => {
  test("says of each block of code how it is tested, or why it is not", () => {
    const unmarked = guide.blocks.filter(({ treatment }) => treatment.kind === "unmarked");
    expect(unmarked.map(({ line, language }) => `line ${line}: ${language}`)).toEqual([]);
    expect(guide.blocks.length).toBeGreaterThan(0);
  });

  test("shows the files of the repository as they are", () => {
    for (const { line, code, treatment } of guide.blocks) {
      if (treatment.kind !== "from") continue;
      const text = readFileSync(join(root, treatment.file), "utf8");
      expect(text.includes(code), `line ${line}: not a part of ${treatment.file}`).toBe(true);
    }
  });

  const script = scriptOf(guide);
  test.runIf(script.script !== "")("does what it says, typed as written", { timeout: 600_000 }, async () => {
    const terminal = await GuideTerminal.open();
    try {
      const folder = join(home, guide.name);
      mkdirSync(folder);
      const { code, printed } = await terminal.type(folder, script);
      expect({ code, printed }).toEqual({ code: 0, printed: expect.any(String) });
      const printedAfter = printedBy(printed);
      for (const [mark, { line, pattern }] of script.shown) {
        expect(printedAfter.get(mark), `line ${line} of ${guide.file}`).toMatch(pattern);
      }
    } finally {
      await terminal.close();
    }
  });
});

test("a block without a mark, with a wrong one or without a reason is found", () => {
  const kindsOf = (text: string) => blocksOf(text).map(({ treatment }) => treatment.kind);
  expect(kindsOf("```sh\nls\n```\n\n```ts run=\nx\n```\n\n```sh not run: no\nx\n```\n")).toEqual(
    Array(3).fill("unmarked"),
  );
  expect(kindsOf("```go run\nx\n```\n\n```ts check\nx\n```\n\n```text shows=x\n```\n")).toEqual(
    Array(3).fill("unmarked"),
  );
  expect(kindsOf("```sh run\nls\n```\n```text shows\na\n```\n```sh not run: needs a Mac\nx\n```\n")).toEqual([
    "run",
    "shows",
    "not run",
  ]);
});
