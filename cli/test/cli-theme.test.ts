import { symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { png, woff2 } from "../../server/src/testing/asset-files.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { themeRows } from "../src/remote/theme-rows.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
const shapes = new ShapeCheck();
const json = (...args: string[]) => shapes.json(cli, ...args);

beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
  await cli.text("project", "create", "Acme");
  writeFileSync(cli.path("logo.png"), png());
  writeFileSync(cli.path("Inter-Variable.woff2"), woff2());
  writeFileSync(cli.path("字体.woff2"), woff2());
  writeFileSync(cli.path("text.png"), "not an image");
  writeFileSync(cli.path("empty.png"), "");
  writeFileSync(cli.path("large.png"), Buffer.alloc(1024 * 1024 + 1));
});
afterAll(() => cli.close());

const theme = (command: string, ...args: string[]) => ["project", "theme", command, "acme", ...args];
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split("\n").map((line) => line.split("\t") as [string, string]));
const shown = async () => fieldsOf(await cli.text(...theme("get")));
type Revisions = { revisions: { id: string; isDefault: boolean; theme: { productName: string } }[] };
const revisions = async () => ((await json(...theme("revisions"))) as unknown as Revisions).revisions;

describe("project theme get and set", () => {
  test("get shows every field of the default theme", async () => {
    expect(await shown()).toMatchObject({
      "default theme": "yes",
      "colors.primary": "#1d4ed8",
      "dark_colors.muted_text": "#a3abba",
      corner_radius: "10",
      font_family: "",
      logo_url: "",
      footer_text: "",
    });
    expect(await json(...theme("get"))).toMatchObject({
      revision: { isDefault: true, theme: { cornerRadius: 10 } },
    });
  });

  test("set changes what is given and nothing else", async () => {
    const before = await shown();
    const flags = ["--color-primary", "#0B6BCB", "--product-name", "Acme Shop", "--corner-radius", "0"];
    const after = fieldsOf(await cli.text(...theme("set", ...flags)));
    const { revision: _id, "in use since": _since, etag: _etag, ...rest } = before;
    expect(after).toMatchObject({
      ...rest,
      "set by": adminEmail,
      "default theme": "no",
      "colors.primary": "#0b6bcb",
      product_name: "Acme Shop",
      corner_radius: "0",
    });

    const worded = ["--mail", "verify_email", "--subject", "Welcome", "--button", "Confirm"];
    await cli.text(...theme("set", ...worded));
    await cli.text(...theme("set", "--mail", "verify_email", "--subject", ""));
    const last = await shown();
    expect(last).toMatchObject({ product_name: "Acme Shop", "texts.verify_email.button": "Confirm" });
    expect(last).not.toHaveProperty(["texts.verify_email.subject"]);
  });

  test("set drops the colours for dark mode, and brings them back with one of them", async () => {
    const light = (await json(...theme("set", "--light-only"))).revision;
    expect(light).not.toHaveProperty(["theme", "darkColors"]);
    expect((await shown()).dark_colors).toBe("none; the light colours are always used");
    await cli.text(...theme("set", "--dark-color-primary", "#ffffff"));
    expect(await shown()).toMatchObject({
      "dark_colors.primary": "#ffffff",
      "dark_colors.background": "#0f1216",
      "colors.primary": "#0b6bcb",
    });
  });

  test("set --file takes what get --json printed, or a part of it; what is left out stays", async () => {
    const printed = await cli.text(...theme("get", "--json"));
    writeFileSync(cli.path("theme.json"), printed);
    await cli.text(...theme("set", "--product-name", "Another", "--corner-radius", "7"));
    expect(fieldsOf(await cli.text(...theme("set", "--file", "theme.json")))).toMatchObject({
      product_name: "Acme Shop",
      corner_radius: "0",
    });
    const piped = await cli.run(theme("set", "--file", "-"), { input: '{"footerText":"Acme Inc."}' });
    expect(fieldsOf(piped.stdout)).toMatchObject({ footer_text: "Acme Inc.", product_name: "Acme Shop" });
  });

  const files: Readonly<Record<string, string>> = {
    "unknown.json": '{"colors":{"primry":"#000000"}}',
    "wrong.json": '{"revision":{"theme":{"cornerRadius":"7"}}}',
    "infinite.json": '{"cornerRadius":1e400}',
    "list.json": "[]",
    "nothing.json": "{}",
  };

  const mistakes: readonly [string[], string | RegExp][] = [
    [[], "nothing to change"],
    [["--color-primary", "red"], /^theme\.colors\.primary /],
    [["--color-text", "#fefefe"], /not readable on background/],
    [["--corner-radius", "33"], /^theme\.corner_radius /],
    [["--corner-radius", "1.5"], /corner-radius/],
    [["--privacy-url", "javascript:alert(1)"], /^theme\.privacy_url /],
    [["--footer-text", "a\u001b[31mb"], /^theme\.footer_text /],
    [["--subject", "x"], "--subject needs --mail, the email to change"],
    [["--mail", "verify_email"], "--mail needs --subject, --heading, --body or --button"],
    [["--mail", "nope", "--subject", "x"], 'there is no mail "nope"'],
    [
      ["--light-only", "--dark-color-text", "#ffffff"],
      "--light-only cannot be combined with dark-mode colours",
    ],
    [["--file", "nothing.json", "--light-only"], "--file and the other fields cannot be combined"],
    [["--file", "nothing.json"], "nothing.json has no field of a theme"],
    [["--file", "missing.json"], "there is no file missing.json"],
    [["--file", "."], "cannot read . (EISDIR)"],
    [["--file", "list.json"], "list.json is not a JSON object"],
    [["--file", "unknown.json"], 'unknown.json: a theme has no field "colors.primry"'],
    [["--file", "wrong.json"], "wrong.json: cornerRadius must be a number"],
    [["--file", "infinite.json"], "infinite.json: cornerRadius must be a number"],
  ];

  test("bad input is one line, and changes nothing", async () => {
    for (const [name, content] of Object.entries(files)) writeFileSync(cli.path(name), content);
    const before = await shown();
    for (const [flags, message] of mistakes) {
      const expected = typeof message === "string" ? message : expect.stringMatching(message);
      const failed = await cli.failure(theme("set", ...flags));
      expect({ flags, ...failed }).toMatchObject({ flags, code: 2, message: expected });
    }
    expect(await shown()).toEqual(before);
  });

  test("a project that there is not has no theme", async () => {
    expect(await cli.failure(["project", "theme", "set", "nope", "--light-only"])).toMatchObject({ code: 3 });
    expect(await cli.failure(["project", "theme", "get", "nope"])).toMatchObject({
      code: 3,
      message: 'there is no project "nope"',
    });
  });
});

describe("project theme logo and font", () => {
  test("logo uploads the image and uses it, --remove uses none", async () => {
    const { logo_url, product_name } = fieldsOf(await cli.text(...theme("logo", "logo.png")));
    expect(product_name).toBe("Acme Shop");
    const path = new URL(logo_url ?? "").pathname;
    const answer = await fetch(`${cli.url}${path}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    const { revision } = await json(...theme("logo", "--remove"));
    expect(revision).toMatchObject({ theme: { logoAsset: "", productName: "Acme Shop" } });
  });

  test("font gives the theme the family of the file, unless it has one", async () => {
    expect(await cli.failure(theme("font", "字体.woff2"))).toEqual({
      code: 2,
      message: "the theme has no font family, and the name of the file tells none",
      hint: "svc project theme set acme --font-family Inter gives it one",
    });
    const font = (await json(...theme("font", "Inter-Variable.woff2"))).revision;
    expect(font).toMatchObject({
      theme: { fontAsset: expect.stringMatching(/\.woff2$/), fontFamily: "Inter" },
    });
    await cli.text(...theme("set", "--font-family", "Acme Sans"));
    await cli.text(...theme("font", "--remove"));
    expect(await shown()).toMatchObject({ font_asset: "", font_family: "Acme Sans" });
    await cli.text(...theme("font", "Inter-Variable.woff2"));
    expect(await shown()).toMatchObject({ font_family: "Acme Sans" });
  });

  const LONG = `${"x".repeat(300)}.woff2`;
  const mistakes: readonly [string, string[], string][] = [
    ["logo", [], "a file is missing"],
    ["logo", ["logo.png", "--remove"], "a file cannot be combined with --remove"],
    ["logo", ["missing.png"], "there is no file missing.png"],
    ["logo", ["."], ". is a folder"],
    ["logo", ["/dev/null"], "/dev/null is not a file"],
    ["logo", ["empty.png"], "empty.png is empty"],
    ["logo", ["large.png"], "large.png has 1048577 bytes, and at most 1048576 are allowed"],
    ["logo", ["text.png"], "text.png must be a PNG, JPEG, WebP or SVG image"],
    ["logo", ["Inter-Variable.woff2"], "Inter-Variable.woff2 must be a PNG, JPEG, WebP or SVG image"],
    ["logo", ["loop.png"], "cannot read loop.png (ELOOP)"],
    ["font", ["logo.png"], "logo.png must be a WOFF2 font"],
    ["font", [LONG], `cannot read ${LONG} (ENAMETOOLONG)`],
  ];

  test("a file that cannot be used is one line, and changes nothing", async () => {
    symlinkSync("loop.png", cli.path("loop.png"));
    const before = await shown();
    for (const [command, args, message] of mistakes) {
      const failed = await cli.failure(theme(command, ...args));
      expect({ args, ...failed }).toMatchObject({ args, code: 2, message });
    }
    expect(await shown()).toEqual(before);
  });
});

describe("project theme revisions, restore and reset", () => {
  test("revisions lists what was in use, newest first, page by page", async () => {
    const all = await revisions();
    expect(all.length).toBeGreaterThan(5);
    expect(all.at(-1)).toMatchObject({ isDefault: true });
    const first = await cli.run(theme("revisions", "--page-size", "2"));
    const rows = first.stdout
      .split("\n")
      .slice(0, 2)
      .map((line) => line.split("\t"));
    expect(rows.map(([id]) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    expect(rows.map((row) => row.at(-1))).toEqual(["in use", ""]);
    const [, next = ""] =
      /^there are more: svc (project theme revisions acme .*)\n$/.exec(first.stderr) ?? [];
    const second = await cli.text(...next.split(" "));
    expect(second.split("\n")[0]).toMatch(new RegExp(`^${all[2]?.id}\t.*\t$`));
  });

  test("reset goes back to the default theme, and restore to what was before", async () => {
    const [before] = await revisions();
    expect(await cli.failure(theme("reset"))).toMatchObject({
      code: 2,
      hint: "pass --yes to skip the confirmation",
    });
    expect((await json(...theme("reset", "--yes"))).revision).toMatchObject({ isDefault: true });
    const id = before?.id ?? "";
    expect(await cli.failure(theme("restore", id))).toMatchObject({
      code: 2,
      hint: "pass --yes to skip the confirmation",
    });
    expect((await json(...theme("restore", id, "--yes"))).revision).toMatchObject({
      theme: { productName: "Acme Shop" },
      isDefault: false,
    });
    expect(await cli.failure(theme("restore", "nope", "--yes"))).toEqual({
      code: 3,
      message: 'project acme has no revision "nope" of its theme',
      hint: "svc project theme revisions acme shows the ids",
    });
  });
});

test("every command of this group was run with --json", () => {
  expect(shapes.missing(themeRows)).toEqual([]);
});
