import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasOpenssl, makeCertificate } from "../../server/src/testing/certificates.ts";
import { librariesOf } from "../../server/src/testing/native-packages.ts";
import { notRun } from "../../server/src/testing/not-run.ts";
import { PubServer } from "../../server/src/testing/pub-server.ts";
import { TestRelay } from "../../server/src/testing/smtp.ts";
import { TokenIssuer } from "../../server/src/testing/token-issuer.ts";
import type { Check } from "../src/doctor/check.ts";
import { Front, fromServer } from "./cli-doctor-stand-ins.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

const webClientId = "1234-abc.apps.googleusercontent.com";
const webSecret = "GOCSPX-a-secret";
const appleKey = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ format: "pem", type: "pkcs8" })
  .toString();

let cli: RemoteBench;
let front: Front;
let google: TokenIssuer;
let apple: TokenIssuer;
let pub: PubServer;
let url = "";

beforeAll(async () => {
  front = new Front(createServer());
  url = await front.listen();
  pub = await PubServer.start(librariesOf("0.1.0", "2026-03-01"), url);
  google = await TokenIssuer.open();
  apple = await TokenIssuer.open();
  google.secrets.set(webClientId, webSecret);
  const env = { SVC_DEV_GOOGLE_URL: google.url, SVC_DEV_APPLE_URL: apple.url };
  cli = await RemoteBench.open(`rate_limits = "off"\nbase_url = "${url}"\n`, env);
  front.target = cli.url;
  writeFileSync(cli.path("apple.p8"), appleKey);
  const clientIds = ["com.example.app", "com.example.web"];
  const publicKey = createPublicKey(appleKey);
  apple.registered.push({ teamId: "TEAM123456", keyId: "ABC123DEFG", publicKey, clientIds });
  await apply("acme", "");
});
afterAll(async () => {
  await cli.close();
  front.server.close().closeAllConnections();
  await Promise.all([google.close(), apple.close(), pub.close()]);
});
beforeEach(() => {
  front.bend = () => false;
  front.date = undefined;
  google.instead = undefined;
  apple.instead = undefined;
});

async function apply(slug: string, settings: string): Promise<void> {
  const spec = `name: ${slug}\nslug: ${slug}\nsettings:\n  timezone: UTC\n${settings}`;
  const args = ["project", "apply", "-f", "-", "--yes"];
  const { code, stderr } = await cli.run(args, { env: as(), input: spec });
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

function as(more: Record<string, string> = {}): Record<string, string> {
  return { SVC_URL: url, SVC_TOKEN: cli.token, ...more };
}

type Report = { code: number | null; checks: Map<string, Check>; stderr: string; all: readonly Check[] };

async function doctor(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Report> {
  const { code, stdout, stderr } = await cli.run(["doctor", "--json", ...args], { env: as(env) });
  const { checks, failures } = JSON.parse(stdout) as { checks: Check[]; failures: number };
  expect(code).toBe(failures > 0 ? 8 : 0);
  return { code, stderr, all: checks, checks: new Map(checks.map((check) => [check.id, check])) };
}

describe("a server that is well", () => {
  test("every check says what it saw, and the exit code is 0", async () => {
    front.bend = fromServer(pub.url, /^\/pub\/(?:api|packages|maven|swift)\//);
    const { code, stdout, stderr } = await cli.run(["doctor"], { env: as() });
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.split("\t").slice(0, 3))).toEqual([
      ["ok", "admin API", `the token belongs to ${adminEmail}`],
      ["ok", "clock", expect.stringMatching(/^[01] s difference to this machine$/)],
      ["ok", "health", "/healthz says SERVING, gRPC health says SERVING"],
      ["ok", "package repository", `@svc/sdk 0.1.0 at ${url}/pub/`],
      ["ok", "Dart repository", `svc_auth 0.1.0 at ${url}/pub/`],
      ["ok", "Maven repository", `dev.svc:svc-auth 0.1.0 at ${url}/pub/maven/`],
      ["ok", "Swift registry", `svc.SvcAuth 0.1.0 at ${url}/pub/swift`],
      ["ok", "Swift git", `SvcAuth 0.1.0 at ${url}/pub/swift/SvcAuth.git`],
      ["ok", "version", "server and svc are both 0.1.0"],
      ["ok", "database", "SQLite in the data directory"],
      ["ok", "base URL", `${url}, for this machine only`],
      ["ok", "address", `reached at ${url}`],
      ["ok", "caller addresses", "no X-Forwarded-For from untrusted addresses"],
      ["not checked", "backups", "scheduled backups are off"],
      ["warning", "mail relay", "none: emails are only printed to the server's log"],
      ["ok", "outgoing mail", "0 emails wait"],
      [""],
    ]);
    expect(stderr).toBe(`checking ${url} ...\n1 warning, 1 not checked, 14 ok\n`);
  });

  test("--json is one object, and nothing is said beside it", async () => {
    const { stdout, stderr } = await cli.run(["doctor", "--json"], { env: as() });
    expect(stderr).toBe("");
    expect(Object.keys(JSON.parse(stdout))).toEqual(["checks", "failures", "warnings", "notChecked"]);
  });

  test("on a terminal the remedies stand below, aligned", async () => {
    await cli.run(["login", url], { input: cli.token });
    const { code, shown } = await cli.onTerminal("doctor").finished;
    expect(code).toBe(0);
    expect(shown).toContain("\nwarning      mail relay          none: emails are only printed");
    expect(shown).toContain(`\n${" ".repeat(33)}-> svc instance smtp set --host ... --from ...\n`);
  });
});

describe("the server", () => {
  test("behind a proxy that it does not trust names the proxy and the setting", async () => {
    const ask = () => fetch(`${url}/p/acme/reset`, { headers: { "x-forwarded-for": "198.51.100.7" } });
    await Promise.all([ask(), ask()]);
    const { code, checks } = await doctor([]);
    expect(code).toBe(0);
    expect(checks.get("proxy")).toMatchObject({
      status: "warning",
      seen: expect.stringMatching(/^127\.0\.0\.1 sent 2 requests with X-Forwarded-For but is not trusted/),
      remedy: expect.stringContaining("--trusted-proxies 127.0.0.1"),
    });
  });

  test("a refused token fails, and what depends on it is not checked", async () => {
    const { code, checks } = await doctor(["--project", "acme"], {
      SVC_TOKEN: `${cli.token.slice(0, -4)}AAAA`,
    });
    expect(code).toBe(8);
    expect(checks.get("admin_api")).toMatchObject({
      status: "failure",
      remedy: "put a valid token into SVC_TOKEN",
    });
    expect(checks.get("health")?.status).toBe("ok");
    expect(checks.get("project")).toMatchObject({
      status: "not_checked",
      seen: "the admin API did not answer",
    });
  });

  test("nothing there: failures with the reason, exit code 8, and one error object", async () => {
    const { code, checks, stderr } = await doctor([], { SVC_URL: "http://127.0.0.1:9" });
    expect(code).toBe(8);
    expect(checks.get("admin_api")?.status).toBe("failure");
    expect(checks.get("health")?.status).toBe("failure");
    expect(checks.get("clock")?.status).toBe("not_checked");
    expect(JSON.parse(stderr)).toMatchObject({
      error: { reason: "CHECKS_FAILED", message: "2 checks failed" },
    });
  });

  test("without a context it says how to log in", async () => {
    const failed = await cli.failure(["doctor", "--context", "nowhere"]);
    expect(failed).toMatchObject({ code: 3 });
  });

  test("a clock that is more than 30 seconds off is a warning", async () => {
    for (const [offset, status] of [
      [-90_000, "warning"],
      [45_000, "warning"],
      [-20_000, "ok"],
    ] as const) {
      front.date = new Date(Date.now() + offset).toUTCString();
      expect((await doctor()).checks.get("clock")?.status).toBe(status);
    }
  });

  test("health that disagrees is a failure", async () => {
    front.bend = (path, response) => {
      if (path === "/healthz") response.writeHead(404).end("{}");
      return path === "/healthz";
    };
    expect((await doctor()).checks.get("health")).toMatchObject({
      status: "failure",
      seen: "/healthz says HTTP 404, gRPC health says SERVING",
    });
  });

  test("another address than the base URL, and a server of another version, are warnings", async () => {
    const answer = { baseUrl: "http://localhost:1", version: "9.9.9" };
    front.bend = (path, response) => {
      if (!path.endsWith("/GetInstance")) return false;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
      return true;
    };
    const { checks } = await doctor();
    expect(checks.get("address")?.status).toBe("warning");
    expect(checks.get("version")).toMatchObject({
      status: "warning",
      seen: "the server is 9.9.9, this svc is 0.1.0",
    });
    answer.baseUrl = "http://auth.example.com";
    expect((await doctor()).checks.get("base_url")).toMatchObject({
      status: "failure",
      remedy: "start the server with --base-url https://auth.example.com",
    });
  });

  test("a certificate: not trusted fails, few days left warns", async (context) => {
    if (!hasOpenssl()) notRun(context, "there is no openssl");
    const { chain, privateKey } = makeCertificate(["127.0.0.1"]);
    writeFileSync(cli.path("tls.crt"), chain);
    const secure = createSecureServer({ key: privateKey, cert: chain });
    const tls = new Front(secure as unknown as Server);
    tls.target = cli.url;
    try {
      const SVC_URL = await tls.listen();
      const untrusted = await doctor([], { SVC_URL });
      expect(untrusted.checks.get("tls")).toMatchObject({ status: "failure" });
      const trusted = await doctor([], { SVC_URL, NODE_EXTRA_CA_CERTS: cli.path("tls.crt") });
      expect(trusted.checks.get("tls")).toMatchObject({
        status: "warning",
        seen: expect.stringMatching(/^valid until \d{4}-\d\d-\d\d, 4 days left$/),
      });
    } finally {
      secure.close().closeAllConnections();
    }
  });
});

describe("mail", () => {
  test("--smtp-to sends a real mail and tells what the relay said", async () => {
    expect((await doctor(["--smtp-to", "bob@example.com"])).checks.get("test_mail")?.status).toBe("warning");
    const relay = await TestRelay.start();
    const { host, port, from } = relay.settings;
    const smtp = ["instance", "smtp", "set", "--host", host, "--port", String(port), "--from", from];
    expect((await cli.run(smtp, { env: as() })).code).toBe(0);
    const sent = await doctor(["--smtp-to", "bob@example.com"]);
    expect(sent.checks.get("smtp")).toMatchObject({
      status: "ok",
      seen: expect.stringContaining(`${host}:${port}`),
    });
    expect(sent.checks.get("test_mail")).toMatchObject({
      status: "ok",
      seen: expect.stringContaining("250"),
    });
    expect(relay.mails.map(({ rcpt }) => rcpt)).toEqual([["bob@example.com"]]);
    relay.mood = { at: "rcpt", code: 550, text: "no such mailbox" };
    const refused = await doctor(["--smtp-to", "bob@example.com"]);
    expect(refused.checks.get("test_mail")).toMatchObject({
      status: "failure",
      seen: expect.stringContaining("no such mailbox"),
    });
    await relay.down();
  });
});

describe("a project", () => {
  test("JWKS, issuer and disabled providers are ok; an unknown project fails", async () => {
    const { code, checks } = await doctor(["--project", "acme"]);
    expect(code).toBe(0);
    for (const id of ["project", "issuer", "jwks", "google", "apple"])
      expect(checks.get(id)?.status).toBe("ok");
    expect(checks.get("issuer")?.seen).toBe(`${url}/p/acme`);
    expect((await doctor(["--project", "nope"])).checks.get("project")?.status).toBe("failure");
  });

  test("keys of a rotation are all expected", async () => {
    await cli.run(["project", "keys", "rotate", "acme"], { env: as() });
    const { checks } = await doctor(["--project", "acme"]);
    expect(checks.get("jwks")).toMatchObject({ status: "ok", seen: expect.stringContaining("3 keys") });
  });

  test("a JWKS with other keys, and one that is not there, fail", async () => {
    let body = '{"keys":[{"kty":"EC","kid":"stranger"}]}';
    front.bend = (path, response) => {
      if (path.endsWith("/jwks.json")) response.writeHead(200).end(body);
      return path.endsWith("/jwks.json");
    };
    const strange = (await doctor(["--project", "acme"])).checks.get("jwks");
    expect(strange).toMatchObject({
      status: "failure",
      seen: expect.stringContaining("has the unknown key stranger"),
    });
    body = "<html>";
    const none = (await doctor(["--project", "acme"])).checks.get("jwks");
    expect(none).toMatchObject({ status: "failure", seen: expect.stringContaining("is not a JWKS") });
  });
});

const googleSection = (more: string) => `  google: { enabled: true${more} }\n`;
const goodGoogle = `, web_client_id: "${webClientId}", web_client_secret: ${webSecret}`;
const appleSection = (more: string) =>
  `  apple: { enabled: true, bundle_id: com.example.app, team_id: TEAM123456, key_id: ABC123DEFG${more} }\n`;
const storedKey = `, services_id: com.example.web, private_key: ${JSON.stringify(appleKey)}`;

describe("providers", () => {
  test("the server tries what it has stored at Google and Apple", async () => {
    await apply("social", googleSection(goodGoogle) + appleSection(storedKey));
    const { checks } = await doctor(["--project", "social"]);
    const statuses = Object.fromEntries([...checks].map(([id, { status }]) => [id, status]));
    expect(statuses).toMatchObject({
      google: "ok",
      google_keys: "ok",
      google_secret: "ok",
      google_clock: "ok",
      apple: "ok",
      apple_keys: "ok",
      apple_key: "ok",
      apple_key_bundle_id: "ok",
      apple_key_services_id: "ok",
      apple_clock: "ok",
      apple_relay: "not_checked",
    });
    expect(checks.get("google_secret")?.seen).toBe("Google accepts it");
    expect(checks.get("apple_key_services_id")?.title).toBe("Apple key for com.example.web");
  });

  test("an id that is none of Google's fails", async () => {
    await apply("wrong", googleSection(", web_client_id: my-client"));
    const { code, checks } = await doctor(["--project", "wrong"]);
    expect(code).toBe(8);
    expect(checks.get("google")).toMatchObject({
      status: "failure",
      seen: expect.stringContaining("my-client"),
    });
  });

  test("providers that the server cannot reach: the keys fail, the rest is not checked", async () => {
    await apply("social", googleSection(goodGoogle) + appleSection(storedKey));
    google.instead = (_, response) => void response.destroy();
    apple.instead = (_, response) => void response.writeHead(502).end();
    const { code, checks } = await doctor(["--project", "social", "--apple-key", "apple.p8"], {
      SVC_DEV_APPLE_URL: apple.url,
    });
    expect(code).toBe(8);
    for (const id of ["google_keys", "apple_keys"]) expect(checks.get(id)?.status).toBe("failure");
    for (const id of ["google_secret", "apple_key_bundle_id", "apple_key_file"])
      expect(checks.get(id)?.status).toBe("not_checked");
    expect(checks.get("apple_key_file")?.seen).toContain("could not reach Apple: ");
  });

  test("--apple-key: Apple accepts the right key and refuses another", async () => {
    const env = { SVC_DEV_APPLE_URL: apple.url };
    await apply("by-hand", appleSection(""));
    const right = await doctor(["--project", "by-hand", "--apple-key", "apple.p8"], env);
    expect(right.checks.get("apple_key_file")).toMatchObject({ status: "ok", seen: "Apple accepts it" });
    expect(right.checks.get("apple_key")?.status).toBe("warning");
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    writeFileSync(cli.path("other.p8"), other.export({ format: "pem", type: "pkcs8" }));
    const wrong = await doctor(["--project", "by-hand", "--apple-key", "other.p8"], env);
    expect(wrong.checks.get("apple_key_file")).toMatchObject({
      status: "failure",
      seen: "Apple refuses it (invalid_client)",
    });
    const untried = await doctor(["--project", "by-hand"]);
    expect(untried.checks.has("apple_key_file")).toBe(false);
  });

  test("a file that is no key is refused before anything is asked", async () => {
    writeFileSync(cli.path("junk.p8"), "junk");
    for (const [file, message] of [
      ["missing.p8", "there is no file missing.p8"],
      ["junk.p8", "junk.p8 is not an Apple private key"],
    ] as const) {
      const failed = await cli.failure(["doctor", "--project", "acme", "--apple-key", file], as());
      expect(failed).toMatchObject({ code: 2, message });
    }
    const alone = await cli.failure(["doctor", "--apple-key", "apple.p8"], as());
    expect(alone).toMatchObject({ code: 2, message: "--apple-key needs --project" });
  });
});
