import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { apnsToken, backendPush, iphone, pushOf } from "../../testing/push.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const ROUNDS = times(5, 50);

describe.each(engines)("Push devices under races on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let users: TokenResponse[];
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    users = [];
    for (let n = 0; n < 8; n++) users.push(await t.auth(project).signInAnonymously({}));
  });
  afterEach(() => t.close());

  const all = async () => (await backendPush(t, secretKey).listPushDevices({ pageSize: 200 })).devices;
  const register = (tokens: TokenResponse, n: number, token = n) =>
    pushOf(t, project, tokens).registerPushDevice(iphone(n, { token: apnsToken(token) }));
  const okOr = (call: Promise<unknown>, ...reasons: string[]) =>
    call.catch(async (error: unknown) => expect(reasons).toContain(await reasonOf(Promise.reject(error))));

  test("users who register the same token at once: each call succeeds, exactly one owns it afterwards", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(users.map((user, n) => register(user, n, 1)));
      expect(await all()).toHaveLength(1);
    }
  });

  test("users who register the same installation at once: exactly one owns it afterwards", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(users.map((user, n) => register(user, 1, n)));
      expect(await all()).toHaveLength(1);
    }
  });

  test("an app that registers twice at once has one device, and it stays the same one", async () => {
    const [user] = users as [TokenResponse];
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(user, 1)));
    expect(new Set(answers.map(({ device }) => device?.id)).size).toBe(1);
    expect(await all()).toHaveLength(1);
  });

  test("however many devices register at once, the user keeps 20", async () => {
    const [user] = users as [TokenResponse];
    for (let n = 0; n < 18; n++) await register(user, n);
    await Promise.all(Array.from({ length: 8 }, (_, n) => register(user, 100 + n)));
    expect(await all()).toHaveLength(20);
  });

  test("signing out while registering leaves no device behind", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guest = await t.auth(project).signInAnonymously({});
      await register(guest, 1);
      await Promise.all([
        okOr(register(guest, 1), "SESSION_REVOKED"),
        okOr(register(guest, 2), "SESSION_REVOKED"),
        t.auth(project).signOut({ refreshToken: guest.refreshToken }),
      ]);
      expect(await all()).toEqual([]);
    }
  });

  test("deleting the account while registering and refreshing leaves no device behind, and neither waits for the other", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `ada${round}@example.com`;
      const phone = await t.addUser(project, email, PASSWORD);
      const tablet = await t.auth(project).signIn({ email, password: PASSWORD });
      await Promise.all([
        okOr(register(phone, 1), "SESSION_REVOKED"),
        okOr(register(tablet, 2), "SESSION_REVOKED"),
        okOr(t.auth(project).refreshToken({ refreshToken: tablet.refreshToken }), "REFRESH_TOKEN_INVALID"),
        t.auth(project, phone.accessToken).deleteAccount({}),
      ]);
      expect(await all()).toEqual([]);
    }
  });

  test("a dead-token report never removes a registration that is newer, even at once", async () => {
    const [user] = users as [TokenResponse];
    for (let round = 0; round < ROUNDS; round++) {
      await register(user, 1);
      t.advance(10);
      await Promise.all([
        register(user, 1),
        backendPush(t, secretKey).revokePushDevice({
          token: apnsToken(1),
          invalidSince: timestampFromMs(t.app.clock() - 5),
        }),
      ]);
      expect(await all()).toHaveLength(1);
    }
  });
});
