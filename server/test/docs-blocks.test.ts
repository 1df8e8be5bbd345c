import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { repositoryFiles } from "../../tools/repository-files.ts";
import { connectSnippets, staleTreatments } from "./guides/connect-snippets.ts";
import { blocksOf, readPages, WRITTEN_FROM_CODE } from "./guides/guide-blocks.ts";

describe("every block of code says how it is tested, or why it is not:", () => {
  test("on the pages that somebody writes", () => {
    const blocks = readPages().flatMap(({ file, blocks }) => blocks.map((block) => ({ file, ...block })));
    const unmarked = blocks.filter(({ treatment }) => treatment.kind === "unmarked");
    expect(unmarked.map(({ file, line, language }) => `${file}:${line}: ${language}`)).toEqual([]);
    expect(blocks.length).toBeGreaterThan(400);
  });

  test("on the pages that are written from the code, whose tests exist", () => {
    const pages = repositoryFiles(root).filter((file) => file.endsWith(".md"));
    for (const [page, tests] of WRITTEN_FROM_CODE) {
      const written = pages.filter((file) => page.test(file));
      const blocks = written.flatMap((file) => blocksOf(readFileSync(join(root, file), "utf8")));
      expect(blocks.length, String(page)).toBeGreaterThan(0);
      for (const file of tests) expect(existsSync(join(root, file)), file).toBe(true);
    }
  });

  test("on the console's page Connect", () => {
    const snippets = connectSnippets();
    expect(snippets.filter(({ treatment }) => treatment === undefined).map(({ id }) => id)).toEqual([]);
    expect(staleTreatments()).toEqual([]);
    for (const { treatment, id } of snippets) {
      if (treatment?.kind === "run") expect(existsSync(join(root, treatment.by)), id).toBe(true);
    }
  });
});

test("every quick start says what to do when the server's address changes", () => {
  const isQuickStart = /^docs\/guides\/(?:quick-start-.*|nextjs|verify-(?:node|go|python))\.md$/;
  const pages = repositoryFiles(root).filter((file) => isQuickStart.test(file));
  expect(pages.length).toBeGreaterThanOrEqual(11);
  const silent = pages.filter(
    (file) => !readFileSync(join(root, file), "utf8").includes("\n## When the server's address changes\n"),
  );
  expect(silent).toEqual([]);
});

/** zsh, the shell of macOS, takes a comment behind a command that is pasted for arguments. */
const commented = (code: string): string[] => code.match(/^(?!\s*#).*\S\s+#\s.*$/gm) ?? [];

test("no command to paste has a comment behind it", () => {
  const typed =
    /^README\.md$|^docs\/console\.md$|^docs\/guides\/quick-start-|^docs\/guides\/(?:first-steps|nextjs|deploy)\.md$/;
  const guides = readPages().filter(({ file }) => typed.test(file));
  const blocks = guides.flatMap(({ blocks }) => blocks.filter(({ language }) => language === "sh"));
  const terminal = connectSnippets().filter(
    ({ title, platform }) => title === "Terminal" || platform === "curl",
  );
  expect(blocks.length).toBeGreaterThan(30);
  expect(terminal.length).toBeGreaterThan(8);
  expect([...blocks, ...terminal].flatMap(({ code }) => commented(code))).toEqual([]);
  expect(commented("npx pod-install # for iOS\n")).toHaveLength(1);
});

/** Commands that run until they are stopped: what stands below them is never typed. */
const STAYING =
  /^(?:[A-Z_]+=\S+ )*(?:npm start$|npm run dev$|go run \.|npx expo start|\S*svc serve|\S*python3? server\.py)/;

const neverReached = (code: string): string[] => {
  const lines = code.trim().split("\n");
  return lines.slice(0, -1).filter((line) => STAYING.test(line) && !/ &(?: |$)/.test(line));
};

test("a command that stays running is the last of its block", () => {
  const blocks = readPages().flatMap(({ file, blocks }) => blocks.map((block) => ({ file, ...block })));
  const typed = blocks.filter(({ language }) => language === "sh");
  expect(
    typed.filter(({ code }) => neverReached(code).length > 0).map(({ file, line }) => `${file}:${line}`),
  ).toEqual([]);
  expect(
    typed.filter(({ code }) => STAYING.test(code.trim().split("\n").at(-1) ?? "")).length,
  ).toBeGreaterThan(5);
  expect(
    neverReached("AUTH_URL=http://localhost:8080 npm start\ncurl -s http://localhost:3000/me\n"),
  ).toHaveLength(1);
});

test("a block without a mark is found, in a list too", () => {
  const kinds = blocksOf("- a\n\n  ```sh\n  ls\n  ```\n\n```\nx\n```\n").map(
    ({ treatment }) => treatment.kind,
  );
  expect(kinds).toEqual(["unmarked", "unmarked"]);
});
