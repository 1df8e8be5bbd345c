import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type AuthClient,
  createAuthClient,
  isAuthError,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { createTestAuth } from "../../sdk/typescript/src/testing.ts";
import { CODES } from "../../sdk/typescript/src/testing-kit/reasons.ts";
import { AppError, type Reason, reasons } from "../src/errors.ts";
import { errorAnswer } from "../src/rpc/front/answer.ts";
import { wireOf } from "../src/rpc/front/wire.ts";
import { engines } from "../src/testing/engines.ts";
import { NONCE, OAuthBench } from "../src/testing/oauth.ts";

const [engine = expect.fail()] = engines;
const MINUTE_MS = 60_000;

/** Only a call that no client library makes gets these. */
const OF_MALFORMED_CALLS: readonly Reason[] = [
  "HTTP_METHOD_UNSUPPORTED",
  "CONTENT_TYPE_UNSUPPORTED",
  "COMPRESSION_UNSUPPORTED",
  "COMPRESSION_NOT_DECLARED",
  "NOT_ONE_MESSAGE",
];

/** Only administrators meet them. Those that the kit of 0.1.0 had stay in it. */
const OF_ADMINISTRATORS: readonly Reason[] = [
  "ADMIN_FORBIDDEN",
  "UPGRADE_UNFINISHED",
  "BACKUPS_NOT_CONFIGURED",
  "BACKUP_RUNNING",
];

test("the test kit has every reason that an app can get, with the code and the HTTP status of the real answer", () => {
  const connect = wireOf("application/json") ?? expect.fail();
  const possible = (Object.keys(reasons) as Reason[]).filter(
    (reason) => ![...OF_MALFORMED_CALLS, ...OF_ADMINISTRATORS].includes(reason),
  );
  const real = possible.map((reason) => {
    const { status, body } = errorAnswer(connect, new AppError(reason), []);
    return [reason, JSON.parse(String(body)).code, status];
  });
  const ours = Object.entries(CODES).flatMap(([code, { status, reasons }]) =>
    reasons.map((reason) => [reason, code, status]),
  );
  expect(ours.sort()).toEqual(real.sort());
});

/** Who signs in at Google. In memory an ID token is the account's email; the real ones are signed. */
type World = {
  device: () => AuthClient;
  google: (email: string) => { provider: "google"; idToken: string; nonce: string };
  passTime: (ms: number) => void;
  close: () => Promise<void>;
};

async function realWorld(): Promise<World> {
  const bench = await OAuthBench.open(engine);
  const { publishableKey } = await bench.addProject();
  let passed = 0;
  const now = () => Date.now() + passed;
  return {
    device: () =>
      createAuthClient({
        baseUrl: bench.t.url,
        publishableKey,
        storage: memoryStorage(),
        clock: { now, steady: now },
        onError: () => {},
      }),
    google: (email) => ({
      provider: "google",
      idToken: bench.credential("google", email, { email, email_verified: true }).idToken,
      nonce: NONCE,
    }),
    passTime: (ms) => {
      passed += ms;
      bench.t.advance(ms);
    },
    close: () => bench.close(),
  };
}

async function worldInMemory(): Promise<World> {
  const { anotherDevice, passTime } = await createTestAuth({ as: "signedOut" });
  return {
    device: anotherDevice,
    google: (idToken) => ({ provider: "google", idToken, nonce: NONCE }),
    passTime,
    close: async () => {},
  };
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "ok",
    (error: unknown) =>
      isAuthError(error) ? { reason: error.reason, status: error.status, metadata: error.metadata } : error,
  );
}

const refused = (reason: string, status: number, metadata: Record<string, string> = {}) => ({
  reason,
  status,
  metadata,
});

const password = "four words and more";

describe.each([
  ["the real server", realWorld],
  ["the server of the test kit", worldInMemory],
])("social sign-in on %s", (_name, open) => {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  test("makes a user with a verified email, and the same one the next time", async () => {
    const [phone, tablet] = [world.device(), world.device()];
    await phone.signInWithIdToken(world.google("grace@gmail.com"));
    expect(phone.user).toMatchObject({
      email: "grace@gmail.com",
      emailVerified: true,
      isAnonymous: false,
      hasPassword: false,
      identities: [{ provider: "google", email: "grace@gmail.com", linkedAt: expect.any(String) }],
    });
    await tablet.signInWithIdToken(world.google("grace@gmail.com"));
    expect(tablet.user?.id).toBe(phone.user?.id);
  });

  test("says how to sign in to the account that has the email", async () => {
    const client = world.device();
    await world.device().signUp({ email: "grace@gmail.com", password });
    expect(await outcomeOf(client.signInWithIdToken(world.google("grace@gmail.com")))).toEqual(
      refused("EMAIL_ALREADY_EXISTS", 409, {
        provider: "google",
        email: "grace@gmail.com",
        sign_in_methods: "password",
      }),
    );
  });

  test("links to a guest, who keeps the id, and to nobody else", async () => {
    const [client, other] = [world.device(), world.device()];
    await client.signInAnonymously();
    const id = client.user?.id;
    await client.linkIdToken(world.google("grace@gmail.com"));
    expect(client.user).toMatchObject({
      id,
      isAnonymous: false,
      email: "grace@gmail.com",
      emailVerified: true,
    });
    await other.signInAnonymously();
    expect(await outcomeOf(other.linkIdToken(world.google("grace@gmail.com")))).toEqual(
      refused("OAUTH_ACCOUNT_EXISTS", 409),
    );
    expect(await outcomeOf(client.linkIdToken(world.google("another@gmail.com")))).toEqual(
      refused("ALREADY_EXISTS", 409, { resource: "identity", provider: "google" }),
    );
    expect(other.user?.isAnonymous).toBe(true);
  });

  test("is unlinked unless it is the only way in", async () => {
    const client = world.device();
    await client.signInAnonymously();
    await client.linkIdToken(world.google("grace@gmail.com"));
    const unlink = () => outcomeOf(client.unlinkIdentity({ provider: "google" }));
    expect(await unlink()).toEqual(refused("LAST_SIGN_IN_METHOD", 400));
    expect(await outcomeOf(client.linkPassword({ email: "other@gmail.com", password }))).toEqual(
      refused("INVALID_REQUEST", 400, { field: "email", problem: "is not the account's email address" }),
    );
    await client.linkPassword({ email: "grace@gmail.com", password });
    expect(await unlink()).toBe("ok");
    expect(client.user).toMatchObject({ identities: [], hasPassword: true, emailVerified: true });
    expect(await unlink()).toEqual(refused("NOT_FOUND", 404, { resource: "identity" }));
  });

  test("needs a proof of identity again ten minutes after the sign-in", async () => {
    const client = world.device();
    await client.signUp({ email: "ada@gmail.com", password });
    world.passTime(11 * MINUTE_MS);
    const again = refused("REAUTHENTICATION_REQUIRED", 400);
    expect(await outcomeOf(client.linkIdToken(world.google("ada@gmail.com")))).toEqual(again);
    expect(await outcomeOf(client.requestEmailChange({ newEmail: "b@gmail.com" }))).toEqual(again);
    expect(await outcomeOf(client.deleteAccount())).toEqual(again);
    expect(await outcomeOf(client.deleteAccount({ currentPassword: "wrong words here" }))).toEqual(
      refused("INVALID_CREDENTIALS", 401),
    );
    await client.deleteAccount({ currentPassword: password });
    expect(client.state).toEqual({ status: "signedOut", reason: "deleted" });
  });
});
