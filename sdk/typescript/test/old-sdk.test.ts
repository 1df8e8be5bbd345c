import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test } from "vitest";
import { mfa } from "../src/mfa.ts";
import type * as Sdk from "../src/sdk.ts";
import { shownCode } from "./authenticator-app.ts";
import { TestProject } from "./test-project.ts";

/** The sources of 0.1.0. */
const RELEASE = "fb0429811c656337e500c2c28c31f16c9e6685f1";
const root = join(import.meta.dirname, "../../..");
const account = { email: "ada@example.com", password: "correct horse battery" };

let folder: string;
let old: typeof Sdk | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "svc-sdk-0.1.0-"));
  if (spawnSync("git", ["cat-file", "-e", `${RELEASE}^{commit}`], { cwd: root }).status !== 0) return;
  const archive = execFileSync("git", ["archive", RELEASE, "sdk/typescript/src"], { cwd: root });
  execFileSync("tar", ["x", "-C", folder], { input: archive });
  const outfile = join(folder, "sdk.mjs");
  await build({
    entryPoints: [join(folder, "sdk/typescript/src/sdk.ts")],
    ...{ outfile, bundle: true, format: "esm", logLevel: "error" },
  });
  old = await import(pathToFileURL(outfile).href);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let project: TestProject;
beforeEach(async (context: TestContext) => {
  if (!old) context.skip("the history does not have 0.1.0");
  project = await TestProject.create();
});

const policy = (name: "OPTIONAL" | "REQUIRED") => project.settings({ mfa: { policy: `MFA_POLICY_${name}` } });

function oldApp() {
  const { createAuthClient, memoryStorage } = old ?? expect.fail();
  const storage = memoryStorage();
  const { url: baseUrl, publishableKey } = project;
  const client = createAuthClient({ baseUrl, publishableKey, storage, onError: () => {} });
  return { client, stored: () => String(storage.getItem(project.storageKey)) };
}

test("an app with 0.1.0 reports a sign-in that needs a second factor as an error, and has no session", async () => {
  await policy("OPTIONAL");
  const today = project.client();
  await today.signUp(account);
  const { secret } = await mfa(today).startTotpEnrollment();
  await mfa(today).confirmTotpEnrollment({ totpCode: shownCode(secret) });
  const { client, stored } = oldApp();
  for (let n = 0; n < 2; n++) {
    const error = await client.signInWithPassword(account).then(
      () => expect.fail("signed in with one factor"),
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ name: "AuthError", reason: "MFA_REQUIRED", status: 400, retryable: false });
    expect(JSON.stringify(error)).not.toContain("MfaChallenge");
  }
  expect([client.state.status, client.user, await client.getAccessToken()]).toEqual([
    "signedOut",
    null,
    null,
  ]);
  expect(stored()).not.toContain("oken");
  expect(await today.listMySessions()).toHaveLength(1);
});

test("an app with 0.1.0 reports a sign-up that needs a second factor as an error, and has no session", async () => {
  await policy("REQUIRED");
  const { client, stored } = oldApp();
  await expect(client.signUp(account)).rejects.toMatchObject({
    reason: "MFA_ENROLLMENT_REQUIRED",
    retryable: false,
  });
  expect([client.state.status, client.user]).toEqual(["signedOut", null]);
  expect(stored()).not.toContain("oken");
});

test("an app with 0.1.0 keeps the session from before the policy, and signs guests in", async () => {
  const { client } = oldApp();
  await client.signUp(account);
  await policy("REQUIRED");
  expect(await client.getAccessToken({ forceRefresh: true })).toBeTypeOf("string");
  expect(await client.getMe()).toMatchObject({ email: account.email });
  await client.signOut();
  await client.signInAnonymously();
  expect(client.user?.isAnonymous).toBe(true);
});
