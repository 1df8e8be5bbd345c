import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Key } from "../../server/src/config/key.ts";
import { keys } from "../../server/src/config/keys.ts";
import { loadConfig } from "../../server/src/config/load-config.ts";
import { parseDuration } from "../../server/src/config/parsers.ts";
import { rateLimitDefaults } from "../../server/src/config/rate-limits.ts";
import { cliReference, regenerate } from "../src/docs.ts";

function readDoc(name: string): string {
  return readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");
}

/** The cells below a line of headings, up to the first line that is no row. */
function tableBelow(doc: string, headings: string): string[][] {
  const [, below = ""] = doc.split(`${headings}\n|${"---|".repeat(headings.split("|").length - 2)}\n`);
  const lines = below.split("\n");
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("|")),
  );
  return rows.map((row) => row.slice(2, -2).split(" | "));
}

test("docs/cli.md is what the table of commands says", () => {
  expect(readDoc("cli.md"), `run: ${regenerate}`).toBe(cliReference());
});

test("docs/operations.md has every setting, and no other", () => {
  const code = (text: string | undefined) => (text === undefined ? "-" : `\`${text}\``);
  const shownDefault = ({ fallback }: Key) =>
    typeof fallback === "string" ? code(fallback) : "the rules below";
  const expected = Object.values(keys).map((key: Key) => [
    code(key.toml),
    code(key.flag && `--${key.flag}`),
    code(key.env),
    key.fallback === "" ? "none" : shownDefault(key),
    key.about,
  ]);
  const actual = tableBelow(readDoc("operations.md"), "| Key | Flag | Environment | Default | Meaning |");
  expect(actual.toSorted()).toEqual(expected.toSorted());
});

test("docs/operations.md has every rate limit, and no other", () => {
  const rows = tableBelow(readDoc("operations.md"), "| Rule | Limit | Window | Counts |");
  const documented = rows.map(([rule = "", limit, window]) => [
    rule.replaceAll("`", ""),
    { limit: Number(limit), windowMs: parseDuration(window) },
  ]);
  expect(Object.fromEntries(documented)).toEqual(rateLimitDefaults);
  expect(documented).toHaveLength(Object.keys(rateLimitDefaults).length);
});

test("the example file of docs/operations.md is accepted", () => {
  const [, example = ""] = /```toml.*?\n(.*?)```/s.exec(readDoc("operations.md")) ?? [];
  const cwd = mkdtempSync(join(tmpdir(), "svc-docs-"));
  try {
    writeFileSync(join(cwd, "svc.toml"), example);
    const config = loadConfig({ flags: {}, env: { SVC_SMTP_PASSWORD: "secret" }, cwd });
    expect(config.baseUrl).toBe("https://auth.example.com");
    expect(config.smtp?.password).toBe("secret");
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
