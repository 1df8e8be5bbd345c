import { execFile } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { node, root } from "../../cli/test/cli-runner.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { freePort } from "../src/testing/postgres.ts";
import { BackendProcess, hasProgram } from "./backend-process.ts";
import { expectRefusal, GatewayWorld, statusOf } from "./gateway-world.ts";
import { nginxConfig, noProxy, RealProxy } from "./proxy-process.ts";
import { sdkFolder } from "./sdk-folder.ts";

const run = promisify(execFile);
const examples = join(root, "examples/api-gateway");

let world: GatewayWorld;
/** The examples, with the published library beside them. */
let home = "";
beforeAll(async () => {
  world = await GatewayWorld.open();
  home = sdkFolder("gateways");
  cpSync(examples, home, { recursive: true });
});
afterAll(async () => {
  await world.close();
  rmSync(home, { recursive: true, force: true });
});

type Changes = readonly (readonly [string | RegExp, string])[];

/** A file as a reader would change it for their own addresses. */
function filledIn(file: string, changes: Changes): string {
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replaceAll(typeof from === "string" ? from : new RegExp(from, "g"), to);
      if (changed === text) throw new Error(`examples/api-gateway/${file} does not say ${from}`);
      return changed;
    },
    readFileSync(join(examples, file), "utf8"),
  );
}

const addresses = (svc: string): Changes => [
  ["127.0.0.1:8080", svc],
  ["127.0.0.1:3000", world.backend],
];

const inTheClear = (port: number): Changes => [
  ["listen 443 ssl;", `listen 127.0.0.1:${port};`],
  [/ +ssl_certificate.*\n/, ""],
];

/** Beside nginx, wherever that is installed. */
async function njsModule(): Promise<string | undefined> {
  const { stdout } = await run("sh", ["-c", "PATH=$PATH:/usr/sbin command -v nginx"]);
  const file = join(dirname(stdout.trim()), "../lib/nginx/modules/ngx_http_js_module.so");
  return existsSync(file) ? file : undefined;
}

type Gateway = (svc: string) => Promise<RealProxy | { why: string }>;

const nginx: Gateway = async (svc) => {
  const why = noProxy("nginx");
  if (why !== undefined) return { why };
  return RealProxy.run("nginx", ({ folder, port }) => {
    const changes: Changes = [
      ...addresses(svc),
      ...inTheClear(port),
      ["pk_...", world.project.publishableKey],
    ];
    return nginxConfig(folder, filledIn("nginx.conf", changes));
  });
};

const nginxIntrospection: Gateway = async (svc) => {
  const why = noProxy("nginx");
  if (why !== undefined) return { why };
  const module = await njsModule();
  if (module === undefined) return { why: "nginx has no njs module; apt install libnginx-mod-http-js" };
  return RealProxy.run("nginx", ({ folder, port }) => {
    const secret = join(folder, "svc-secret-key.conf");
    writeFileSync(secret, `proxy_set_header x-svc-key ${world.secretKey};\n`);
    chmodSync(secret, 0o600);
    const changes: Changes = [
      ...addresses(svc),
      ...inTheClear(port),
      ["/etc/nginx/svc.js", join(examples, "svc.js")],
      ["/etc/nginx/svc-secret-key.conf", secret],
    ];
    return nginxConfig(folder, filledIn("nginx-introspection.conf", changes), `load_module ${module};`);
  });
};

const caddy: Gateway = async (svc) => {
  const why = noProxy("caddy");
  if (why !== undefined) return { why };
  const inner = await freePort();
  return RealProxy.run("caddy", ({ port }) => {
    const changes: Changes = [
      ...addresses(svc),
      ["api.example.com {", `http://api.example.com:${port} {\n\tbind 127.0.0.1`],
      [/:9180\b/, `:${inner}`],
      ["pk_...", world.project.publishableKey],
    ];
    return `{\n\tadmin off\n}\n${filledIn("Caddyfile", changes)}`;
  });
};

describe.each([
  ["nginx", nginx],
  ["nginx with introspection", nginxIntrospection],
  ["Caddy", caddy],
] as const)("%s, configured as in the guide,", (name, start) => {
  test("lets good tokens pass and refuses all others, also one of a session that has ended", async (context) => {
    const gateway = await start(world.host);
    if ("why" in gateway) notRun(context, gateway.why);
    onTestFinished(() => gateway.close());
    await world.holdsAskingGateway(`http://127.0.0.1:${gateway.port}`);
    expect(world.seen.filter(({ headers }) => headers.x_user_id !== undefined)).toEqual([]);
    const knowsTheUser = name === "nginx with introspection";
    expect(world.seen.map(({ headers }) => [headers["x-user-id"], headers["x-user-is-guest"]])).toEqual(
      knowsTheUser
        ? [
            [world.userId, "false"],
            [expect.stringMatching(/^[0-9a-f-]{36}$/), "true"],
            [world.userId, "false"],
          ]
        : Array(3).fill([undefined, undefined]),
    );
  });

  test("lets nobody pass while the server does not answer", async (context) => {
    const gateway = await start("127.0.0.1:9");
    if ("why" in gateway) notRun(context, gateway.why);
    onTestFinished(() => gateway.close());
    world.seen.length = 0;
    const url = `http://127.0.0.1:${gateway.port}`;
    expect(await statusOf(url, `Bearer ${await world.good()}`)).toBeGreaterThanOrEqual(500);
    expect(world.seen).toEqual([]);
  });
});

test("forward-auth.ts answers a gateway with the user, and never lets pass what it could not ask about", async () => {
  const started = { program: node, args: ["forward-auth.ts"], cwd: home };
  const secret = { AUTH_SECRET_KEY: world.secretKey };
  const helper = await BackendProcess.start(started, world.t.url, secret);
  onTestFinished(() => helper.stop());
  const good = await world.good();
  const answer = await fetch(helper.url, { headers: { authorization: `Bearer ${good}` } });
  expect({ status: answer.status, ...Object.fromEntries(answer.headers) }).toMatchObject({
    status: 204,
    "x-user-id": world.userId,
    "x-user-is-guest": "false",
  });
  const guest = await fetch(helper.url, { headers: { authorization: `Bearer ${await world.guest()}` } });
  expect(guest.headers.get("x-user-is-guest")).toBe("true");
  for (const [name, authorization] of Object.entries(await world.refused())) {
    expectRefusal(name, await statusOf(helper.url, authorization));
  }
  expect(await statusOf(helper.url, `Bearer ${await world.signedOut()}`)).toBe(401);
  const twice = request(helper.url, {
    headers: ["host", "x", "authorization", `Bearer ${good}`, "authorization", "Bearer other"],
  }).end();
  const [refused] = (await once(twice, "response")) as [IncomingMessage];
  expect(refused.resume().statusCode).toBe(401);

  const alone = await BackendProcess.start(started, "http://127.0.0.1:9", secret);
  onTestFinished(() => alone.stop());
  expect(await statusOf(alone.url, `Bearer ${good}`)).toBe(503);
});

/** What the function returns for each of the headers, in one process as an instance of Lambda is. */
async function authorize(
  authUrl: string,
  project: string,
  headers: (string | undefined)[],
): Promise<unknown[]> {
  const script = `
import { handler } from "./lambda-authorizer.mjs";
const answers = [];
for (const authorization of JSON.parse(process.env.HEADERS)) {
  const event = { version: "2.0", type: "REQUEST", headers: authorization === null ? {} : { authorization } };
  answers.push(await handler(event).catch((error) => error.reason));
}
process.stdout.write(JSON.stringify(answers));`;
  const env = {
    ...process.env,
    AUTH_URL: authUrl,
    AUTH_PROJECT: project,
    HEADERS: JSON.stringify(headers.map((header) => header ?? null)),
  };
  const { stdout } = await run(node, ["--input-type=module", "--eval", script], { cwd: home, env });
  return JSON.parse(stdout);
}

test("the Lambda authorizer accepts good tokens and no others, and fails when it cannot tell", async () => {
  const [good, guest] = [await world.good(), await world.guest()];
  await world.rotate();
  const afterRotation = await world.good();
  const accepted = await authorize(
    world.t.url,
    "demo",
    [good, guest, afterRotation].map((token) => `Bearer ${token}`),
  );
  expect(accepted).toEqual([
    { isAuthorized: true, context: { userId: world.userId, isAnonymous: false, claims: "{}" } },
    { isAuthorized: true, context: { userId: expect.any(String), isAnonymous: true, claims: "{}" } },
    { isAuthorized: true, context: { userId: world.userId, isAnonymous: false, claims: "{}" } },
  ]);
  const refused = Object.values(await world.refused());
  expect(await authorize(world.t.url, "demo", refused)).toEqual(refused.map(() => ({ isAuthorized: false })));
  expect(await authorize("http://127.0.0.1:9", "demo", [`Bearer ${good}`])).toEqual(["KEYS_UNAVAILABLE"]);
});

test("the configuration for Kong has the keys that sign the tokens, the next one included", async () => {
  const env = { ...process.env, AUTH_URL: world.t.url, AUTH_PROJECT: "demo" };
  const { stdout } = await run(node, ["kong-config.mjs"], { cwd: home, env });
  const [{ jwt_secrets: secrets }] = JSON.parse(stdout).consumers;
  await world.rotate();
  const [header = "", payload = "", signature = ""] = (await world.good()).split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const { algorithm, rsa_public_key: pem } = secrets.find(({ key }: { key: string }) => key === kid);
  expect(algorithm).toBe("ES256");
  const key = { key: createPublicKey(pem), dsaEncoding: "ieee-p1363" } as const;
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify("sha256", signed, key, Buffer.from(signature, "base64url"))).toBe(true);
});

test("the files that are not run name the issuer and the keys of the discovery document", async () => {
  const discovery = await fetch(`${world.t.url}/p/demo/.well-known/openid-configuration`);
  const { issuer, jwks_uri } = (await discovery.json()) as Record<string, string>;
  const here: Changes = [["https://auth.example.com", world.t.url]];
  const hasura = JSON.parse(filledIn("hasura.json", here));
  expect(hasura).toMatchObject({ issuer, jwk_url: jwks_uri, audience: "demo" });
  const envoy = parse(filledIn("envoy.yaml", here)).static_resources.listeners[0].filter_chains[0].filters[0];
  expect(envoy.typed_config.http_filters[0].typed_config.providers.svc).toMatchObject({
    issuer,
    audiences: ["demo"],
    remote_jwks: { http_uri: { uri: jwks_uri } },
  });
  expect(filledIn("postgrest-keys.sh", here)).toContain(` ${jwks_uri}\n`);
  expect(parse(filledIn("traefik.yaml", [])).http.routers.api.middlewares).toEqual(["svc"]);
});

describe("Spring Boot", () => {
  let why: string | undefined;
  const cwd = () => join(home, "spring");
  beforeAll(async () => {
    if (!isFull) why = "it comes from Maven Central: npm run test:full";
    for (const program of ["java", "mvn"])
      if (why === undefined && !(await hasProgram(program, "-version")))
        why = `this machine has no ${program}`;
    if (why !== undefined) return;
    const settings = "src/main/resources/application.yml";
    writeFileSync(
      join(cwd(), settings),
      filledIn(`spring/${settings}`, [["https://auth.example.com", world.t.url]]),
    );
    await run("mvn", ["--quiet", "--batch-mode", "package"], { cwd: cwd() }).catch((error) => {
      why = `cannot be built: ${error.stdout ?? error}`;
    });
  }, 600_000);

  test("finds the keys from the issuer alone, accepts good tokens and no others, and follows a new key", {
    timeout: 120_000,
  }, async (context) => {
    if (why !== undefined) notRun(context, why);
    const started = { program: "java", args: ["-jar", "target/backend-1.jar"], cwd: cwd() };
    const backend = await BackendProcess.start(started, world.t.url);
    onTestFinished(() => backend.stop());
    const me = { status: 200, body: { userId: world.userId, isAnonymous: false } };
    expect(await backend.get("/me", await world.good())).toEqual(me);
    expect(await backend.get("/me", await world.guest())).toMatchObject({ body: { isAnonymous: true } });
    for (const [name, authorization] of Object.entries(await world.refused())) {
      const status = await statusOf(`${backend.url}/me`, authorization);
      expect({ name, status }).toEqual({ name, status: 401 });
    }
    // What the guide says: it does not know that a session has ended.
    expect((await backend.get("/me", await world.signedOut())).status).toBe(200);
    // The second one signs with a key that was not published when Spring fetched the keys.
    for (let rotation = 0; rotation < 2; rotation++) {
      await world.rotate();
      expect(await backend.get("/me", await world.good())).toEqual(me);
    }
  });
});
