import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Check } from "../src/cli/remote/doctor/check.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { Front, Providers } from "./cli-doctor-stand-ins.ts";
import { adminEmail, RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
let front: Front;
let providers: Providers;
let url = "";

beforeAll(async () => {
  front = new Front(createServer());
  url = await front.listen();
  providers = new Providers();
  await providers.listen();
  cli = await RemoteBench.open(`rate_limits = "off"\nbase_url = "${url}"\n`);
  front.target = cli.url;
  writeFileSync(cli.path("apple.p8"), providers.apple.privateKey.export({ format: "pem", type: "pkcs8" }));
  await apply("acme", "");
});
afterAll(() => {
  cli.close();
  front.server.close().closeAllConnections();
  providers.server.close().closeAllConnections();
});
beforeEach(() => {
  front.bend = () => false;
  front.date = undefined;
  providers.seen.length = 0;
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
    const { code, stdout, stderr } = await cli.run(["doctor"], { env: as() });
    expect(code).toBe(0);
    expect(stdout.split("\n").map((line) => line.split("\t").slice(0, 3))).toEqual([
      ["ok", "admin API", `the token belongs to ${adminEmail}`],
      ["ok", "clock", expect.stringMatching(/^[01] s apart from this machine$/)],
      ["ok", "health", "/healthz says SERVING, gRPC health says SERVING"],
      ["not checked", "package repository", "this server has no package repository"],
      ["ok", "version", "server and svc are both 0.1.0"],
      ["ok", "base URL", `${url}, for this machine only`],
      ["ok", "address", `reached at ${url}`],
      ["warning", "mail relay", "none: mails are written to the server's console and reach nobody"],
      [""],
    ]);
    expect(stderr).toBe(`checking ${url} ...\n1 warning, 1 not checked, 6 ok\n`);
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
    expect(shown).toContain("\nwarning      mail relay          none: mails are written");
    expect(shown).toContain(`\n${" ".repeat(33)}-> svc instance smtp set --host ... --from ...\n`);
  });
});

describe("the server", () => {
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

  test("a package repository that answers is ok, one that breaks is a warning", async () => {
    let status = 200;
    front.bend = (path, response) => {
      if (path === "/pub/") response.writeHead(status).end("{}");
      return path === "/pub/";
    };
    expect((await doctor()).checks.get("pub")?.status).toBe("ok");
    status = 500;
    expect((await doctor()).checks.get("pub")?.status).toBe("warning");
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
    const files = { key: cli.path("tls.key"), cert: cli.path("tls.crt") };
    const line = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${files.key} -out ${files.cert} -days 5 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1`;
    if (spawnSync("openssl", line.split(" ")).status !== 0) notRun(context, "there is no openssl");
    const secure = createSecureServer({ key: readFileSync(files.key), cert: readFileSync(files.cert) });
    const tls = new Front(secure as unknown as Server);
    tls.target = cli.url;
    try {
      const SVC_URL = await tls.listen();
      const untrusted = await doctor([], { SVC_URL });
      expect(untrusted.checks.get("tls")).toMatchObject({ status: "failure" });
      const trusted = await doctor([], { SVC_URL, NODE_EXTRA_CA_CERTS: files.cert });
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
    expect(checks.get("jwks")).toMatchObject({ status: "ok", seen: expect.stringContaining("2 keys") });
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
    expect(none).toMatchObject({ status: "failure", seen: expect.stringContaining("is no JWKS") });
  });
});

const google = (id: string) => `  google: { enabled: true, web_client_id: "${id}" }\n`;
const goodId = "1234-abc.apps.googleusercontent.com";
const apple = (more: string) =>
  `  apple: { enabled: true, bundle_id: com.example.app, team_id: TEAM123456, key_id: ABC123DEFG${more} }\n`;

describe("providers", () => {
  test("Google: ids, discovery document and keys", async () => {
    await apply("social", google(goodId));
    const { checks } = await doctor(["--project", "social"], providers.env);
    expect(checks.get("google")?.status).toBe("ok");
    expect(checks.get("google_secret")?.status).toBe("warning");
    expect(checks.get("google_keys")).toMatchObject({ status: "ok", seen: `1 at ${providers.url}/certs` });
    expect(providers.seen).toContain("GET /.well-known/openid-configuration");
  });

  test("an id that is none of Google's fails", async () => {
    await apply("wrong", google("my-client"));
    const { checks } = await doctor(["--project", "wrong"], providers.env);
    expect(checks.get("google")).toMatchObject({
      status: "failure",
      seen: expect.stringContaining("my-client"),
    });
  });

  test("outside endpoints that cannot be reached are not checked, and say so", async () => {
    await apply("social", google(goodId) + apple(""));
    const nowhere = "http://127.0.0.1:9";
    const env = { SVC_DOCTOR_GOOGLE_URL: nowhere, SVC_DOCTOR_APPLE_URL: nowhere };
    const { code, checks } = await doctor(["--project", "social", "--apple-key", "apple.p8"], env);
    expect(code).toBe(0);
    for (const id of ["google_keys", "apple_keys", "apple_key"]) {
      expect(checks.get(id)).toMatchObject({
        status: "not_checked",
        seen: expect.stringMatching(/^could not reach http:\/\/127\.0\.0\.1:9/),
      });
    }
  });

  test("--apple-key: Apple accepts the right key and refuses another", async () => {
    await apply("social", apple(""));
    const right = await doctor(["--project", "social", "--apple-key", "apple.p8"], providers.env);
    expect(right.checks.get("apple_key")).toMatchObject({ status: "ok", seen: "Apple accepts it" });
    expect(right.checks.get("apple_stored_key")?.status).toBe("warning");
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    writeFileSync(cli.path("other.p8"), other.export({ format: "pem", type: "pkcs8" }));
    const wrong = await doctor(["--project", "social", "--apple-key", "other.p8"], providers.env);
    expect(wrong.checks.get("apple_key")).toMatchObject({
      status: "failure",
      seen: "Apple refuses it (invalid_client)",
    });
    const untried = await doctor(["--project", "social"], providers.env);
    expect(untried.checks.get("apple_key")?.status).toBe("not_checked");
  });

  test("a file that is no key is refused before anything is asked", async () => {
    writeFileSync(cli.path("junk.p8"), "junk");
    for (const [file, message] of [
      ["missing.p8", "there is no file missing.p8"],
      ["junk.p8", "junk.p8 is not a Sign in with Apple key"],
    ] as const) {
      const failed = await cli.failure(["doctor", "--project", "acme", "--apple-key", file], as());
      expect(failed).toMatchObject({ code: 2, message });
    }
    const alone = await cli.failure(["doctor", "--apple-key", "apple.p8"], as());
    expect(alone).toMatchObject({ code: 2, message: "--apple-key needs --project" });
  });
});

test("billing probes are told as not checked, and their keys are not repeated", async () => {
  const flags = [
    "--apple-iap-p8",
    "a.p8",
    "--google-service-account",
    "b.json",
    "--stripe-secret-key",
    "sk_live_1",
  ];
  const { all, stderr } = await doctor(flags);
  const billing = all.filter(({ id }) => id.startsWith("billing"));
  expect(billing.map(({ status, seen }) => [status, seen])).toEqual(
    Array(3).fill(["not_checked", "billing is not part of this version yet"]),
  );
  expect(JSON.stringify(all) + stderr).not.toContain("sk_live_1");
});
