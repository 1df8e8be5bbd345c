import { execFile } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { node, root } from "../../cli/test/cli-runner.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { challengeOf, enrollTotp, mfaClient } from "../src/testing/factors.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { BackendProcess, hasProgram, type Started } from "./backend-process.ts";
import { Front } from "./front.ts";
import { sdkFolder } from "./sdk-folder.ts";

const HOUR = 3_600_000;
const GRACE = { email: "grace@example.com", password: "correct horse battery" };
const STEP_UP = 'Bearer error="insufficient_user_authentication", acr_values="mfa", max_age="300"';
const [engine] = engines;
if (!engine) throw new Error("there is no engine");

let t: TestApp;
let front: Front;
let project: Project;
let admin: { token: string };
let expired = "";
let home = "";
let recoveryCodes: string[] = [];
/** Two factors, an hour ago. */
let provenLongAgo = "";
beforeAll(async () => {
  front = await Front.open();
  t = await TestApp.open(engine, { baseUrl: front.url, now: Date.now() - HOUR });
  front.behind = t.url;
  ({ project } = await t.addProject("Demo", {
    allowAnonymousSignIn: true,
    mfa: { policy: "optional", claim: "", claimValues: [] },
  }));
  admin = await t.addAdmin();
  expired = (await t.addUser(project, "ada@example.com", "correct horse battery")).accessToken;
  const { accessToken } = await t.addUser(project, GRACE.email, GRACE.password);
  ({ recoveryCodes } = await enrollTotp(t, project, accessToken));
  const { refreshToken } = await twoFactors();
  // From here on the server's clock is right, so that the backends, whose clocks are, take its tokens.
  t.advance(HOUR);
  provenLongAgo = (await t.auth(project).refreshToken({ refreshToken })).accessToken;
  home = sdkFolder("backends");
  cpSync(join(root, "examples"), home, { recursive: true, filter: (path) => !path.includes("node_modules") });
});
afterAll(async () => {
  await t.close();
  await front.close();
  rmSync(home, { recursive: true, force: true });
});

const signIn = async () =>
  (await t.auth(project).signIn({ email: "ada@example.com", password: "correct horse battery" })).accessToken;

async function twoFactors() {
  const { token: mfaToken } = await challengeOf(t.auth(project).signIn(GRACE));
  const proof = { case: "recoveryCode", value: recoveryCodes.pop() ?? "" } as const;
  return mfaClient(t, project).completeSignIn({ mfaToken, proof });
}

function withHeader(token: string, header: object): string {
  return [Buffer.from(JSON.stringify(header)).toString("base64url"), ...token.split(".").slice(1)].join(".");
}

function withPayload(token: string, change: object): string {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const said = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...change };
  return [header, Buffer.from(JSON.stringify(said)).toString("base64url"), signature].join(".");
}

async function holdsWhatItPromises(started: Started): Promise<void> {
  front.keysAsked = 0;
  const backend = await BackendProcess.start(started, front.url);
  onTestFinished(() => backend.stop());
  const statusOf = async (token?: string, path = "/me") => (await backend.get(path, token)).status;

  const good = await signIn();
  expect(await backend.get("/me", good)).toMatchObject({
    status: 200,
    body: { userId: expect.stringMatching(/^[0-9a-f-]{36}$/), email: "ada@example.com", isAnonymous: false },
  });
  expect(await statusOf(good, "/members")).toBe(200);
  expect(await statusOf()).toBe(401);
  expect(await statusOf("nonsense")).toBe(401);
  expect(await statusOf(expired)).toBe(401);
  expect(await statusOf(withPayload(good, { anonymous: true }))).toBe(401);
  expect(await statusOf(`${good}A`)).toBe(401);
  expect(await statusOf(withHeader(good, { alg: "none", typ: "JWT" }))).toBe(401);

  const guest = (await t.auth(project).signInAnonymously({})).accessToken;
  expect(await backend.get("/me", guest)).toMatchObject({ status: 200, body: { isAnonymous: true } });
  expect(await statusOf(guest, "/members")).toBe(403);
  expect(front.keysAsked).toBe(1);

  for (const token of [good, provenLongAgo]) {
    expect(await backend.get("/payout", token)).toMatchObject({ status: 401, challenge: STEP_UP });
  }
  expect(await statusOf((await twoFactors()).accessToken, "/payout")).toBe(200);
  expect(await statusOf(guest, "/payout")).toBe(403);

  const { project: other } = await t.addProject(`Other ${crypto.randomUUID()}`, {
    allowAnonymousSignIn: true,
  });
  const foreign = (await t.auth(other).signInAnonymously({})).accessToken;
  front.keysAsked = 0;
  await t.projects(admin.token).rotateSigningKey({ project: project.slug });
  expect(await statusOf(await signIn())).toBe(200);
  expect(front.keysAsked).toBe(0); // the key was known before it signed
  expect(await statusOf(good)).toBe(200);
  expect(await statusOf(foreign)).toBe(401);
  for (let n = 0; n < 20; n++) {
    expect(await statusOf(withHeader(good, { alg: "ES256", typ: "JWT", kid: `stranger-${n}` }))).toBe(401);
  }
  expect(front.keysAsked).toBe(1);
}

async function saysThatItCannotTell(started: Started): Promise<void> {
  front.isDown = true;
  onTestFinished(() => {
    front.isDown = false;
  });
  const backend = await BackendProcess.start(started, front.url);
  onTestFinished(() => backend.stop());
  expect((await backend.get("/me", await signIn())).status).toBe(503);
}

type Start = () => Promise<Started | { why: string }>;

const inNode: Start = async () => ({
  program: node,
  args: ["server.ts"],
  cwd: join(home, "node-backend"),
});

const inGo: Start = async () => {
  if (!(await hasProgram("go", "version"))) return { why: "this machine has no Go" };
  const cwd = join(home, "go-backend");
  const env = { ...process.env, GOTOOLCHAIN: "local", GOPROXY: "off", GOFLAGS: "" };
  await promisify(execFile)("go", ["build", "-o", "backend", "."], { cwd, env });
  return { program: join(cwd, "backend"), args: [], cwd };
};

const inPython: Start = async () => {
  if (!isFull) return { why: "PyJWT comes from the package index: npm run test:full" };
  if (!(await hasProgram("python3", "--version"))) return { why: "this machine has no Python" };
  const cwd = join(home, "python-backend");
  const [venv, pip, python] = [".venv", ".venv/bin/pip", ".venv/bin/python"].map((path) => join(cwd, path));
  try {
    await promisify(execFile)("python3", ["-m", "venv", venv ?? ""], { cwd });
    await promisify(execFile)(pip ?? "", ["install", "--quiet", "-r", "requirements.txt"], { cwd });
  } catch (error) {
    return { why: `PyJWT cannot be installed: ${(error as { stderr?: string }).stderr ?? error}` };
  }
  return { program: python ?? "", args: ["server.py"], cwd };
};

describe.each([
  ["Node", inNode],
  ["Go", inGo],
  ["Python", inPython],
] as const)("the backend in %s", (_, start) => {
  let started: Started | { why: string };
  // A first build of Go's standard library takes a while.
  beforeAll(async () => {
    started = await start();
  }, 600_000);

  test("takes good tokens, refuses the others, tells guests apart and follows a new key", async (context) => {
    if ("why" in started) notRun(context, started.why);
    await holdsWhatItPromises(started);
  });

  test("answers 503, not 401, as long as it cannot get the keys", async (context) => {
    if ("why" in started) notRun(context, started.why);
    await saysThatItCannotTell(started);
  });
});

test("the backend in Node has the types of the library", async () => {
  const flags = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  const where = ["--typeRoots", join(root, "node_modules/@types")];
  await promisify(execFile)(
    join(root, "node_modules/.bin/tsc"),
    [...flags, "--allowImportingTsExtensions", ...where, "server.ts"],
    { cwd: join(home, "node-backend") },
  );
});

test("the files in Python are Python", async (context) => {
  if (!(await hasProgram("python3", "--version"))) notRun(context, "this machine has no Python");
  const files = ["verifier.py", "server.py"];
  await promisify(execFile)("python3", ["-m", "py_compile", ...files], { cwd: join(home, "python-backend") });
});
