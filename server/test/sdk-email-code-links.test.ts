import { afterEach, beforeEach, expect, test } from "vitest";
import { browserSignIn } from "../../sdk/typescript/src/browser.ts";
import { type EmailCodes, emailCodes } from "../../sdk/typescript/src/email-code.ts";
import { linkingSignIn } from "../../sdk/typescript/src/react-native.ts";
import { type AuthStorage, createAuthClient, memoryStorage } from "../../sdk/typescript/src/sdk.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

const [engine = expect.fail()] = engines;
const ADA = "ada@example.com";
const MINUTE_MS = 60_000;

let t: TestApp;
let project: Project;
let storage: AuthStorage;
beforeEach(async () => {
  t = await TestApp.open(engine, { baseUrl: "https://auth.example.com" });
  ({ project } = await t.addProject("Demo", { allowEmailCodes: true, allowAnonymousSignIn: true }));
  storage = memoryStorage();
});
afterEach(() => t.close());

/** Starts an app. It reaches the server under another address than the one in its emails, as an emulator does. */
function start(on = storage, { publishableKey }: Project = project) {
  const clock = { now: t.app.clock, steady: t.app.clock };
  return createAuthClient({ baseUrl: t.url, publishableKey, storage: on, clock });
}

async function linkTo(email = ADA): Promise<string> {
  await t.deliverMail();
  return t.mails.findLast(({ to }) => to === email)?.link ?? "";
}

test("the link gives the code to the app that asked, also when it starts the app, and signs nobody in", async () => {
  await emailCodes(start()).requestEmailCode({ email: ADA });
  const link = await linkTo();
  const client = start();
  const codes = emailCodes(client);
  const code = await codes.emailCodeFromUrl(link);
  expect(code).toMatch(/^\d{8}$/);
  expect(await codes.emailCodeFromUrl(`${link}&utm_source=mail`)).toBe(code);
  expect(await codes.emailCodeFromUrl(`${link}#top`)).toBe(code);
  expect(client.state.status).toBe("signedOut");
  expect(await t.app.db.selectFrom("sessions").select("id").execute()).toEqual([]);
  await codes.signInWithEmailCode({ code: code ?? "" });
  expect(client.user?.email).toBe(ADA);
  expect(await codes.emailCodeFromUrl(link)).toBeUndefined();
});

test("a link of another host, project, path, flow or device gives none", async () => {
  const codes = emailCodes(start());
  await codes.requestEmailCode({ email: ADA });
  const link = await linkTo();
  const foreign = {
    host: link.replace("auth.example.com", "auth.example.com.evil.example"),
    user: link.replace("https://", "https://evil.example@"),
    scheme: link.replace("https:", "http:"),
    project: link.replace(`/p/${project.slug}/`, "/p/another/"),
    path: link.replace("/app?", "/other?"),
    deeper: link.replace("/app?", "/app/?"),
    flow: link.replace(/flow=(.)/, (_, first) => `flow=${first === "_" ? "A" : "_"}`),
    longer: link.replace("&code", "x&code"),
    without: link.replace(/code=\d+/, "code="),
    nested: `https://evil.example/?to=${link}`,
    fragment: link.replace("?", "?#"),
    "code in the fragment": link.replace("&code", "#&code"),
    nothing: "",
  };
  for (const [what, url] of Object.entries(foreign)) {
    expect(await codes.emailCodeFromUrl(url), what).toBeUndefined();
  }
  expect(await emailCodes(start(memoryStorage())).emailCodeFromUrl(link)).toBeUndefined();
  const { project: other } = await t.addProject("Other", { allowEmailCodes: true });
  expect(await emailCodes(start(storage, other)).emailCodeFromUrl(link)).toBeUndefined();
  expect(await codes.emailCodeFromUrl(link)).toBeDefined();
});

test("somebody else's link does not become this device's, although this device asked for a code, too", async () => {
  const stranger = emailCodes(start(memoryStorage()));
  await stranger.requestEmailCode({ email: "eve@example.com" });
  const codes = emailCodes(start());
  await codes.requestEmailCode({ email: ADA });
  expect(await codes.emailCodeFromUrl(await linkTo("eve@example.com"))).toBeUndefined();
});

test("a device that got somebody else's link learns who asked", async () => {
  await emailCodes(start()).requestEmailCode({ email: ADA });
  const [, flow = ""] = /flow=([\w-]+)/.exec(await linkTo()) ?? [];
  const codes = emailCodes(start(memoryStorage()));
  expect(await codes.inspectEmailCode(flow)).toEqual({
    userAgent: "node",
    requestTime: new Date(t.app.clock()).toISOString().replace(".000Z", "Z"),
  });
  await expect(codes.inspectEmailCode("x")).rejects.toMatchObject({ reason: "EMAIL_CODE_INVALID" });
});

test("the link of another code is the one of the same flow", async () => {
  const codes = emailCodes(start());
  await codes.requestEmailCode({ email: ADA });
  await linkTo();
  await codes.requestEmailCode({ email: ADA });
  const code = await codes.emailCodeFromUrl(await linkTo());
  expect(await codes.signInWithEmailCode({ code: code ?? "" })).toBeDefined();
});

test("a sign-in by browser that was left half done does not take the link for its own", async () => {
  const client = start();
  const social = browserSignIn(client, () => new Promise(() => {}));
  void social.signInWithBrowser({ provider: "google", redirectTo: "com.example.app:/back" });
  await emailCodes(client).requestEmailCode({ email: ADA });
  const link = await linkTo();
  expect(await social.completeRedirect(link)).toBeNull();
  const errors: unknown[] = [];
  const { resumed } = linkingSignIn(
    client,
    {
      openURL: async () => {},
      addEventListener: () => ({ remove: () => {} }),
      getInitialURL: async () => link,
    },
    { addEventListener: () => ({ remove: () => {} }) },
  );
  expect(await resumed.catch((error: unknown) => errors.push(error))).toBeNull();
  expect(errors).toEqual([]);
});

async function settled(codes: EmailCodes): Promise<unknown> {
  await expect.poll(() => codes.pendingEmailCode()).not.toBeUndefined();
  return codes.pendingEmailCode();
}

test("the app sees the pending code, also after a restart, until it is used or long over", async () => {
  const client = start();
  const codes = emailCodes(client);
  let changes = 0;
  const stop = codes.onPendingEmailCodeChange(() => void changes++);
  expect(await settled(codes)).toBeNull();
  await codes.requestEmailCode({ email: ADA });
  const pending = { email: ADA, requestedAt: t.app.clock() };
  await expect.poll(() => codes.pendingEmailCode()).toEqual(pending);
  expect(codes.pendingEmailCode()).toBe(codes.pendingEmailCode());
  t.advance(30 * MINUTE_MS);
  expect(await settled(emailCodes(start()))).toEqual(pending);
  t.advance(40 * MINUTE_MS);
  expect(await settled(emailCodes(start()))).toBeNull();
  await codes.requestEmailCode({ email: ADA });
  await expect.poll(() => codes.pendingEmailCode()).toEqual({ email: ADA, requestedAt: t.app.clock() });
  const code = await codes.emailCodeFromUrl(await linkTo());
  await codes.signInWithEmailCode({ code: code ?? "" });
  await expect.poll(() => codes.pendingEmailCode()).toBeNull();
  await expect.poll(() => changes).toBe(4);
  stop();
  await codes.requestEmailCode({ email: ADA });
  await client.signOut();
  await expect.poll(() => codes.pendingEmailCode()).toBeNull();
  expect(changes).toBe(4);
});
