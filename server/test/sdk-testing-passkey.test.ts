import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type PasskeyPlatform, type Passkeys, passkeys } from "../../sdk/typescript/src/passkey.ts";
import {
  type AuthClient,
  createAuthClient,
  isAuthError,
  memoryStorage,
} from "../../sdk/typescript/src/sdk.ts";
import { createTestAuth } from "../../sdk/typescript/src/testing.ts";
import { testPasskeys } from "../../sdk/typescript/src/testing-passkey.ts";
import { createAuthenticator } from "../src/testing/authenticator.ts";
import { engines } from "../src/testing/engines.ts";
import { ORIGIN, withPasskeys } from "../src/testing/passkeys.ts";
import { TestApp } from "../src/testing/test-app.ts";

const [engine = expect.fail()] = engines;
const MINUTE_MS = 60_000;
const GRACE = "grace@example.com";
const password = "four words and more";

type World = {
  /** An app on a device of its own that has the passkeys of all others, as phones of one person do. */
  device: () => { client: AuthClient; keys: Passkeys };
  platform: PasskeyPlatform;
  /** The person gets a password manager in which nothing is. */
  loseDevice: () => void;
  passTime: (ms: number) => void;
  close: () => Promise<void>;
};

async function realWorld(): Promise<World> {
  const t = await TestApp.open(engine);
  const { project } = await t.addProject("Demo", { ...withPasskeys, allowAnonymousSignIn: true });
  const { publishableKey } = project;
  const clock = { now: t.app.clock, steady: t.app.clock };
  let authenticator = createAuthenticator();
  const platform: PasskeyPlatform = {
    isAvailable: () => true,
    create: async (optionsJson) => authenticator.create(optionsJson, { origin: ORIGIN }),
    get: async (optionsJson) => authenticator.get(optionsJson, { origin: ORIGIN }),
  };
  return {
    platform,
    device: () => {
      const client = createAuthClient({ baseUrl: t.url, publishableKey, clock, storage: memoryStorage() });
      return { client, keys: passkeys(client, platform) };
    },
    loseDevice: () => {
      authenticator = createAuthenticator();
    },
    passTime: (ms) => t.advance(ms),
    close: () => t.close(),
  };
}

async function worldInMemory(): Promise<World> {
  const auth = await createTestAuth({ as: "signedOut" });
  const { signals: _, ...platform } = testPasskeys(auth);
  return {
    platform,
    device: () => {
      const client = auth.anotherDevice();
      return { client, keys: passkeys(client, platform) };
    },
    loseDevice: platform.deleteAll,
    passTime: auth.passTime,
    close: async () => {},
  };
}

const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: unknown) =>
      isAuthError(error) ? [error.reason, error.code, error.status, Object.keys(error.metadata)] : error,
  );

const reasonOf = async (work: Promise<unknown>) => ((await outcomeOf(work)) as unknown[])[0];

describe.each([
  ["the real server", realWorld],
  ["the server of the test kit", worldInMemory],
])("passkeys on %s", (_name, open) => {
  let world: World;
  beforeEach(async () => {
    world = await open();
  });
  afterEach(() => world.close());

  test("make a user, who signs in with them elsewhere", async () => {
    const { client, keys } = world.device();
    await keys.signUpWithPasskey({
      email: ` ${GRACE.toUpperCase()}`,
      displayName: "Grace",
      passkeyName: "Phone",
    });
    const { id, createdAt: _, ...user } = client.user ?? expect.fail();
    expect(user).toEqual({
      ...{ email: GRACE, emailVerified: false, emailBounces: false, displayName: "Grace" },
      ...{ isAnonymous: false, hasPassword: false },
      ...{ claims: {}, identities: [], recovery: "email" },
    });
    const tablet = world.device();
    await tablet.keys.signInWithPasskey();
    expect(tablet.client.user?.id).toBe(id);
    const [passkey] = await tablet.keys.listPasskeys();
    expect(Object.keys(passkey ?? {}).sort()).toEqual(
      ["backedUp", "createdAt", "credentialId", "id", "lastUsedAt", "name", "rpId"].sort(),
    );
    expect(passkey?.name).toBe("Phone");
    expect(await outcomeOf(world.device().keys.signUpWithPasskey({ email: GRACE }))).toEqual([
      ...["EMAIL_ALREADY_EXISTS", "already_exists", 409],
      [],
    ]);
  });

  test("upgrade a guest, who keeps the id and has no other way back", async () => {
    const { client, keys } = world.device();
    await client.signInAnonymously();
    const guest = client.user;
    await keys.linkPasskey();
    expect(client.user).toEqual({ ...guest, isAnonymous: false });
    expect(client.user?.recovery).toBe("none");
    expect((await keys.listPasskeys()).map(({ name }) => name)).toEqual(["Passkey"]);
    const [{ id } = expect.fail()] = await keys.listPasskeys();
    expect(await outcomeOf(keys.removePasskey(id))).toEqual([
      "LAST_SIGN_IN_METHOD",
      "failed_precondition",
      400,
      [],
    ]);
  });

  test("are at most ten, are renamed, and end their sessions when they are removed", async () => {
    const { client, keys } = world.device();
    await client.signUp({ email: GRACE, password });
    for (let n = 1; n <= 10; n++) {
      world.loseDevice();
      await keys.linkPasskey({ passkeyName: `No ${n}` });
    }
    expect(await outcomeOf(keys.linkPasskey())).toEqual([
      "TOO_MANY_PASSKEYS",
      "failed_precondition",
      400,
      [],
    ]);
    const [newest = expect.fail()] = await keys.listPasskeys();
    expect(newest.name).toBe("No 10");
    expect(await keys.renamePasskey(newest.id, " Best ")).toEqual({ ...newest, name: "Best" });
    expect(await reasonOf(keys.renamePasskey(newest.id, " "))).toBe("INVALID_REQUEST");
    expect(await reasonOf(keys.renamePasskey("none", "x"))).toBe("NOT_FOUND");
    const tablet = world.device();
    await tablet.keys.signInWithPasskey();
    world.passTime(11 * MINUTE_MS);
    expect(await reasonOf(keys.removePasskey(newest.id))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await reasonOf(keys.linkPasskey())).toBe("REAUTHENTICATION_REQUIRED");
    expect(await reasonOf(keys.removePasskey(newest.id, { currentPassword: "wrong" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    await keys.removePasskey(newest.id, { currentPassword: password });
    expect(await reasonOf(tablet.client.getMe())).toBe("SESSION_REVOKED");
    expect(await outcomeOf(client.getMe())).toBe("ok");
    expect(await outcomeOf(world.device().keys.signInWithPasskey())).toEqual([
      ...["PASSKEY_INVALID", "unauthenticated", 401],
      ["signal", "rp_id"],
    ]);
  });

  test("options are good for five minutes", async () => {
    const { keys } = world.device();
    await keys.signUpWithPasskey();
    const { platform } = world;
    const { get } = platform;
    platform.get = (optionsJson, options) => {
      world.passTime(5 * MINUTE_MS + 1000);
      return get(optionsJson, options);
    };
    expect(await outcomeOf(world.device().keys.signInWithPasskey())).toEqual([
      ...["PASSKEY_INVALID", "unauthenticated", 401],
      [],
    ]);
    platform.get = get;
    expect(await outcomeOf(world.device().keys.signInWithPasskey())).toBe("ok");
  });
});
