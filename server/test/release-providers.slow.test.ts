import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Cli, node, root } from "../../cli/test/cli-runner.ts";
import { bundle } from "../../tools/build/bundle.ts";
import { hashedNonce, TokenIssuer } from "../src/testing/token-issuer.ts";

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "svc-release-"));
  await bundle(root, join(directory, "svc.cjs"), "test");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test.each([
  [{ SVC_DEV_GOOGLE_URL: "http://127.0.0.1:1" }, "SVC_DEV_GOOGLE_URL"],
  [{ SVC_DEV_APPLE_URL: "http://127.0.0.1:1" }, "SVC_DEV_APPLE_URL"],
  [
    { SVC_DEV_GOOGLE_URL: "https://accounts.google.com", SVC_DEV_APPLE_URL: "https://appleid.apple.com" },
    "SVC_DEV_GOOGLE_URL and SVC_DEV_APPLE_URL",
  ],
])("a release refuses to start with %o, and leaves nothing behind", (env, named) => {
  const cwd = mkdtempSync(join(directory, "run-"));
  const { status, stdout, stderr } = spawnSync(
    node,
    [join(directory, "svc.cjs"), "serve", "--addr", "127.0.0.1:0"],
    {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      encoding: "utf8",
    },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.trim().split("\n")).toEqual([
    `svc: ${named} is for development only`,
    "hint: unset it, or run svc from its sources",
  ]);
  expect(readdirSync(cwd)).toEqual([]);
});

test("run from its sources the server asks the stand-in that is named", async () => {
  const cli = new Cli();
  const google = await TokenIssuer.open();
  try {
    await cli.json("admin", "create", "--email", "root@example.com");
    const { token } = await cli.json(
      "admin",
      "token",
      "create",
      "--email",
      "root@example.com",
      "--name",
      "test",
    );
    const env = { SVC_DEV_GOOGLE_URL: google.url };
    const [, url = ""] = await cli
      .start(["serve", "--addr", "127.0.0.1:0"], env)
      .says(/(http:\/\/127\S+:\d+)/);
    const call = async (method: string, headers: Record<string, string>, body: unknown) => {
      const init = { method: "POST", headers: { "content-type": "application/json", ...headers } };
      const response = await fetch(`${url}/${method}`, { ...init, body: JSON.stringify(body) });
      return response.json();
    };
    const admin = { authorization: `Bearer ${token}` };
    const clientId = "1-web.apps.googleusercontent.com";
    const { project } = await call("svc.admin.v1.ProjectService/CreateProject", admin, { name: "Demo" });
    const settings = { google: { enabled: true, webClientId: clientId } };
    await call("svc.admin.v1.ProjectService/UpdateProject", admin, { project: project.id, settings });

    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: "https://accounts.google.com", aud: clientId, sub: "1", iat, exp: iat + 3600 };
    const idToken = google.token({
      ...claims,
      email: "ada@gmail.com",
      email_verified: true,
      nonce: hashedNonce("n"),
    });
    const key = { "x-svc-key": project.publishableKey };
    const credential = { provider: "OAUTH_PROVIDER_GOOGLE", idToken, nonce: "n" };
    const pair = await call("svc.auth.v1.AuthService/SignInWithOAuth", key, { credential });
    expect(pair.user).toMatchObject({ email: "ada@gmail.com", emailVerified: true });
    expect(google.seen).toEqual(["GET /oauth2/v3/certs"]);
  } finally {
    cli.close();
    await google.close();
  }
});
