import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isFull } from "../../server/src/testing/full.ts";
import { notRun } from "../../server/src/testing/not-run.ts";
import { node, root } from "./cli-runner.ts";
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
    "slug: acme\nname: Acme\nsettings:\n  allow_anonymous_sign_in: true\n  google: { enabled: true, web_client_id: 1-a.apps.googleusercontent.com }\n  billing: { enabled: true, entitlements: [{ id: pro, name: Pro }] }\n";
  writeFileSync(cli.path("acme.yaml"), spec);
  await cli.text("project", "apply", "-f", "acme.yaml", "--yes");
});
afterAll(() => cli.close());

function filesIn(dir: string): Record<string, string> {
  const paths = readdirSync(cli.path(dir), { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  );
  return Object.fromEntries(
    paths
      .map((e) => join(e.parentPath, e.name))
      .toSorted()
      .map((path) => [path.slice(cli.path(dir).length + 1), readFileSync(path, "utf8")]),
  );
}

const names = [
  "references/app.md",
  "references/cli.md",
  "references/custom-claims.md",
  "references/errors.md",
  "references/subscriptions.md",
  "references/verify-backend.md",
];

describe("skill export", () => {
  test("without a project asks no server, and writes placeholders to .claude/skills/svc", async () => {
    const env = { XDG_CONFIG_HOME: cli.path("nobody"), HOME: cli.path("nobody") };
    const { code, stderr } = await cli.run(["skill", "export"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "wrote 7 of 7 files to .claude/skills/svc\n" });
    const files = filesIn(".claude/skills/svc");
    expect(Object.keys(files)).toEqual(["SKILL.md", ...names]);
    expect(files["SKILL.md"]).toContain("`pk_REPLACE_ME`");
  });

  test("the frontmatter follows the rules of agent skills, and the name is that of the folder", async () => {
    await cli.text("skill", "export", "--dir", "My Skills/Acme_Auth");
    for (const [dir, name] of [
      [".claude/skills/svc", "svc"],
      ["My Skills/Acme_Auth", "acme-auth"],
    ] as const) {
      const [, yaml = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(filesIn(dir)["SKILL.md"] ?? "") ?? [];
      const front = parse(yaml);
      expect(front).toMatchObject({ name, metadata: { version: "0.1.0" } });
      expect(front.description.length).toBeLessThanOrEqual(1024);
      expect(body.split("\n").length).toBeLessThan(500);
      for (const [, link = ""] of body.matchAll(/\]\(([^)]+)\)/g)) {
        expect(statSync(cli.path(dir, link)).isFile()).toBe(true);
      }
    }
  });

  test("generic is the same without frontmatter, as README.md", async () => {
    await cli.text("skill", "export", "--format", "generic", "--dir", "plain");
    const files = filesIn("plain");
    expect(Object.keys(files)).toEqual(["README.md", ...names]);
    expect(files["README.md"]).toMatch(/^# svc: /);
  });

  test("with a project has its public values and no secret", async () => {
    await cli.text("skill", "export", "--project", "acme", "--dir", "acme");
    const all = Object.values(filesIn("acme")).join("\n");
    const values = [cli.url, publishableKey, `${cli.url}/p/acme`, `${cli.url}/p/acme/.well-known/jwks.json`];
    for (const value of values) expect(all).toContain(value);
    expect(all).toContain("Google (client ids 1-a.apps.googleusercontent.com); guests");
    expect(all).not.toContain("{{");
    expect(all).not.toContain("auth.example.com/p/");
    expect(all).not.toContain(secretKey);
    expect(all).not.toContain(cli.token);
    expect(all).not.toMatch(/\b(sk|svc_pat)_\w/);
  });

  test("a second run is byte-identical and says unchanged; other files are left alone", async () => {
    writeFileSync(cli.path("acme/notes.md"), "mine");
    const before = filesIn("acme");
    const args = ["skill", "export", "--project", "acme", "--dir", "acme"];
    const { stdout, stderr } = await cli.run(args);
    expect(stderr).toBe("unchanged\n");
    expect(stdout).toContain("unchanged\tacme/SKILL.md\n");
    expect(filesIn("acme")).toEqual(before);

    writeFileSync(cli.path("acme/references/app.md"), "edited");
    const answer = await cli.json(...args);
    expect(answer).toMatchObject({ directory: "acme", format: "claude" });
    const files = answer.files as { path: string; status: string }[];
    expect(files.filter(({ status }) => status === "written")).toEqual([
      { path: "references/app.md", status: "written" },
    ]);
    expect(filesIn("acme")).toEqual(before);
  });

  test("refuses a file as --dir, an unknown format and a project without a context", async () => {
    writeFileSync(cli.path("file"), "");
    expect(await cli.failure(["skill", "export", "--dir", "file"])).toMatchObject({
      code: 2,
      message: "file is a file",
    });
    expect((await cli.failure(["skill", "export", "--format", "pdf"])).code).toBe(2);
    const env = { XDG_CONFIG_HOME: cli.path("nobody"), HOME: cli.path("nobody") };
    expect((await cli.failure(["skill", "export", "--project", "acme", "--dir", "none"], env)).code).toBe(4);
    expect(() => statSync(cli.path("none"))).toThrow("ENOENT");
  });

  test("the errors are those of docs/errors.md", () => {
    const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));
    const skill = rowsOf(readFileSync(join(root, "server/skill/references/errors.md"), "utf8"));
    const docs = rowsOf(readFileSync(join(root, "docs/errors.md"), "utf8"));
    expect(skill).toEqual(docs.filter((row) => /^\| `[A-Z]/.test(row)));
  });
});

/** Writes the samples of the exported texts as files and returns their folder. */
function samples(): string {
  const dir = cli.path("samples");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "package.json"), '{"type":"module"}');
  for (const text of Object.values(filesIn("acme"))) {
    for (const [, name = "", code = ""] of text.matchAll(/^```\w+ file=(\S+)\n(.*?)^```$/gms)) {
      writeFileSync(join(dir, name), code);
    }
  }
  return dir;
}

/** Runs JavaScript beside the samples. It must print `done`. */
function runBeside(code: string): void {
  const file = join(samples(), "driver.js");
  writeFileSync(file, `import assert from "node:assert/strict";\n${code}\nprocess.stdout.write("done");\n`);
  const env = { PATH: process.env.PATH, SVC_SECRET_KEY: secretKey };
  const { stdout, stderr } = spawnSync(node, [file], { env, encoding: "utf8", timeout: 120_000 });
  expect({ stdout, stderr }).toEqual({ stdout: "done", stderr: "" });
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
  test("sign up, sign in, refresh, verify, introspect, claims, sign out", () => {
    runBeside(`
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

  test("what is granted may be used until it is revoked", () => {
    runBeside(`
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

  test("a lost answer of a refresh keeps the session; a stolen token ends it", () => {
    runBeside(`${memory}
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

  test("a guest stays the same user, also when the answer of LinkPassword is lost", () => {
    runBeside(`${memory}
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
    const parsed = spawnSync("gofmt", ["-e", "-d", join(samples(), "verify.go")], { encoding: "utf8" });
    expect(parsed).toMatchObject({ status: 0, stdout: "", stderr: "" });
    // Go compiles its whole HTTP library for this, which takes a minute or more the first time.
    if (!isFull) notRun(context, "the Go sample is parsed only; SVC_TEST_FULL=1 runs it");
    const dir = join(samples(), "go");
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, "verify.go"), readFileSync(join(samples(), "verify.go")));
    writeFileSync(join(dir, "go.mod"), "module sample\n\ngo 1.18\n");
    const driver = `package main

import ("fmt"; "os")

func main() {
	for _, token := range os.Args[1:] {
		if claims, err := VerifyAccessToken(token); err != nil { fmt.Println("refused:", err) } else { fmt.Println(claims.Email, claims.Anonymous) }
	}
}
`;
    writeFileSync(join(dir, "main.go"), driver);
    const response = await fetch(`${cli.url}/svc.auth.v1.AuthService/SignUp`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": publishableKey },
      body: JSON.stringify({ email: "gopher@example.com", password: "correct horse battery" }),
    });
    const { accessToken } = Object(await response.json()).tokens;
    const [header, payload, signature] = accessToken.split(".");
    const tampered = `${header}.${payload.slice(0, -4)}AAAA.${signature}`;
    const { stdout, stderr } = spawnSync("go", ["run", ".", accessToken, tampered, "nonsense"], {
      cwd: dir,
      env: { ...process.env, GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" },
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({
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
});
