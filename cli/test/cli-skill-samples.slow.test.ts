import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFull } from "../../server/src/testing/full.ts";
import { notRun } from "../../server/src/testing/not-run.ts";
import { node } from "./cli-runner.ts";
import { RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
let secretKey = "";
let publishableKey = "";

beforeAll(async () => {
  cli = await RemoteBench.openAtBaseUrl();
  const created = await cli.json("project", "create", "Acme", "--show-secret");
  secretKey = String(created.secretKey);
  publishableKey = String(Object(created.project).publishableKey);
  const spec =
    "slug: acme\nname: Acme\nsettings:\n  allow_anonymous_sign_in: true\n  billing: { enabled: true, entitlements: [{ id: pro, name: Pro }] }\n";
  writeFileSync(cli.path("acme.yaml"), spec);
  await cli.text("project", "apply", "-f", "acme.yaml", "--yes");
  await cli.text("skill", "export", "--project", "acme", "--dir", "acme");
});
afterAll(() => cli.close());

/** Writes the samples of the exported texts as files and returns their folder. */
function samples(): string {
  const dir = cli.path("samples");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), '{"type":"module"}');
  const files = readdirSync(cli.path("acme"), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".md"))) {
    const text = readFileSync(cli.path("acme", file), "utf8");
    for (const [, name = "", code = ""] of text.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), code);
    }
  }
  return dir;
}

const run = promisify(execFile);

/** Runs JavaScript beside the samples. It must print `done`. */
async function runBeside(code: string): Promise<void> {
  const file = join(samples(), "driver.js");
  writeFileSync(file, `import assert from "node:assert/strict";\n${code}\nprocess.stdout.write("done");\n`);
  const env = { PATH: process.env.PATH, SVC_SECRET_KEY: secretKey };
  expect(await run(node, [file], { env, timeout: 120_000 })).toEqual({ stdout: "done", stderr: "" });
}

/** A token of a new user, and the same with another payload. */
async function tokensOf(email: string): Promise<{ good: string; tampered: string }> {
  const response = await fetch(`${cli.url}/svc.auth.v1.AuthService/SignUp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-svc-key": publishableKey },
    body: JSON.stringify({ email, password: "correct horse battery" }),
  });
  const good = String(Object(await response.json()).tokens.accessToken);
  const [header, payload = "", signature] = good.split(".");
  return { good, tampered: `${header}.${payload.slice(0, -4)}AAAA.${signature}` };
}

const memory = `
function memory() {
  let saved = null;
  return {
    load: async () => structuredClone(saved),
    save: async (session) => { saved = structuredClone(session); },
    clear: async () => { saved = null; },
  };
}
/** The next answer gets lost on its way, after the server has acted. */
function loseNextAnswer() {
  const real = globalThis.fetch;
  globalThis.fetch = async (...args) => {
    globalThis.fetch = real;
    await real(...args);
    throw new TypeError("connection lost");
  };
}
`;

describe("the samples, against a real server", () => {
  test("sign up, sign in, refresh, verify, introspect, claims, sign out", async () => {
    await runBeside(`
      import { auth, callBackend, signUpOrIn } from "./example.js";
      import { call } from "./svc-auth.js";
      import { setClaims } from "./claims.js";
      import { introspect } from "./introspect.js";
      import { verifyAccessToken } from "./verify.js";
      const first = await signUpOrIn("bob@example.com", "correct horse battery");
      assert.equal((await signUpOrIn("bob@example.com", "correct horse battery")).user.id, first.user.id);
      await assert.rejects(auth.signIn("bob@example.com", "wrong"), { reason: "INVALID_CREDENTIALS", code: "unauthenticated" });
      await assert.rejects(auth.signUp("carl@example.com", "short"), { reason: "WEAK_PASSWORD" });

      await setClaims(first.user.id, { role: "editor" });
      const [a, b] = await Promise.all([auth.refresh(), auth.refresh()]);
      assert.equal(a.accessToken, b.accessToken);
      assert.equal(await auth.accessToken(), a.accessToken);
      const claims = await verifyAccessToken(a.accessToken);
      assert.equal(claims.sub, first.user.id);
      assert.equal(claims.claims.role, "editor");
      assert.equal((await call("GetMe", {}, a.accessToken)).user.email, "bob@example.com");

      const [header, payload, signature] = a.accessToken.split(".");
      const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const forged = encode({ ...claims, sub: "someone" });
      await assert.rejects(verifyAccessToken([header, forged, signature].join(".")), /wrong signature/);
      await assert.rejects(verifyAccessToken([encode({ alg: "none" }), payload, ""].join(".")), /wrong algorithm/);
      await assert.rejects(verifyAccessToken([encode({ alg: "ES256", kid: "x" }), payload, signature].join(".")), /unknown key/);
      await assert.rejects(verifyAccessToken("nonsense"), /not a JWT/);

      assert.equal((await introspect(a.accessToken)).active, true);
      await auth.signOut();
      assert.equal(await auth.accessToken(), null);
      const ended = await introspect(a.accessToken);
      assert.equal(ended.active, false);
      assert.equal(ended.inactiveReason, "revoked");
      await assert.rejects(callBackend("http://127.0.0.1:9"), /sign in first/);
    `);
  });

  test("what is granted may be used until it is revoked", async () => {
    await runBeside(`
      import { signUpOrIn } from "./example.js";
      import { grant, hasEntitlement, revoke } from "./entitlements.js";
      const { user } = await signUpOrIn("buyer@example.com", "correct horse battery");
      assert.equal(await hasEntitlement(user.id, "pro"), false);
      const { id } = await grant(user.id, "pro", "tester");
      assert.equal(await hasEntitlement(user.id, "pro"), true);
      await revoke(id);
      assert.equal(await hasEntitlement(user.id, "pro"), false);
      await assert.rejects(grant(user.id, "nothing", ""), /GrantEntitlement: /);
    `);
  });

  test("a lost answer of a refresh keeps the session; a stolen token ends it", async () => {
    await runBeside(`${memory}
      import { createAuth } from "./svc-auth.js";
      const store = memory();
      const auth = createAuth(store);
      await auth.signUp("lost@example.com", "correct horse battery");
      const old = await store.load();
      loseNextAnswer();
      await assert.rejects(auth.refresh(), TypeError);
      assert.equal((await store.load()).refreshToken, old.refreshToken);
      const next = await auth.refresh();
      assert.notEqual(next.refreshToken, old.refreshToken);
      await auth.refresh();

      const thief = memory();
      await thief.save(old);
      assert.equal(await createAuth(thief).refresh(), null);
      assert.equal(await auth.refresh(), null);
      assert.equal(await store.load(), null);
    `);
  });

  test("a guest stays the same user, also when the answer of LinkPassword is lost", async () => {
    await runBeside(`${memory}
      import { createAuth } from "./svc-auth.js";
      import { verifyAccessToken } from "./verify.js";
      for (const next of ["again", "refresh"]) {
        const store = memory();
        const auth = createAuth(store);
        const guest = await auth.continueAsGuest();
        assert.equal((await auth.continueAsGuest()).user.id, guest.user.id);
        assert.equal((await verifyAccessToken(guest.accessToken)).anonymous, true);
        await assert.rejects(auth.linkPassword("bob@example.com", "correct horse battery"), { reason: "EMAIL_ALREADY_EXISTS" });
        const email = next + "@example.com";
        loseNextAnswer();
        await assert.rejects(auth.linkPassword(email, "correct horse battery"), TypeError);
        const linked = next === "again" ? await auth.linkPassword(email, "correct horse battery") : await auth.refresh();
        assert.equal(linked.user.id, guest.user.id);
        assert.equal((await verifyAccessToken(linked.accessToken)).anonymous, undefined);
        assert.equal((await auth.refresh()).user.email, email);
      }
    `);
  });

  test("Go: the sample accepts a good token and refuses others", { timeout: 240_000 }, async (context) => {
    if (spawnSync("go", ["version"]).status !== 0) notRun(context, "there is no go");
    const parsed = spawnSync("gofmt", ["-e", "-d", join(samples(), "auth/verify.go")], { encoding: "utf8" });
    expect(parsed).toMatchObject({ status: 0, stdout: "", stderr: "" });
    // Go compiles its whole HTTP library for this, which takes a minute or more the first time.
    if (!isFull) notRun(context, "the Go sample is parsed only; SVC_TEST_FULL=1 runs it");
    const dir = join(samples(), "go");
    mkdirSync(join(dir, "auth"), { recursive: true });
    writeFileSync(join(dir, "auth/verify.go"), readFileSync(join(samples(), "auth/verify.go")));
    writeFileSync(join(dir, "go.mod"), "module sample\n\ngo 1.18\n");
    const go = (...args: string[]) =>
      run("go", args, { cwd: dir, env: { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" } });
    // As it is copied, before there is a program that uses it.
    expect(await go("build", "./...")).toEqual({ stdout: "", stderr: "" });
    expect(await go("vet", "./...")).toEqual({ stdout: "", stderr: "" });
    const driver = `package main

import ("fmt"; "os"; "sample/auth")

func main() {
	for _, token := range os.Args[1:] {
		if claims, err := auth.VerifyAccessToken(token); err != nil { fmt.Println("refused:", err) } else { fmt.Println(claims.Email, claims.Anonymous) }
	}
}
`;
    writeFileSync(join(dir, "main.go"), driver);
    const { good, tampered } = await tokensOf("gopher@example.com");
    expect(await go("run", ".", good, tampered, "nonsense")).toEqual({
      stdout: "gopher@example.com false\nrefused: wrong signature\nrefused: not a JWT\n",
      stderr: "",
    });
  });

  test("Python: the sample is valid", (context) => {
    const dir = samples();
    const check = ["-c", "import ast,sys; ast.parse(open(sys.argv[1]).read())", join(dir, "verify.py")];
    const { status, stderr, error } = spawnSync("python3", check, { encoding: "utf8" });
    if (error) notRun(context, "there is no python3");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  });

  test("Python: the sample accepts a good token and refuses others", {
    timeout: 600_000,
  }, async (context) => {
    if (!isFull) notRun(context, "PyJWT comes from the package index: npm run test:full");
    if (spawnSync("python3", ["--version"]).status !== 0) notRun(context, "there is no python3");
    const dir = samples();
    const python = join(dir, "venv/bin/python");
    const text = readFileSync(cli.path("acme", "references/verify-backend.md"), "utf8");
    const [, packages = ""] = /pip install "?([^"`\n]+)"?/.exec(text) ?? [];
    try {
      await run("python3", ["-m", "venv", join(dir, "venv")]);
      await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", packages]);
    } catch (error) {
      notRun(context, `${packages} cannot be installed: ${error}`);
    }
    const driver = `import sys, jwt
from verify import verify_access_token
for token in sys.argv[1:]:
    try:
        print(verify_access_token(token)["email"])
    except jwt.InvalidTokenError as error:
        print("refused:", type(error).__name__)
`;
    writeFileSync(join(dir, "driver.py"), driver);
    const { good, tampered } = await tokensOf("python@example.com");
    const { stdout } = await run(python, [join(dir, "driver.py"), good, tampered, "nonsense"]);
    expect(stdout).toBe("python@example.com\nrefused: InvalidSignatureError\nrefused: DecodeError\n");
  });
});
