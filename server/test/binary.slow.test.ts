import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Running } from "../../cli/test/cli-runner.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";
import { notRun } from "../src/testing/not-run.ts";
import { noPebble, Pebble } from "../src/testing/pebble.ts";
import { AcmeJourney } from "./acme-journey.ts";

const root = join(import.meta.dirname, "../..");

describe("the executable that npm run build makes", () => {
  let folder: string;
  let binary: string;
  let url: string;
  let stop: () => Promise<number | null>;
  let token: string;

  /** Nothing of the checkout, of its Node or of npm is in reach. */
  const run = (...args: string[]) =>
    spawnSync(binary, args, { cwd: folder, env: { PATH: "/nowhere", HOME: folder }, encoding: "utf8" });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-binary-"));
    const built = spawnSync(process.execPath, [join(root, "tools/build.ts"), "--out", folder], {
      encoding: "utf8",
    });
    expect(built.stderr).toBe("");
    binary = join(folder, process.platform === "win32" ? "svc.exe" : "svc");
    ({ url, stop } = await serve());
  }, 120_000);
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function serve(dataDir = "data", ...flags: string[]) {
    const args = ["serve", "--addr", "127.0.0.1:0", "--data-dir", join(folder, dataDir), ...flags];
    const child = spawn(binary, args, {
      cwd: folder,
      env: { PATH: "/nowhere", HOME: folder, SVC_RATE_LIMITS: "off" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let said = "";
    const listening = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        said += chunk;
        const found = /listening +(http:\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      void ended.then(() => reject(new Error(said)));
    });
    return {
      url: listening,
      said: () => said,
      stop: () => {
        child.kill("SIGTERM");
        return ended;
      },
    };
  }

  const projects = () =>
    createClient(ProjectService, createConnectTransport({ baseUrl: url, httpVersion: "1.1" }));
  const asAdmin = () => ({ headers: { authorization: `Bearer ${token}` } });

  test("tells its version, commit and runtime", () => {
    expect(run("version").stdout).toMatch(
      /^svc \d+\.\d+\.\d+ \((commit [0-9a-f]{12}|from source), Node 26\.\S+, \w+-\w+\)\n$/,
    );
  });

  test("is server, operator's tool and remote client in one, on both protocols", async () => {
    const made = run("admin", "create", "--email", "ada@example.com", "--data-dir", "data");
    expect(made.status, made.stderr).toBe(0);
    token = run("admin", "token", "create", "--email", "ada@example.com", "--data-dir", "data").stdout.trim();
    const { project } = await projects().createProject({ name: "Demo" }, asAdmin());
    const auth = createClient(AuthService, createGrpcTransport({ baseUrl: url }));
    const key = { headers: { "x-svc-key": project?.publishableKey ?? "" } };
    const account = { email: "bob@example.com", password: "a password of bob's" };
    await auth.signUp(account, key);
    expect((await auth.signIn(account, key)).user?.email).toBe("bob@example.com");
    const listed = spawnSync(binary, ["user", "list", "--project", "demo", "--json"], {
      cwd: folder,
      env: { PATH: "/nowhere", HOME: folder, SVC_URL: url, SVC_TOKEN: token },
      encoding: "utf8",
    });
    expect(JSON.parse(listed.stdout).users).toMatchObject([{ email: "bob@example.com" }]);
  });

  test("signs for many at once, and every token is good", async () => {
    const settings = { allowAnonymousSignIn: true };
    const { project } = await projects().updateProject({ project: "demo", settings }, asAdmin());
    const auth = createClient(AuthService, createGrpcTransport({ baseUrl: url }));
    const key = { headers: { "x-svc-key": project?.publishableKey ?? "" } };
    const keys = createRemoteJWKSet(new URL(`${url}/p/demo/.well-known/jwks.json`));
    for (let round = 0; round < 4; round++) {
      const guests = await Promise.all(Array.from({ length: 32 }, () => auth.signInAnonymously({}, key)));
      for (const { accessToken, user } of guests) {
        expect((await jwtVerify(accessToken, keys)).payload.sub).toBe(user?.id);
      }
    }
  });

  test("starts itself as its workers", async () => {
    const database = ["--database-url", await newPostgresDatabase()];
    const { url, said, stop } = await serve("of-workers", "--workers", "2", ...database);
    for (const worker of [1, 2]) expect(said()).toContain(`worker serves worker=${worker} pid=`);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await stop()).toBe(0);
  });

  test.each([
    ["/console/", "text/html"],
    ["/protos/svc/auth/v1/auth.proto", "text/plain"],
    ["/protos/svc-protos.tar.gz", "application/gzip"],
    ["/protos/svc.auth.v1.openapi.json", "application/json"],
    ["/pub/@svc%2fsdk", "application/json"],
    ["/docs/", "text/html"],
    ["/docs/reference/auth", "text/html"],
    ["/llms.txt", "text/plain"],
  ])("carries %s", async (path, contentType) => {
    const answer = await fetch(`${url}${path}`);
    expect({ status: answer.status, type: answer.headers.get("content-type")?.split(";")[0] }).toEqual({
      status: 200,
      type: contentType,
    });
    expect((await answer.text()).length).toBeGreaterThan(100);
  });

  test("shows characters outside ASCII, which its code writes as escapes", async () => {
    const page = await (await fetch(`${url}/docs/search?q=qqqq`)).text();
    expect(page).toContain("No page has anything about “qqqq”");
    expect(page).toMatch(/<title>[^<]+ · svc<\/title>/);
  });

  test("carries the package that /pub/ names", async () => {
    const { versions } = (await (await fetch(`${url}/pub/@svc%2fsdk`)).json()) as {
      versions: Record<string, { dist: { tarball: string } }>;
    };
    for (const { dist } of Object.values(versions)) {
      expect((await fetch(new URL(new URL(dist.tarball).pathname, url))).status).toBe(200);
    }
  });

  test("carries the skill", () => {
    expect(run("skill", "export", "--dir", "skill").status).toBe(0);
    expect(readdirSync(join(folder, "skill"))).toContain("SKILL.md");
  });

  test("gets a certificate from an ACME authority and renews it", async (context) => {
    const missing = noPebble();
    if (missing) notRun(context, missing);
    const pebble = await Pebble.start();
    try {
      const data = join(folder, "secure");
      const start = (env: Record<string, string>): Running =>
        new Running(
          spawn(binary, ["serve", "--data-dir", data], {
            cwd: folder,
            env: { PATH: "/nowhere", HOME: folder, ...env },
          }),
        );
      await (await AcmeJourney.plan(pebble)).travel(start, join(data, "svc.db"));
    } finally {
      await pebble.close();
    }
  });

  test("leaves nothing of its add-ons behind", () => {
    expect(readdirSync(folder).filter((name) => name.startsWith("svc-"))).toEqual([]);
  });

  test("ends by itself when it is told to", async () => {
    expect(await stop()).toBe(0);
    ({ url, stop } = await serve());
  });
});
