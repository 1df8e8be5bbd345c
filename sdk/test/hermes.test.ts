import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "@swc/core";
import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { entries } from "../entries.ts";
import { TestProject } from "./test-project.ts";

const sdk = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "svc-hermes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PLATFORMS: Record<string, string> = { linux: "linux64-bin", darwin: "osx-bin", win32: "win64-bin" };
const bin = PLATFORMS[process.platform] ?? "";
const suffix = process.platform === "win32" ? ".exe" : "";
const phoneEntries = entries.filter(({ name }) => name !== "server");

/** As an app's bundler would make it. */
async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(sdk, "src", source)],
    bundle: true,
    format: "cjs",
    target: "es2022",
    packages: "external",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test.each(phoneEntries)("hermesc compiles $name, and it has no async generator", async ({ name, source }) => {
  const file = join(folder, `${name}.js`);
  const code = await bundle(source);
  writeFileSync(file, code);
  const hermesc = join(dirname(require.resolve("hermes-compiler")), "hermesc", bin, `hermesc${suffix}`);
  execFileSync(hermesc, ["-emit-binary", "-O", "-out", `${file}.hbc`, file], { stdio: "pipe" });
  expect(existsSync(`${file}.hbc`)).toBe(true);
  expect(code).not.toMatch(/async\s*\*|async function\s*\*|for await/);
});

/** Signs a guest in, renews the token, meets an error; says what it saw. */
const SCENARIO = `
const { createAuthClient, memoryStorage, isAuthError } = sdk;
const client = createAuthClient({ baseUrl, publishableKey, storage: memoryStorage(), randomBytes, fetch });
const seen = [];
client.onAuthStateChange((state, event) => { seen.push(event + " " + state.status); });
client.signInAnonymously()
  .then(() => client.getAccessToken({ forceRefresh: true }))
  .then((token) => { seen.push(typeof token, String(client.user.isAnonymous)); })
  .then(() => client.signInWithPassword({ email: "nobody@example.com", password: "x" }))
  .catch((error) => { seen.push(isAuthError(error) ? error.reason + " " + error.status : String(error)); })
  .then(() => done(JSON.stringify(seen)));
`;

const EXPECTED = [
  "initial loading",
  "restored signedOut",
  "signedIn signedIn",
  "refreshed signedIn",
  "string",
  "true",
  "INVALID_CREDENTIALS 401",
];

test("it runs with nothing but what React Native has: no TextDecoder, URL, atob, crypto or Buffer", async () => {
  const { url: baseUrl, publishableKey } = await TestProject.create();
  const randomBytes = (count: number) => Array.from({ length: count }, () => Math.floor(Math.random() * 256));
  const seen = await new Promise<string>((done) => {
    const phone = { setTimeout, clearTimeout, AbortController, performance, fetch, baseUrl, publishableKey };
    const context = createContext({ ...phone, randomBytes, done, module: { exports: {} } });
    bundle("sdk.ts").then((code) => {
      expect(
        runInContext("typeof TextDecoder + typeof TextEncoder + typeof URL + typeof crypto", context),
      ).toBe("undefined".repeat(4));
      runInContext(`${code}\nvar sdk = module.exports;\n{${SCENARIO}}`, context);
    });
  });
  expect(JSON.parse(seen)).toEqual(EXPECTED);
});

/** An engine comes with the package hermes-engine-cli, which is not installed: point SVC_HERMES to its `hermes`. */
test("it runs on the Hermes engine", async (context) => {
  const hermes = process.env.SVC_HERMES;
  if (!hermes) {
    process.stderr.write("\nNOT RUN: it runs on the Hermes engine: set SVC_HERMES to a hermes executable\n");
    context.skip("there is no Hermes engine");
    return;
  }
  const project = await TestProject.create();
  const code = `${await bundle("sdk.ts")}\nvar sdk = module.exports;\n{${SCENARIO}}`;
  // As Babel does for every app on React Native.
  const lowered = transformSync(code, { jsc: { target: "es5" }, isModule: false }).code;
  const file = join(folder, "engine.js");
  writeFileSync(file, `${await phoneWithout(project)}\n${lowered}`);
  const { stdout, stderr } = spawnSync(hermes, [file], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(EXPECTED);
});

/** The engine alone has no network and no timers: it gets the answers that the server gave to the same calls. */
async function phoneWithout({ url, publishableKey }: TestProject): Promise<string> {
  const ask = async (method: string, request: object) => {
    const response = await fetch(`${url}/svc.auth.v1.AuthService/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": publishableKey },
      body: JSON.stringify(request),
    });
    return {
      status: response.status,
      ok: response.ok,
      body: (await response.json()) as { refreshToken: string },
    };
  };
  const guest = await ask("SignInAnonymously", {});
  const answers = {
    SignInAnonymously: guest,
    RefreshToken: await ask("RefreshToken", { refreshToken: guest.body.refreshToken }),
    SignIn: await ask("SignIn", { email: "nobody@example.com", password: "x" }),
  };
  return `
var module = { exports: {} }, answers = ${JSON.stringify(answers)};
var baseUrl = "https://auth.example.com", publishableKey = ${JSON.stringify(publishableKey)};
var performance = { now: function () { return Date.now(); } };
var setTimeout = function () {}, clearTimeout = function () {};
var AbortController = function () { this.signal = { aborted: false }; this.abort = function () {}; };
var randomBytes = function (count) { var bytes = []; while (bytes.length < count) bytes.push(Math.floor(Math.random() * 256)); return bytes; };
var done = print;
var fetch = function (url) {
  var answer = answers[url.split("/").pop()];
  return Promise.resolve({ ok: answer.ok, status: answer.status, headers: { get: function () { return null; } }, json: function () { return Promise.resolve(answer.body); } });
};`;
}
