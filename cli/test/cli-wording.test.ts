import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { wordingRows } from "../src/remote/wording-rows.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
const shapes = new ShapeCheck();
const json = (...args: string[]) => shapes.json(cli, ...args);

beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
  await cli.text("project", "create", "Acme");
});
afterAll(() => cli.close());

const SUBJECT = "email.verify_email.subject";
const BODY = "email.verify_email.body";
const wording = (command: string, ...args: string[]) => ["project", "wording", command, "acme", ...args];
const de = ["--language", "de"];

describe("project wording", () => {
  test("set, get and list show own texts", async () => {
    await json(...wording("set", SUBJECT, "Willkommen bei {product}", ...de));
    expect(await cli.text(...wording("get", SUBJECT, ...de))).toContain(
      "own text\tWillkommen bei {product}\n",
    );
    expect(await json(...wording("get", SUBJECT, ...de))).toMatchObject({
      key: SUBJECT,
      ownText: "Willkommen bei {product}",
      variables: ["product", "support_email", "lifetime"],
    });
    expect(await cli.text(...wording("list", ...de, "--changed"))).toBe(
      `${SUBJECT}\tyes\tWillkommen bei {product}`,
    );
    const place = await cli.text(...wording("list", ...de, "--place", "verify_email"));
    expect(place.trim().split("\n")).toHaveLength(6);
    expect(await json(...wording("list", "--changed"))).toMatchObject({ language: "en", sentences: [] });
  });

  test("set reads a text with paragraphs from standard input", async () => {
    const piped = await cli.run(wording("set", BODY, "-", ...de), { input: "Eins.\n\nZwei.\n" });
    expect(piped.code).toBe(0);
    expect(await json(...wording("get", BODY, ...de))).toMatchObject({ ownText: "Eins.\n\nZwei." });
  });

  test("set says when the project does not offer the language", async () => {
    const offer = async (languages: string) => {
      const input = `slug: acme\nsettings: { languages: ${languages} }\n`;
      await cli.run(["project", "apply", "-f", "-", "--merge", "--yes"], { input });
    };
    const set = async (language: string) => {
      const args = wording("set", "email.verify_email.button", "OK", "--language", language);
      return (await cli.run(args)).stderr;
    };
    await offer("[ja]");
    expect(await set("fr")).toContain("settings.languages of acme does not offer fr");
    expect([await set("ja"), await set("en")]).toEqual(["", ""]);
    await offer("[]");
    expect(await set("fr")).toBe("");
  });

  test("preview prints the email and writes the HTML", async () => {
    const text = await cli.text(...wording("preview", "verify_email", ...de));
    expect(text).toMatch(/^Subject: Willkommen bei Acme\n\n/);
    expect(text).toContain("Eins.\n\nZwei.");
    await cli.run(wording("preview", "verify_email", ...de, "--html", "mail.html"));
    expect(readFileSync(cli.path("mail.html"), "utf8")).toContain("<title>Willkommen bei Acme</title>");
    await cli.run(wording("preview", "page.reset", ...de, "--html", "page.html", "--dark"));
    expect(readFileSync(cli.path("page.html"), "utf8")).toContain("<form");
    expect((await cli.run(wording("preview", "page.reset", ...de))).stderr).toContain("--html");
    await json(...wording("preview", "verify_email", ...de));
  });

  test("send goes to the address of the caller", async () => {
    expect(await json(...wording("send", "verify_email", ...de))).toMatchObject({
      accepted: true,
      to: adminEmail,
      printed: true,
    });
  });

  test("what is wrong is said with language, sentence and what to do", async () => {
    const code = await cli.run(wording("set", SUBJECT, "{code}", ...de));
    expect(code.stderr).toContain(`wording.de.${SUBJECT}`);
    expect(code.stderr).toContain("the variables of this sentence are {product}");
    const unknown = await cli.run(wording("set", "email.nothing", "x", ...de));
    expect(unknown.stderr).toContain("svc project wording list acme --language de");
    const empty = await cli.run(wording("set", SUBJECT, "", ...de));
    expect(empty.stderr).toContain("svc project wording reset");
    const stale = await cli.run(wording("set", SUBJECT, "x", ...de, "--etag", "old"));
    expect(stale.stderr).toContain("the wording of acme was changed in the meantime");
    const language = await cli.run(wording("list", "--language", "xx"));
    expect(language.stderr).toContain("must be one of en, de");
  });

  test("a spec shows the difference and applies it", async () => {
    writeFileSync(cli.path("acme.yaml"), `slug: acme\nwording:\n  de:\n    ${SUBJECT}: Hallo\n`);
    const applied = await cli.run(["project", "apply", "-f", "acme.yaml", "--yes"]);
    expect(applied.stdout + applied.stderr).toContain(`wording.de.${SUBJECT}`);
    expect(await cli.text("project", "dump", "acme")).toContain(`    ${SUBJECT}: Hallo`);
  });

  test("reset goes back to the default of one sentence, or of all", async () => {
    expect((await cli.run(wording("reset", SUBJECT, ...de))).stderr).toContain("--yes");
    await json(...wording("reset", SUBJECT, ...de, "--yes"));
    expect(await cli.text(...wording("list", ...de, "--changed"))).toContain(BODY);
    expect(await cli.text(...wording("reset", ...de, "--yes"))).toContain("reset\t1\n");
    expect(await cli.text(...wording("list", ...de, "--changed"))).toBe("");
  });
});

test("every command of this group was run with --json", () => {
  expect(shapes.missing(wordingRows)).toEqual([]);
});
