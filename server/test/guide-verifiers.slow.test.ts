import { execFile, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { hasProgram, type Started } from "./backend-process.ts";
import { Front } from "./front.ts";
import { GatewayWorld } from "./gateway-world.ts";

const run = promisify(execFile);

let world: GatewayWorld;
let front: Front;
let home = "";
beforeAll(async () => {
  front = await Front.open();
  world = await GatewayWorld.open({ baseUrl: front.url });
  front.behind = world.t.url;
  home = mkdtempSync(join(inject("scratch"), "verifiers-"));
  cpSync(join(root, "examples/verifiers"), home, { recursive: true });
});
afterAll(async () => {
  await world.close();
  await front.close();
  rmSync(home, { recursive: true, force: true });
});

type Start = () => Promise<Started | { why: string }>;

const inRuby: Start = async () => {
  if (!(await hasProgram("ruby", "--version"))) return { why: "this machine has no Ruby" };
  if (!(await hasProgram("ruby", "-e", 'require "jwt"'))) return { why: "this machine has no jwt for Ruby" };
  return { program: "ruby", args: ["main.rb"], cwd: join(home, "ruby") };
};

const inElixir: Start = async () => {
  if (!(await hasProgram("elixir", "--version"))) return { why: "this machine has no Elixir" };
  for (const name of ["jose", "jiffy"]) {
    const check = `{:ok, _} = Application.ensure_all_started(:${name})`;
    if (!(await hasProgram("elixir", "-e", check))) return { why: `this machine has no ${name} for Erlang` };
  }
  return { program: "elixir", args: ["main.exs"], cwd: join(home, "elixir") };
};

const inRust: Start = async () => {
  if (!isFull) return { why: "jsonwebtoken comes from crates.io: npm run test:full" };
  if (!(await hasProgram("cargo", "--version"))) return { why: "this machine has no Cargo" };
  const cwd = join(home, "rust");
  try {
    await run("cargo", ["build", "--quiet"], { cwd });
  } catch (error) {
    return { why: `cannot be built: ${(error as { stderr?: string }).stderr ?? error}` };
  }
  const target = process.env.CARGO_TARGET_DIR ?? join(cwd, "target");
  return { program: join(target, "debug/backend"), args: [], cwd };
};

/** What the program prints about a token: `user`, `guest` or `two factors` with the user's id, or why it is refused. */
function startReader({ program, args, cwd }: Started): (token: string) => Promise<string> {
  const env = { ...process.env, AUTH_URL: front.url, AUTH_PROJECT: "demo", LC_ALL: "C.UTF-8" };
  const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  // Not SIGTERM, after which Elixir writes about the end of its input.
  onTestFinished(() => void child.kill("SIGKILL"));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (token) => {
    child.stdin.write(`${token}\n`);
    const { value } = await answers.next();
    return value ?? expect.fail("the program has ended");
  };
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

/** Tokens that nobody may accept. */
async function refusedTokens(): Promise<Record<string, string>> {
  const [header = "", payload = "", signature = ""] = (await world.good()).split(".");
  const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
  const keys = await fetch(`${world.t.url}/p/demo/.well-known/jwks.json`);
  const signed = `${encoded({ alg: "HS256", typ: "JWT", kid })}.${payload}`;
  const secret = await crypto.subtle.importKey(
    "raw",
    await keys.bytes(),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const mac = await crypto.subtle.sign("HMAC", secret, Buffer.from(signed));
  const others = Object.entries(await world.refused()).flatMap(([name, value]) =>
    value?.startsWith("Bearer ") ? [[name, value.slice("Bearer ".length)] as const] : [],
  );
  return {
    ...Object.fromEntries(others),
    "HS256 with the public keys": `${signed}.${Buffer.from(mac).toString("base64url")}`,
    "unsigned, with a good kid": [encoded({ alg: "none", typ: "JWT", kid }), payload, ""].join("."),
    "with a changed signature": `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    "two parts": `${header}.${payload}`,
  };
}

describe.each([
  ["Ruby", inRuby],
  ["Elixir", inElixir],
  ["Rust", inRust],
] as const)("the verifier of the guide for %s", (_, start) => {
  let started: Started | { why: string };
  beforeAll(async () => {
    started = await start();
  }, 900_000);

  test("accepts users and guests, refuses everything else, and tells who has proven two factors", async (context) => {
    if ("why" in started) notRun(context, started.why);
    const read = startReader(started);
    expect(await read(await world.good())).toBe(`user ${world.userId}`);
    expect(await read(await world.guest())).toMatch(/^guest [\da-f-]{36}$/);
    expect(await read(await world.twoFactors())).toMatch(/^two factors [\da-f-]{36}$/);
    for (const [name, token] of Object.entries(await refusedTokens())) {
      expect({ name, answer: await read(token) }).toEqual({
        name,
        answer: expect.stringMatching(/^refused ./),
      });
    }
    // What the guide says: it does not know that a session has ended.
    expect(await read(await world.signedOut())).toBe(`user ${world.userId}`);
  });

  test("follows new keys, and strangers make it ask for keys once a minute at most", async (context) => {
    if ("why" in started) notRun(context, started.why);
    const read = startReader(started);
    front.keysAsked = 0;
    const before = await world.good();
    expect(await read(before)).toBe(`user ${world.userId}`);
    expect(front.keysAsked).toBe(1);
    await world.rotate();
    expect(await read(await world.good())).toBe(`user ${world.userId}`);
    expect(front.keysAsked).toBe(1); // the key was known before it signed
    // This one signs with a key that was not published when the program fetched the keys.
    await world.rotate();
    expect(await read(await world.good())).toBe(`user ${world.userId}`);
    expect(await read(before)).toBe(`user ${world.userId}`);
    const [, payload, signature] = before.split(".");
    for (let n = 0; n < 20; n++) {
      const header = encoded({ alg: "ES256", typ: "JWT", kid: `stranger-${n}` });
      expect(await read([header, payload, signature].join("."))).toMatch(/^refused ./);
    }
    expect(front.keysAsked).toBe(2);
  });

  test("says that it cannot tell as long as it has no keys, and keeps those that it has", async (context) => {
    if ("why" in started) notRun(context, started.why);
    const known = startReader(started);
    expect(await known(await world.good())).toBe(`user ${world.userId}`);
    front.isDown = true;
    onTestFinished(() => {
      front.isDown = false;
    });
    expect(await known(await world.good())).toBe(`user ${world.userId}`);
    expect(await startReader(started)(await world.good())).toBe("unavailable");
  });
});

test("the files in PHP are PHP", async (context) => {
  if (!(await hasProgram("php", "--version"))) notRun(context, "this machine has no PHP");
  for (const file of ["Verifier.php", "me.php"]) await run("php", ["-l", file], { cwd: join(home, "php") });
});
