import { randomBytes } from "node:crypto";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { defaultSettings } from "../src/domain/projects/settings.ts";
import { engineOf } from "../src/storage/engine.ts";
import { openDatabase } from "../src/storage/open.ts";
import { transact } from "../src/storage/transact.ts";
import { engines } from "../src/testing/engines.ts";
import { GOOGLE, OAuthBench } from "../src/testing/oauth.ts";
import { passkeyClient, passkeyDevice, signedUp, withPasskeys } from "../src/testing/passkeys.ts";
import { type PostgresRelay, startPostgresRelay } from "../src/testing/postgres-relay.ts";
import type { TestApp } from "../src/testing/test-app.ts";

/** How many replies of PostgreSQL a call may wait for, rate limits included. */
const LIMITS = { GetMe: 1, IntrospectToken: 1, RefreshToken: 1, SignIn: 4, SignInWithPasskey: 4 } as const;

const email = "ada@example.com";
const password = "correct horse battery";
/** Less than the minute for which the kinds of password hashes of a project are remembered. */
const SOON = 30_000;

type Caller = Readonly<{ bench: OAuthBench; t: TestApp; project: Project; secretKey: string }>;
type Step = () => Promise<unknown>;
type Prepare = (caller: Caller, tokens: TokenResponse) => Step;
type Case = readonly [name: string, limit: number, prepare: Prepare];

const people: readonly (readonly [who: string, open: (caller: Caller) => Promise<TokenResponse>])[] = [
  ["a user with a password", ({ t, project }) => t.addUser(project, email, password)],
  ["a guest", ({ t, project }) => t.auth(project).signInAnonymously({})],
  ["a user with a Google account", ({ bench, project }) => bench.signIn(project, "google", "ada")],
];

const calls: readonly Case[] = [
  [
    "GetMe",
    LIMITS.GetMe,
    ({ t, project }, { accessToken }) =>
      () =>
        t.auth(project, accessToken).getMe({}),
  ],
  [
    "IntrospectToken",
    LIMITS.IntrospectToken,
    ({ t, secretKey }, { accessToken: token }) =>
      () =>
        t.client(TokenService, { "x-svc-key": secretKey }).introspectToken({ token }),
  ],
  ["RefreshToken", LIMITS.RefreshToken, (caller, tokens) => refreshing(caller, tokens, () => "")],
  [
    "RefreshToken with an attempt id",
    LIMITS.RefreshToken,
    (caller, tokens) => refreshing(caller, tokens, newAttemptId),
  ],
];

const signIns: readonly Case[] = [
  ["SignIn", LIMITS.SignIn, (caller) => signingIn(caller, () => ({}))],
  [
    "SignIn from a known device",
    LIMITS.SignIn,
    (caller, { deviceToken }) => signingIn(caller, () => ({ deviceToken })),
  ],
  [
    "SignIn with an attempt id",
    LIMITS.SignIn,
    (caller) => signingIn(caller, () => ({ attemptId: newAttemptId() })),
  ],
];

const newAttemptId = (): string => randomBytes(16).toString("base64url");

const passkeySignIns: readonly (readonly [name: string, limit: number, attemptId: () => string])[] = [
  ["SignInWithPasskey", LIMITS.SignInWithPasskey, () => ""],
  ["SignInWithPasskey with an attempt id", LIMITS.SignInWithPasskey, newAttemptId],
];

function refreshing({ t, project }: Caller, tokens: TokenResponse, attemptId: () => string): Step {
  let { refreshToken } = tokens;
  return async () => {
    ({ refreshToken } = await t.auth(project).refreshToken({ refreshToken, attemptId: attemptId() }));
  };
}

function signingIn(
  { t, project }: Caller,
  more: () => { deviceToken?: string; attemptId?: string },
): () => Promise<TokenResponse> {
  return () => t.auth(project).signIn({ email, password, ...more() });
}

const postgres = engines.filter(({ kind }) => kind === "postgres");

describe.each(postgres)("round trips to $kind", (engine) => {
  let relay: PostgresRelay;
  let caller: Caller;
  beforeEach(async () => {
    const database = await engine.create();
    if (database.kind !== "postgres") throw new Error("only PostgreSQL has round trips");
    relay = await startPostgresRelay(database.url);
    const bench = await OAuthBench.open(engine, { database: { ...database, url: relay.url } });
    const google = { ...defaultSettings.google, ...GOOGLE };
    const settings = { allowAnonymousSignIn: true, google, ...withPasskeys };
    caller = { bench, t: bench.t, ...(await bench.t.addProject("Demo", settings)) };
  });
  afterEach(async () => {
    await caller.bench.close();
    await relay.close();
  });

  async function roundTripsOf(work: Step): Promise<number> {
    const before = relay.roundTrips();
    await work();
    await caller.t.app.background.idle();
    return relay.roundTrips() - before;
  }

  async function warmRoundTripsOf(call: Step): Promise<number> {
    await call();
    await caller.t.app.refreshCounter.flush(); // otherwise its timer might end in between
    caller.t.advance(SOON);
    return roundTripsOf(call);
  }

  describe.each(people)("for %s", (_who, open) => {
    test.each(calls)("%s: at most %d, once it is warm", async (_name, limit, prepare) => {
      const call = prepare(caller, await open(caller));
      expect(await warmRoundTripsOf(call)).toBeLessThanOrEqual(limit);
    });
  });

  test.each(signIns)("%s: at most %d, once it is warm", async (_name, limit, prepare) => {
    const call = prepare(caller, await caller.t.addUser(caller.project, email, password));
    expect(await warmRoundTripsOf(call)).toBeLessThanOrEqual(limit);
  });

  test.each(passkeySignIns)("%s: at most %d, once it is warm", async (_name, limit, attemptId) => {
    const { t, project } = caller;
    const device = passkeyDevice(t, project);
    await signedUp(device);
    const app = passkeyClient(t, project);
    const options = [await app.startPasskeySignIn({}), await app.startPasskeySignIn({})];
    const answers = options.map((option) => device.asserted(option));
    const signIn = () =>
      app.signInWithPasskey({ credentialJson: answers.shift() ?? "", attemptId: attemptId() });
    expect(await warmRoundTripsOf(signIn)).toBeLessThanOrEqual(limit);
  });

  test("GetMe with an access token that is new to the server: no more than with another", async () => {
    const { t, project } = caller;
    await t.addUser(project, email, password);
    const signIn = signingIn(caller, () => ({}));
    const tokens = [await signIn(), await signIn()].map(({ accessToken }) => accessToken);
    const getMe = () => t.auth(project, tokens.shift()).getMe({});
    expect(await warmRoundTripsOf(getMe)).toBeLessThanOrEqual(LIMITS.GetMe);
  });

  test("a statement is one, a transaction has two more, and a new connection has one to prove itself", async () => {
    const db = openDatabase({ kind: "postgres", url: relay.url });
    try {
      expect(await roundTripsOf(() => engineOf(db).ping(db))).toBe(2);
      expect(await roundTripsOf(() => engineOf(db).ping(db))).toBe(1);
      expect(await roundTripsOf(() => transact({ db }, ({ db }) => engineOf(db).ping(db)))).toBe(3);
    } finally {
      await db.destroy();
    }
  });
});
