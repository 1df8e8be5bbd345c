import { expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { parseSpec } from "./parse-spec.ts";

/** What the refusal says. A spec that is accepted fails the test. */
function refusal(text: string): Readonly<Record<string, string>> {
  try {
    parseSpec(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.reason).toBe("INVALID_REQUEST");
    return error.metadata;
  }
  throw new Error("the spec was accepted");
}

test("a spec is what it says, nothing more", () => {
  const spec = parseSpec(`
name: Demo
slug: demo
settings:
  timezone: Europe/Berlin
  redirect_schemes: [com.example.app]
  redirect_origins:
    - https://app.example.com
  sign_up_closed: true
  guest_retention_days: 0
  google:
    enabled: false
    web_client_secret: s3cret
    has_web_client_secret: true
`);
  expect(spec).toMatchObject({ name: "Demo", slug: "demo" });
  expect([...spec.values]).toEqual([
    ["timezone", "Europe/Berlin"],
    ["redirect_schemes", ["com.example.app"]],
    ["redirect_origins", ["https://app.example.com"]],
    ["sign_up_closed", true],
    ["guest_retention_days", 0],
    ["google.enabled", false],
  ]);
  expect([...spec.secrets]).toEqual([["google.web_client_secret", "s3cret"]]);
  expect([...spec.sections]).toEqual(["settings", "settings.google"]);
});

test("a theme has its values by path, and what the server fills in is ignored", () => {
  const spec = parseSpec(
    "slug: a\ntheme: {colors: {primary: '#000000'}, dark_colors: {}, logo_url: x, texts: {verify_email: {subject: Hi}}}",
  );
  expect([...spec.themeValues]).toEqual([
    ["colors.primary", "#000000"],
    ["texts.verify_email.subject", "Hi"],
  ]);
  expect([...spec.sections]).toEqual(expect.arrayContaining(["theme", "theme.dark_colors"]));
  expect(refusal("slug: a\ntheme: {texts: {verify_mail: {}}}")).toMatchObject({
    field: "theme.texts.verify_mail",
    suggestion: "verify_email",
  });
});

test("JSON is a spec too", () => {
  const spec = parseSpec(JSON.stringify({ slug: "demo", settings: { apple: { bundle_id: "b" } } }));
  expect([...spec.values]).toEqual([["apple.bundle_id", "b"]]);
});

test("a key without a value is as good as no key", () => {
  const spec = parseSpec(
    "slug: demo\nname:\ntheme:\nsettings:\n  timezone: ~\n  google:\n  redirect_schemes: null\n",
  );
  expect(spec).toMatchObject({ name: undefined, values: new Map() });
  expect([...spec.sections]).toEqual(["settings"]);
});

test.each([
  [
    "slug: demo\nsetings: {}",
    { field: "setings", key: "setings", suggestion: "settings", line: "2", column: "1" },
  ],
  [
    "slug: demo\nsettings:\n  sign_up_close: true",
    {
      field: "settings.sign_up_close",
      key: "sign_up_close",
      suggestion: "sign_up_closed",
      line: "3",
      column: "3",
    },
  ],
  [
    "slug: demo\nsettings:\n  google:\n    web_client_secert: x",
    { field: "settings.google.web_client_secert", suggestion: "web_client_secret", line: "4", column: "5" },
  ],
  [
    "slug: demo\nsettings: {apple: {bundleId: x}}",
    { key: "bundleId", suggestion: "bundle_id", column: "20" },
  ],
  [
    "slug: demo\nsettings:\n  password_policy: {min: 8}",
    { field: "settings.password_policy.min", key: "min" },
  ],
  ["slug: demo\nenabled: true", { field: "enabled", key: "enabled", problem: "there is no such key" }],
])("%j: an unknown key is told with its place and what was meant", (text, expected) => {
  expect(refusal(text)).toMatchObject(expected);
});

test.each([
  ["slug: 42", "slug", "must be text; put it in quotes", 1, 7],
  ["slug: demo\nname: [a]", "name", "must be text", 2, 7],
  ["slug: demo\nsettings: []", "settings", expect.stringContaining("must be a mapping"), 2, 11],
  ["slug: demo\nsettings: {sign_up_closed: yes}", "settings.sign_up_closed", "must be true or false", 2, 28],
  [
    'slug: demo\nsettings: {sign_up_closed: "true"}',
    "settings.sign_up_closed",
    "must be true or false",
    2,
    28,
  ],
  ["slug: demo\nsettings: {sign_up_closed: 1}", "settings.sign_up_closed", "must be true or false", 2, 28],
  [
    'slug: demo\nsettings: {refresh_token_days: "7"}',
    "settings.refresh_token_days",
    "must be a whole number",
    2,
    32,
  ],
  [
    "slug: demo\nsettings: {refresh_token_days: 1.5}",
    "settings.refresh_token_days",
    "must be a whole number",
    2,
    32,
  ],
  [
    "slug: demo\nsettings: {refresh_token_days: .inf}",
    "settings.refresh_token_days",
    "must be a whole number",
    2,
    32,
  ],
  [
    "slug: demo\nsettings: {redirect_schemes: a}",
    "settings.redirect_schemes",
    "must be a list of texts",
    2,
    30,
  ],
  [
    "slug: demo\nsettings:\n  redirect_schemes:\n    - a\n    - 1",
    "settings.redirect_schemes",
    "each entry must be text; put it in quotes",
    5,
    7,
  ],
  [
    "slug: demo\nsettings: {google: true}",
    "settings.google",
    expect.stringContaining("must be a mapping"),
    2,
    20,
  ],
  ["slug: demo\nsettings: {apple: {key_id: 12345E6789}}", "settings.apple.key_id", expect.any(String), 2, 28],
  ["slug: demo\ntheme: dark", "theme", expect.stringContaining("must be a mapping"), 2, 8],
])("%j: a wrong type is told with its place", (text, field, problem, line, column) => {
  expect(refusal(text)).toEqual({ field, problem, line: String(line), column: String(column) });
});

test("a spec without a slug names no project", () => {
  expect(refusal("name: Demo")).toMatchObject({ field: "slug" });
  expect(refusal("slug:\nname: Demo")).toMatchObject({ field: "slug" });
});

test.each([
  ["a key that stands twice", "slug: demo\nslug: other", { field: "slug", line: "2" }],
  ["a setting that stands twice", "slug: a\nsettings:\n  timezone: UTC\n  timezone: UTC", { line: "4" }],
  ["a merge key", "slug: a\nsettings:\n  <<: {sign_up_closed: true}", { key: "<<" }],
  ["a prototype", "slug: a\n__proto__: {settings: {}}", { key: "__proto__" }],
  ["a prototype below", 'slug: a\nsettings: {"__proto__": {timezone: UTC}}', { key: "__proto__" }],
  ["a constructor", "slug: a\nsettings: {constructor: {}}", { key: "constructor" }],
  ["an alias", "slug: a\nname: *x", { field: "name", problem: expect.stringContaining("aliases") }],
  [
    "an alias in a list",
    "slug: a\nsettings: {redirect_schemes: [*x]}",
    { field: "settings.redirect_schemes" },
  ],
  ["an alias as key", "slug: &a name\n*a : x", {}],
  ["an anchor", "slug: a\nname: &x Demo", { field: "name", problem: expect.stringContaining("anchors") }],
  ["a complex key", "? {a: 1}\n: b\nslug: a", {}],
  ["a tag", "slug: a\nname: !secret x", { line: "2", problem: expect.stringContaining("tags") }],
  ["a function", 'slug: a\nname: !!js/function "x"', { line: "2" }],
  ["binary", "slug: a\nname: !!binary aGVsbG8=", { line: "2" }],
  ["YAML 1.1", "%YAML 1.1\n---\nslug: a\nsettings: {sign_up_closed: yes}", { field: "spec_yaml" }],
  ["two documents", "slug: a\n---\nslug: b", { field: "spec_yaml" }],
  ["tabs", "slug: a\nsettings:\n\ttimezone: UTC", { field: "spec_yaml", line: "3", column: "1" }],
  ["an open quote", 'slug: "a\nname: b', { field: "spec_yaml" }],
  ["an open bracket", "slug: a\nsettings: {", { field: "spec_yaml" }],
  ["nothing", "", { field: "spec_yaml" }],
  ["a comment alone", "# slug: a", { field: "spec_yaml" }],
  ["a list", "- slug: a", { field: "spec_yaml" }],
  ["a text", "slug", { field: "spec_yaml" }],
])("%s is refused", (_, text, expected) => {
  expect(refusal(text)).toMatchObject(expected);
});

const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((c, i) => {
    const last = String.fromCharCode(97 + i);
    return `${c}: &${c} [${Array(9).fill(`*${last}`).join(",")}]`;
  }),
].join("\n");

test.each([
  ["an alias bomb", bomb],
  [
    "an alias bomb below a key that is ignored",
    `slug: a\nsettings:\n  google:\n    has_web_client_secret:\n${bomb.replace(/^/gm, "      ")}\nx: 1`,
  ],
  ["brackets", "[".repeat(65_000)],
  ["braces", "{".repeat(65_000)],
  ["closed brackets", `slug: ${"[".repeat(4900)}${"]".repeat(4900)}`],
  ["dashes", "- ".repeat(32_000)],
  ["questions", "? ".repeat(32_000)],
  ["a deep mapping", Array.from({ length: 340 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ["many keys", Array.from({ length: 9000 }, (_, i) => `k${i}:`).join("\n")],
  ["a long key", `${"k".repeat(60_000)}: 1`],
  ["many anchors", Array.from({ length: 4000 }, (_, i) => `- &a${i} x`).join("\n")],
  ["empty lines", "\n".repeat(60_000)],
  ["a long list", `slug: a\nsettings: {redirect_schemes: [${"a,".repeat(25_000)}]}`],
  ["a megabyte", `name: ${"x".repeat(1_000_000)}`],
])("%s is refused quickly", (_, text) => {
  const start = performance.now();
  refusal(text);
  expect(performance.now() - start).toBeLessThan(15_000);
});

test.each([
  "slug: a\nsettings: {google: {web_client_secret: !hunter2 x}}",
  "slug: a\nsettings:\n  google:\n    web_client_secret: |hunter2\n      x",
  "slug: a\nsettings: {google: {web_client_secret: *hunter2}}",
  "slug: a\nsettings: {google: {web_client_secret: &hunter2}}",
  "slug: a\nsettings: {google: {web_client_secret: [hunter2]}}",
  "slug: a\nsettings:\n  apple:\n    private_key: -----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----",
])("%j: a secret that is not well written is not repeated in the refusal", (text) => {
  expect(JSON.stringify(refusal(text))).not.toContain("hunter2");
});
