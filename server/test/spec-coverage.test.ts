import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandSpec, splitUsage } from "../../cli/src/command.ts";
import { commands } from "../../cli/src/commands.ts";
import { allStatements, commandLine, networkInterface, proofsOf } from "./spec-coverage/chapters.ts";
import { regenerate, specCoverage } from "./spec-coverage/docs.ts";
import { specCommands } from "./spec-coverage/spec-commands.ts";
import type { Chapter } from "./spec-coverage/statement.ts";
import { hasTest, type Titles, testTitles } from "./spec-coverage/test-titles.ts";

const root = join(import.meta.dirname, "../..");
const provable = allStatements.filter(({ verdict }) => verdict !== "outside world");

test("docs/spec-coverage.md is what the table of statements says", () => {
  expect(readFileSync(join(root, "docs/spec-coverage.md"), "utf8"), `run: ${regenerate}`).toBe(
    specCoverage(),
  );
});

describe("the statements", () => {
  test("are numbered from 1 without a gap, and none is there twice", () => {
    const idsOf = (chapters: readonly Chapter[]) =>
      chapters.flatMap(({ statements }) => statements.map(({ id }) => id));
    for (const [letter, chapters] of [
      ["N", networkInterface],
      ["C", commandLine],
    ] as const) {
      const ids = idsOf(chapters);
      expect(ids).toEqual(ids.map((_, index) => `${letter}${index + 1}`));
    }
    expect(new Set(allStatements.map(({ says }) => says)).size).toBe(allStatements.length);
  });

  test("that can be proven here are 162 or more, each as written or extended; 6 need the outside world", () => {
    expect(provable.length).toBeGreaterThanOrEqual(162);
    for (const { id, verdict } of provable) expect(["as written", "extended"], id).toContain(verdict);
    expect(allStatements.length - provable.length).toBe(6);
  });

  test("hold: nothing is pending", () => {
    const open = allStatements.filter(({ pending }) => pending !== undefined);
    expect(open.map(({ id, pending }) => `${id}: ${pending}`)).toEqual([]);
  });

  test("that are extended name their decision, those of the outside world say why", () => {
    for (const { id, verdict, adr, why } of allStatements) {
      expect(adr !== undefined, id).toBe(verdict === "extended");
      expect(why !== undefined, id).toBe(verdict === "outside world");
      if (adr !== undefined) expect(existsSync(join(root, "docs/adr", adr)), `${id}: ${adr}`).toBe(true);
    }
  });
});

describe("the proofs", () => {
  test("every statement has one, and each is a test that runs", () => {
    const without = allStatements.filter((statement) => proofsOf(statement).length === 0);
    expect(without.map(({ id }) => id)).toEqual([]);

    const read = new Map<string, Titles>();
    const missing = allStatements.flatMap(proofsOf).filter(({ file, title }) => {
      if (!existsSync(join(root, file))) return true;
      const titles = read.get(file) ?? testTitles(readFileSync(join(root, file), "utf8"));
      read.set(file, titles);
      return !hasTest(titles, title);
    });
    expect(missing.map(({ id, file, title }) => `${id}: ${file} has no test "${title}"`)).toEqual([]);
  }, 60_000);

  test("are found however a test is written, and not where it is skipped or only mentioned", () => {
    const source = `
      test("plain", () => {});
      it('quoted "so"', { timeout: 1 }, () => {});
      test.each<[string]>([["one (case)"], [/"/.source]])(
        "each %s",
        () => {},
      );
      test.each(cases)("$name", () => test.step("inner"));
      test.runIf(process.platform !== "win32")(\`of \${engine}, template\`, () => {});
      test.skip("skipped", () => {});
      test.todo("later");
      describe("a group", () => {});
      // test("a comment", () => {});
      const text = 'test("a text", () => {})';
    `;
    const { titles, texts } = testTitles(source);
    expect([...titles]).toEqual(["plain", 'quoted "so"', "each %s", "$name", "inner", "of …, template"]);
    expect(hasTest({ titles, texts }, "each %s » one (case)")).toBe(true);
    expect(hasTest({ titles, texts }, "each %s » no case")).toBe(false);
    expect(hasTest({ titles, texts }, "skipped")).toBe(false);
  });
});

describe("commands and flags", () => {
  const inSpec = Object.entries(specCommands).flatMap(([command, flags]) =>
    [command, ...flags.split(" ").filter(Boolean)].map((word, place) => ({
      command,
      flag: place === 0 ? "" : word.replace(/[!=].*$/, ""),
      isRequired: word.endsWith("!"),
      fallback: /=(.*)$/.exec(word)?.[1],
    })),
  );
  const keyOf = ({ command, flag }: { command: string; flag: string }) => `${command} ${flag}`.trim();
  const covered = new Set(allStatements.flatMap(({ covers = [] }) => covers.flatMap(piecesOf)));

  test("of the spec are in the program, with what is required and the defaults", () => {
    const wrong = inSpec.filter(({ command, flag, isRequired, fallback }) => {
      const spec = commands.find(({ usage }) => splitUsage(usage).path.join(" ") === command);
      if (spec === undefined || flag === "") return spec === undefined;
      const found = flagOf(spec, flag);
      const shown = found?.fallback ?? found?.shownDefault;
      return (
        found === undefined ||
        (found.isRequired ?? false) !== isRequired ||
        (fallback !== undefined && String(shown) !== fallback)
      );
    });
    expect(wrong.map(keyOf)).toEqual([]);
  });

  test("of the spec are each named by a statement, and no statement names another", () => {
    const known = inSpec.map(keyOf);
    expect(known.filter((key) => !covered.has(key))).toEqual([]);
    expect([...covered].filter((key) => !known.includes(key))).toEqual([]);
  });
});

/** `backup --to` is the command and the command's flag. */
function piecesOf(covers: string): string[] {
  const words = covers.split(" ");
  const flags = words.filter((word) => word.startsWith("-"));
  const command = words.filter((word) => !word.startsWith("-")).join(" ");
  return [command, ...flags.map((flag) => `${command} ${flag}`)];
}

function flagOf({ flags }: CommandSpec, typed: string) {
  return flags.find(({ name, short }) => typed === `--${name}` || typed === `-${short}`);
}
