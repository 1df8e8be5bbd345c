import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { baseUrl, SetupBench } from "./setup-bench.ts";

const web = "1234-web.apps.googleusercontent.com";
const ios = "1234-ios.apps.googleusercontent.com";
const android = "1234-droid.apps.googleusercontent.com";
const secret = "GOCSPX-a-secret-of-the-web-client";
const keystores = join(import.meta.dirname, "../../server/src/testing/data/keystores");
// As keytool printed them for modern.p12.
const sha1 = "1E:38:DB:BF:1B:40:CF:E2:6A:52:1E:4D:1A:BA:DB:39:57:D6:53:C5";
const sha256 =
  "0D:85:BA:37:55:1C:B4:03:66:C1:55:3C:D7:36:79:A2:3F:90:34:4E:CA:47:ED:67:B1:F7:42:18:FD:24:04:04";
const play = { sha1: Array(20).fill("AB").join(":"), sha256: Array(32).fill("CD").join(":") };

let bench: SetupBench;
let slug = "";
let count = 0;

beforeAll(async () => {
  bench = await SetupBench.open();
  for (const name of ["modern.p12", "several.jks", "cut-short.p12", "trust-only.p12"])
    copyFileSync(join(keystores, name), bench.cli.path(name));
});
afterAll(() => bench.close());
beforeEach(async () => {
  count += 1;
  slug = `app-${count}`;
  await bench.addProject(slug);
  bench.google.seen.length = 0;
  bench.google.instead = undefined;
  bench.google.secrets.clear();
  bench.google.secrets.set(web, secret);
});

const google = (...args: string[]) => ["google", "--project", slug, ...args];
const keystore = ["--keystore", "modern.p12", "--keystore-pass", "keystore pass"];

describe("setup google", () => {
  test("without flags it changes nothing and tells what to do first, with the address to paste", async () => {
    const { report, values } = await bench.setUp(google());
    expect(report).toMatchObject({ project: slug, provider: "google", changes: [] });
    expect(values).toEqual({ "Authorised redirect URI": `${baseUrl}/oauth/google/callback` });
    expect(report.steps[0]?.afterwards).toBe(
      `svc setup google --project ${slug} --web-client-id ID --web-client-secret -`,
    );
    expect(await bench.updates(slug)).toBe(0);
  });

  test("tries the secret at Google, stores everything, and the second run writes nothing", async () => {
    const ids = ["--web-client-id", web, "--ios-client-id", ios, "--android-client-id", android];
    const all = google(...ids, "--android-package", "com.example.app", ...keystore);
    const first = await bench.setUp([...all, "--web-client-secret", "-"], { input: `${secret}\n` });
    expect(bench.google.seen.filter((line) => line === "POST /token")).toHaveLength(2); // here and by the server
    expect(first.report.changes.map(({ path }) => path)).toEqual([
      "settings.google.enabled",
      "settings.google.web_client_id",
      "settings.google.ios_client_id",
      "settings.google.android_client_id",
      "settings.google.android_package",
      "settings.google.android_sha1_fingerprints",
      "settings.google.android_sha256_fingerprints",
      "settings.google.web_client_secret",
    ]);
    expect(first.checks).toMatchObject({
      google: "ok",
      google_keys: "ok",
      google_secret: "ok",
      google_redirect: "ok",
      google_android: "ok",
    });
    expect(first.values).toMatchObject({
      "Authorised redirect URI": `${baseUrl}/oauth/google/callback`,
      "Package name": "com.example.app",
      "SHA-1 certificate fingerprint": sha1,
      GIDClientID: ios,
      GIDServerClientID: web,
      "CFBundleURLSchemes, one more item": "com.googleusercontent.apps.1234-ios",
    });
    expect((await bench.stored(slug)).settings.google).toEqual({
      enabled: true,
      webClientId: web,
      iosClientId: ios,
      androidClientId: android,
      hasWebClientSecret: true,
      allowMissingNonce: false,
      androidPackage: "com.example.app",
      androidSha1Fingerprints: [sha1],
      androidSha256Fingerprints: [sha256],
    });
    expect(`${first.stdout}${first.stderr}`).not.toContain(secret);

    const { updatedAt } = await bench.stored(slug);
    const second = await bench.setUp([...all, "--web-client-secret", secret]);
    expect(second.report.changes).toEqual([]);
    expect(await bench.updates(slug)).toBe(1);
    expect((await bench.stored(slug)).updatedAt).toBe(updatedAt);
    const { stderr } = await bench.text(all);
    expect(stderr).toContain(`nothing to change in project ${slug}\n`);
  });

  test("a blank secret keeps the stored one", async () => {
    await bench.setUp(google("--web-client-id", web, "--web-client-secret", secret));
    const { report, checks } = await bench.setUp(google("--web-client-secret", ""));
    expect(report.changes).toEqual([]);
    expect(checks.google_secret).toBe("ok");
  });

  test("a secret that Google refuses is not saved, and is not repeated", async () => {
    const wrong = "GOCSPX-another";
    const failed = await bench.refused(google("--web-client-id", web, "--web-client-secret", wrong));
    expect(failed).toMatchObject({
      exit: 6,
      reason: "PROVIDER_REFUSED",
      message: `Google refuses the secret for ${web} (invalid_client); nothing was saved`,
    });
    expect(JSON.stringify(failed)).not.toContain(wrong);
    expect(await bench.updates(slug)).toBe(0);
  });

  test("with Google down the secret is saved untried, and that is said", async () => {
    bench.google.instead = (_, response) => void response.writeHead(503).end();
    const args = google("--web-client-id", web, "--web-client-secret", secret);
    const { stderr, checks } = await bench.setUp(args);
    expect(stderr).toContain("was not tried at Google from here");
    expect(checks).toMatchObject({ google_keys: "failure", google_secret: "not_checked" });
    expect((await bench.stored(slug)).settings.google).toMatchObject({ hasWebClientSecret: true });
  });

  test("a failed check is told after everything else, by the exit code", async () => {
    bench.google.instead = (_, response) => void response.writeHead(503).end();
    const { code, stdout, stderr } = await bench.text(google("--web-client-id", web));
    expect(code).toBe(8);
    expect(stdout).toContain("failure\t");
    expect(stdout).toContain(`${baseUrl}/oauth/google/callback`);
    expect(stderr).toMatch(/svc: \d checks? failed\nhint: .*saved settings are kept\n$/);
    expect((await bench.stored(slug)).settings.google).toMatchObject({ webClientId: web });
  });

  test("a fingerprint can be removed; one that is not there is refused, and nothing is changed", async () => {
    await bench.setUp(google("--android-package", "com.example.app", ...keystore));
    await bench.setUp(google("--android-sha1", play.sha1, "--android-sha256", play.sha256));
    const before = await bench.stored(slug);
    const unknown = Array(20).fill("EF").join(":");
    expect(await bench.refused(google("--remove-sha1", `${play.sha1},${unknown}`))).toMatchObject({
      ...{ exit: 3, message: `the project has no SHA-1 fingerprint ${unknown}` },
      hint: `it has ${sha1}, ${play.sha1}`,
    });
    expect(await bench.refused(google("--remove-sha256", "abc"))).toMatchObject({ exit: 2 });
    const both = google("--android-sha1", play.sha1, "--remove-sha1", play.sha1);
    expect(await bench.refused(both)).toMatchObject({
      ...{ exit: 2, message: `${play.sha1} is in both lists: add and remove` },
    });
    expect(await bench.stored(slug)).toEqual(before);

    const typed = [
      "--remove-sha1",
      play.sha1.toLowerCase(),
      "--remove-sha256",
      play.sha256.replaceAll(":", ""),
    ];
    const { report } = await bench.setUp(google(...typed));
    expect(report.changes.map(({ path }) => path)).toEqual([
      "settings.google.android_sha1_fingerprints",
      "settings.google.android_sha256_fingerprints",
    ]);
    expect((await bench.stored(slug)).settings.google).toMatchObject({
      androidSha1Fingerprints: [sha1],
      androidSha256Fingerprints: [sha256],
    });
  });

  test("a certificate of Google Play is added to that of the keystore; another app starts anew", async () => {
    const app = ["--android-package", "com.example.app"];
    const piped = ["--keystore", "modern.p12", "--keystore-pass", "-"];
    await bench.setUp(google(...app, ...piped), { input: "keystore pass\n" });
    const typed = [
      "--android-sha1",
      play.sha1.toLowerCase(),
      "--android-sha256",
      play.sha256.replaceAll(":", ""),
    ];
    const { report } = await bench.setUp(google(...typed));
    const both = {
      androidSha1Fingerprints: [sha1, play.sha1],
      androidSha256Fingerprints: [sha256, play.sha256],
    };
    expect((await bench.stored(slug)).settings.google).toMatchObject({ enabled: false, ...both });
    expect(report.steps.filter(({ title }) => title === "Create a client of type Android")).toHaveLength(2);

    await bench.setUp(google("--android-package", "com.example.other", ...typed));
    expect((await bench.stored(slug)).settings.google).toMatchObject({
      androidPackage: "com.example.other",
      androidSha1Fingerprints: [play.sha1],
      androidSha256Fingerprints: [play.sha256],
    });
  });

  test("client ids of different projects of Google Cloud are warned about", async () => {
    const other = "99-ios.apps.googleusercontent.com";
    const { report } = await bench.setUp(google("--web-client-id", web, "--ios-client-id", other));
    expect(report.checks).toContainEqual(
      expect.objectContaining({
        id: "google",
        status: "warning",
        seen: expect.stringContaining("(1234, 99)"),
      }),
    );
  });

  test.each([
    [["--web-client-id", "my-client"], "--web-client-id my-client is no client id of Google"],
    [["--ios-client-id", "https://x"], "--ios-client-id https://x is no client id of Google"],
    [["--android-package", "app"], "--android-package app does not look right"],
    [["--android-sha1", "AB:CD"], "--android-sha1 AB:CD is not a fingerprint of 20 bytes"],
    [["--android-sha256", play.sha1], `--android-sha256 ${play.sha1} is not a fingerprint of 32 bytes`],
    [["--web-client-secret", "x"], "--web-client-secret needs --web-client-id"],
    [["--keystore-pass", "x"], "--keystore-pass needs --keystore"],
    [["--keystore", "nowhere.jks", "--keystore-pass", "x"], "there is no file nowhere.jks"],
    [["--keystore", "modern.p12"], "the keystore needs its password, and --json does not prompt"],
    [["--keystore", "modern.p12", "--keystore-pass", "x"], "cannot read modern.p12: the password is wrong"],
    [
      ["--keystore", "cut-short.p12", "--keystore-pass", "x"],
      "cannot read cut-short.p12: it is damaged or cut short",
    ],
    [
      ["--keystore", "trust-only.p12", "--keystore-pass", "keystore pass"],
      "trust-only.p12 has no key that could sign an app",
    ],
    [
      ["--keystore", "modern.p12", "--keystore-pass", "-", "--web-client-secret", "-"],
      "only one of --keystore-pass and --web-client-secret can read standard input",
    ],
  ])("%j is refused before anything changes: %s", async (flags, message) => {
    expect(await bench.refused(google(...flags))).toMatchObject({ exit: 2, reason: "USAGE", message });
    expect(await bench.updates(slug)).toBe(0);
  });

  test("a keystore with several keys is refused with the fingerprints of each", async () => {
    const flags = ["--keystore", "several.jks", "--keystore-pass", "keystore pass"];
    const { message, hint } = await bench.refused(google(...flags));
    expect(message).toMatch(/^several\.jks has 2 keys: debug \(SHA-1 9E:2F.*; upload \(SHA-1 A9:50/);
    expect(hint).toContain("--android-sha1 and --android-sha256");
  });

  test("--gcp-project leads to that project's pages, and --ios-bundle-id is the value to paste there", async () => {
    const app = ["--gcp-project", "acme-login-1234", "--ios-bundle-id", "com.example.app"];
    const { report, values } = await bench.setUp(google(...app));
    expect(values).toMatchObject({ "Bundle ID": "com.example.app" });
    const ios = report.steps.find(({ title }) => title === "Create a client of type iOS");
    expect(ios?.at).toBe("https://console.cloud.google.com/auth/clients?project=acme-login-1234");
    expect(report.changes).toEqual([]);
    for (const [flag = "", value = ""] of [
      ["--gcp-project", "Acme Login"],
      ["--ios-bundle-id", "app"],
    ]) {
      const failed = await bench.refused(google(flag, value));
      expect(failed).toMatchObject({ exit: 2, message: `${flag} ${value} does not look right` });
    }
  });

  test("a project that does not exist, and one that nobody named, are refused", async () => {
    expect(await bench.refused(["google", "--project", "nope"])).toMatchObject({ exit: 3 });
    expect(await bench.refused(["google"])).toMatchObject({ exit: 2 });
  });

  test("on a terminal it asks for the keystore's password without showing it", async () => {
    await bench.cli.logIn();
    const words = google("--android-package", "com.example.app", "--keystore", "modern.p12");
    const terminal = bench.cli.onTerminal("setup", ...words);
    await terminal.answer("Password of modern.p12: ", "keystore pass\r");
    const { code, shown } = await terminal.finished;
    expect(code).toBe(0);
    expect(shown).not.toContain("keystore pass");
    expect(shown).toContain(`SHA-1 certificate fingerprint  ${sha1}\n`);
    expect(shown).toContain("\nSteps left for you to do:\n\n1. Create a client of type Web application");
  });
});

test("project get tells how far each provider is, for people and in JSON", async () => {
  await bench.setUp(google("--web-client-id", web));
  const { stdout } = await bench.cli.run(["project", "get", slug], { env: bench.env });
  expect(stdout).toContain(
    "\nsign-in with google\ton, in the app; the browser lacks google.web_client_secret\nsign-in with apple\toff; the browser lacks apple.services_id, apple.team_id, apple.key_id, apple.private_key\n",
  );
  await bench.setUp(google("--web-client-secret", secret));
  const shown = await bench.cli.run(["project", "get", slug], { env: bench.env });
  expect(shown.stdout).toContain("\nsign-in with google\ton, in the app and in the browser\n");
  expect(await bench.stored(slug)).toMatchObject({
    signInProviders: [
      {
        provider: "OAUTH_PROVIDER_GOOGLE",
        enabled: true,
        nativeReady: true,
        browserReady: true,
        missingForBrowser: [],
      },
      {
        provider: "OAUTH_PROVIDER_APPLE",
        enabled: false,
        nativeReady: false,
        browserReady: false,
        missingForBrowser: ["apple.services_id", "apple.team_id", "apple.key_id", "apple.private_key"],
      },
    ],
  });
});
