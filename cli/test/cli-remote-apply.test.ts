import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
let count = 0;
let slug = "";

beforeAll(async () => {
  cli = await RemoteBench.open();
  await cli.logIn();
});
afterAll(() => cli.close());

beforeEach(() => {
  count += 1;
  slug = `app-${count}`;
});

const everything = () => `name: App
slug: ${slug}
settings:
  timezone: Europe/Berlin
  redirect_schemes: [com.example.app]
  redirect_origins: ["https://app.example.com"]
  sign_up_closed: true
  require_email_verification: true
  allow_anonymous_sign_in: true
  guest_retention_days: 7
  refresh_token_days: 20
  session_max_days: 100
  max_sessions_per_user: 3
  security_notices_disabled: true
  new_device_notices: true
  event_retention_days: 90
  ip_retention_days: 30
  ownerless_purchase_retention_days: 2190
  password_policy: { min_length: 12, allow_common: true }
  google: { enabled: true, web_client_id: web, web_client_secret: hunter2-hunter2, allow_missing_nonce: true }
  apple: { enabled: true, bundle_id: com.example.app, team_id: ABCDE12345 }
theme:
  product_name: Acme
`;

/** Applies a spec from a file, on no terminal. */
async function apply(spec: string, ...flags: string[]) {
  writeFileSync(cli.path("spec.yaml"), spec);
  return cli.run(["project", "apply", "-f", "spec.yaml", ...flags]);
}

describe("project apply", () => {
  test("creates the project, shows the plan without any secret, and says how to get the secret key", async () => {
    const { code, stdout, stderr } = await apply(everything(), "--yes");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain(`+\tslug\t"${slug}"\n`);
    expect(stdout).toContain('+\tsettings.timezone\t"Europe/Berlin"\n');
    expect(stdout).toContain("*\tsettings.google.web_client_secret\trewritten\n");
    expect(stderr).toContain(`created project ${slug}; 1 secret rewritten\n`);
    expect(stderr).toContain(`svc project keys regenerate-secret ${slug} --show-secret`);
    expect(stdout + stderr).not.toMatch(/sk_|hunter2/);
  });

  test("dump | apply changes nothing in a project with every setting changed, and asks nothing", async () => {
    await apply(everything(), "--yes");
    const spec = await cli.text("project", "dump", slug);
    expect(spec).not.toContain("hunter2");
    expect(await cli.run(["project", "apply", "-f", "-"], { input: spec })).toEqual({
      code: 0,
      stdout: "",
      stderr: "no changes\n",
    });
  });

  test("the same spec twice reports no changes, and still rewrites the secret, without --yes", async () => {
    await apply(everything(), "--yes");
    expect(await apply(everything())).toEqual({
      code: 0,
      stdout: "*\tsettings.google.web_client_secret\trewritten\n",
      stderr: "no changes; 1 secret rewritten\n",
    });
    expect(JSON.parse((await apply(everything(), "--json")).stdout)).toMatchObject({
      changes: [],
      rewrittenSecrets: ["settings.google.web_client_secret"],
      turnedOffByOmission: 0,
    });
  });

  test("--merge keeps everything that the spec leaves out, booleans, sections and theme included", async () => {
    await apply(everything(), "--yes");
    const before = await cli.text("project", "dump", slug);
    const partial = `slug: ${slug}
settings:
  refresh_token_days: 21
  google: { ios_client_id: ios }
theme: { footer_text: Acme Ltd }
`;
    const { code, stdout, stderr } = await apply(partial, "--merge", "--yes");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        "~\tsettings.refresh_token_days\t20 -> 21",
        '~\tsettings.google.ios_client_id\t"" -> "ios"',
        '~\ttheme.footer_text\t"" -> "Acme Ltd"\n',
      ].join("\n"),
    });
    expect(stderr).toBe(`applied 3 changes to ${slug}\n`);
    const expected = before
      .replace("refresh_token_days: 20", "refresh_token_days: 21")
      .replace('ios_client_id: ""', "ios_client_id: ios")
      .replace('footer_text: ""', "footer_text: Acme Ltd");
    expect(await cli.text("project", "dump", slug)).toBe(expected);
    expect(await apply(partial, "--merge")).toEqual({ code: 0, stdout: "", stderr: "no changes\n" });
  });

  test("what a spec leaves out keeps numbers, time zone, lists and sections, and turns booleans off by name", async () => {
    await apply(everything(), "--yes");
    const little = `slug: ${slug}\nsettings: { sign_up_closed: true }\n`;
    const { stdout, stderr } = await apply(little, "--yes");
    expect(stderr).toBe(
      `5 settings are turned off because the spec leaves them out; --merge keeps them on\napplied 6 changes to ${slug}\n`,
    );
    expect(stdout.split("\n")).toEqual([
      "-\tsettings.require_email_verification\ttrue -> false (turned off by omission)",
      "-\tsettings.allow_anonymous_sign_in\ttrue -> false (turned off by omission)",
      "-\tsettings.security_notices_disabled\ttrue -> false (turned off by omission)",
      "-\tsettings.new_device_notices\ttrue -> false (turned off by omission)",
      "-\tsettings.password_policy.allow_common\ttrue -> false (turned off by omission)",
      expect.stringMatching(/^-\ttheme\treset to the default by omission$/),
      "",
    ]);
    const shown = await cli.text("project", "get", slug);
    expect(shown).toContain("settings.timezone\tEurope/Berlin\n");
    expect(shown).toContain("settings.max_sessions_per_user\t3\n");
    expect(shown).toContain("settings.event_retention_days\t90\n");
    expect(shown).toContain("settings.ip_retention_days\t30\n");
    expect(shown).toContain("settings.ownerless_purchase_retention_days\t2190");
    expect(shown).toContain("settings.redirect_schemes\tcom.example.app\n");
    expect(shown).toContain("settings.google.enabled\ttrue\n");
    expect(shown).toContain("settings.google.has_web_client_secret\ttrue\n");

    await apply(little.replace("true", "true, new_device_notices: true"), "--yes");
    const json = JSON.parse((await apply(little, "--yes", "--json")).stdout);
    expect(json).toMatchObject({
      turnedOffByOmission: 1,
      changes: [{ kind: "SPEC_CHANGE_KIND_TURNED_OFF" }],
    });
  });

  test("a change shows the old value and the new one", async () => {
    await cli.text("project", "create", "App", "--slug", slug);
    const { stdout, stderr } = await apply(
      `slug: ${slug}\nsettings: { refresh_token_days: 10, timezone: Asia/Tokyo }\n`,
      "--yes",
    );
    expect(stdout).toBe(
      '~\tsettings.timezone\t"UTC" -> "Asia/Tokyo"\n~\tsettings.refresh_token_days\t30 -> 10\n',
    );
    expect(stderr).toBe(`applied 2 changes to ${slug}\n`);
  });

  test("a limit of sessions that is 0 is applied, and shown as 0", async () => {
    await cli.text("project", "create", "App", "--slug", slug);
    const { stdout } = await apply(`slug: ${slug}\nsettings: { max_sessions_per_user: 0 }\n`, "--yes");
    expect(stdout).toBe("~\tsettings.max_sessions_per_user\t100 -> 0\n");
    expect(await cli.text("project", "get", slug)).toContain("settings.max_sessions_per_user\t0\n");
  });

  test("without a terminal and without --yes it shows the plan, changes nothing and names --yes", async () => {
    const { code, stdout, stderr } = await apply(everything());
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining(`+\tslug\t"${slug}"`) });
    expect(stderr).toContain("hint: pass --yes to skip the confirmation\n");
    expect((await cli.failure(["project", "get", slug])).code).toBe(3);

    const quiet = await apply(everything(), "--json");
    expect({ code: quiet.code, stdout: quiet.stdout }).toEqual({ code: 2, stdout: "" });
    expect(JSON.parse(quiet.stderr).error.hint).toContain("--yes");
  });

  test("--json prints the plan as it was carried out, without the secret key", async () => {
    const { code, stdout, stderr } = await apply(everything(), "--yes", "--json");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ created: true, project: { slug } });
    expect(stdout).not.toMatch(/sk_|hunter2/);
    expect(
      JSON.parse((await apply(everything().replace("  google", "  #google"), "--json")).stdout),
    ).toMatchObject({
      created: false,
      changes: [],
    });
  });

  test.each([
    [
      "a misspelt key",
      "settings:\n  timezon: UTC\n",
      /^spec\.yaml:4:3: settings\.timezon: .* did you mean timezone\?$/,
    ],
    [
      "a wrong type",
      "settings:\n  refresh_token_days: many\n",
      /^spec\.yaml:4:23: settings\.refresh_token_days: must be/,
    ],
    ["a value out of range", "settings: { timezone: Mars }\n", /^spec\.yaml:3:23: settings\.timezone: /],
    ["broken YAML", "settings: [\n", /^spec\.yaml:\d+:\d+: /],
  ])("%s is refused in one line with its place", async (_, more, message) => {
    writeFileSync(cli.path("spec.yaml"), `name: App\nslug: ${slug}\n${more}`);
    const failed = await cli.failure(["project", "apply", "-f", "spec.yaml", "--yes"]);
    expect(failed).toEqual({ code: 2, message: expect.stringMatching(message), hint: expect.any(String) });
    expect((await cli.failure(["project", "get", slug])).code).toBe(3);
  });

  test("a spec that cannot be read is refused before any call", async () => {
    const nowhere = { SVC_URL: "http://127.0.0.1:1", SVC_TOKEN: cli.token };
    expect(await cli.failure(["project", "apply", "-f", "no.yaml"], nowhere)).toMatchObject({
      code: 2,
      message: "there is no file no.yaml",
    });
    expect(await cli.failure(["project", "apply", "-f", "."], nowhere)).toMatchObject({
      code: 2,
      message: "cannot read . (EISDIR)",
    });
  });
});
