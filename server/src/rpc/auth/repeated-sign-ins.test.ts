import { randomBytes } from "node:crypto";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isAttemptId } from "../../crypto/attempt-id.ts";
import { openFirstToken } from "../../crypto/replay-box.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { leaveUpgradeUnfinished } from "../../testing/unfinished-upgrade.ts";

const DAY_MS = 86_400_000;
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("Sign-ins that are repeated, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const backend = () => t.client(UserService, { "x-svc-key": secretKey });
  const newAttemptId = () => randomBytes(16).toString("base64url");
  const signIn = (attemptId: string, password = PASSWORD, email = EMAIL) =>
    t.auth(project).signIn({ email, password, attemptId });
  const guest = (attemptId: string) => t.auth(project).signInAnonymously({ attemptId });
  const refresh = (refreshToken: string) => t.auth(project).refreshToken({ refreshToken });
  const sessions = () => t.app.db.selectFrom("sessions").selectAll().orderBy("id").execute();
  const sessionOf = async (refreshToken: string) => {
    const { user } = await refresh(refreshToken);
    return user?.id;
  };
  const users = async () => (await t.app.db.selectFrom("users").select("id").execute()).length;
  const eventsOf = async (kind: string) =>
    (await t.app.db.selectFrom("events").select("kind").where("kind", "=", kind).execute()).length;

  test("a repeated SignIn gets the same refresh token and a new access token, and opens nothing", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const attempt = newAttemptId();
    const lost = await signIn(attempt);
    t.advance(60_000);
    const again = await signIn(attempt, PASSWORD, " ADA@example.com ");
    expect(again.refreshToken).toBe(lost.refreshToken);
    expect(again.accessToken).not.toBe(lost.accessToken);
    expect(again.user).toEqual(lost.user);
    expect(await t.auth(project, again.accessToken).listMySessions({})).toMatchObject({
      sessions: [{}, {}], // that of the sign-up, and this one
    });
    expect(await eventsOf("user.signed_in")).toBe(1);
    expect(await sessionOf(again.refreshToken)).toBe(lost.user?.id);
  });

  test("a repeated SignInAnonymously gets the same guest", async () => {
    const attempt = newAttemptId();
    const [first, second] = [await guest(attempt), await guest(attempt)];
    expect(second.refreshToken).toBe(first.refreshToken);
    expect(second.user?.id).toBe(first.user?.id);
    expect([await users(), await eventsOf("user.guest_created")]).toEqual([1, 1]);
  });

  test("copies that arrive at the same time open one session and make one guest", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const replica = await TestApp.open(engine, { database: t.database, rateLimits: "off" });
    try {
      for (let round = 0; round < times(3, 100); round++) {
        const [before, known] = [(await sessions()).length, await users()];
        const [one, other] = [newAttemptId(), newAttemptId()];
        const calls = Array.from({ length: 12 }, (_, n) => {
          const auth = (n % 2 === 0 ? t : replica).auth(project);
          return n % 4 < 2
            ? auth.signIn({ email: EMAIL, password: PASSWORD, attemptId: one })
            : auth.signInAnonymously({ attemptId: other });
        });
        const tokens = new Set((await Promise.all(calls)).map(({ refreshToken }) => refreshToken));
        expect([tokens.size, (await sessions()).length - before, (await users()) - known]).toEqual([2, 2, 1]);
      }
    } finally {
      await replica.close();
    }
  });

  test("after its first refresh token was used, the attempt is invalid and the session goes on", async () => {
    const attempt = newAttemptId();
    const first = await guest(attempt);
    const second = await refresh(first.refreshToken);
    expect(await reasonOf(guest(attempt))).toBe("ATTEMPT_INVALID");
    await refresh(second.refreshToken);
    expect(await users()).toBe(1);
    expect(await sessions()).toMatchObject([{ replay: null, revokedAt: null }]);
  });

  test("another request with the same id is invalid, ends nothing and tells nothing", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    await t.addUser(project, "eve@example.com", "another horse battery");
    const attempt = newAttemptId();
    const ada = await signIn(attempt);
    const count = (await sessions()).length;
    expect(await reasonOf(signIn(attempt, "another horse battery", "eve@example.com"))).toBe(
      "ATTEMPT_INVALID",
    );
    expect(await reasonOf(guest(attempt))).toBe("ATTEMPT_INVALID");
    const input = { email: "new@example.com", password: PASSWORD, attemptId: attempt };
    expect(await reasonOf(t.auth(project).signUp(input))).toBe("ATTEMPT_INVALID");
    expect(await reasonOf(signIn(attempt, "a wrong password"))).toBe("INVALID_CREDENTIALS");
    expect([await users(), (await sessions()).length]).toEqual([2, count]);
    expect((await signIn(attempt)).refreshToken).toBe(ada.refreshToken);
  });

  test("the same id in another project is another attempt", async () => {
    const other = (await t.addProject("Other", { allowAnonymousSignIn: true })).project;
    const attempt = newAttemptId();
    const here = await guest(attempt);
    const there = await t.auth(other).signInAnonymously({ attemptId: attempt });
    expect(there.refreshToken).not.toBe(here.refreshToken);
    expect(await t.auth(other, there.accessToken).getMe({})).toMatchObject({ user: { id: there.user?.id } });
    expect(await users()).toBe(2);
  });

  test("text that is no attempt id counts as none", async () => {
    for (const attempt of ["", "too-short", "x".repeat(300), "white space white space white space"]) {
      expect(isAttemptId(attempt)).toBe(false);
      expect((await guest(attempt)).refreshToken).not.toBe((await guest(attempt)).refreshToken);
    }
  });

  test("no repetition gets a token of a session that has ended", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    const ends: readonly ((token: string) => unknown)[] = [
      (refreshToken) => t.auth(project).signOut({ refreshToken }),
      () => t.advance(31 * DAY_MS),
      async (token) => reasonOf(refresh((await refresh(token)) && token)),
    ];
    for (const end of ends) {
      const attempt = newAttemptId();
      await end((await signIn(attempt)).refreshToken);
      expect(await reasonOf(signIn(attempt))).toBe("ATTEMPT_INVALID");
    }
    const attempt = newAttemptId();
    await signIn(attempt);
    const userId = user?.id ?? "";
    await backend().disableUser({ userId });
    expect(await reasonOf(signIn(attempt))).toBe("USER_DISABLED");
    await backend().enableUser({ userId });
    expect(await reasonOf(signIn(attempt))).toBe("ATTEMPT_INVALID");
  });

  test("a password that was replaced since repeats nothing, and the new one does", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const attempt = newAttemptId();
    const first = await signIn(attempt);
    const changed = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    await t.auth(project, first.accessToken).changePassword(changed);
    expect(await reasonOf(signIn(attempt))).toBe("INVALID_CREDENTIALS");
    expect((await signIn(attempt, changed.newPassword)).refreshToken).toBe(first.refreshToken);
  });

  test("a user who was deleted and came back is another user, for whom a session is opened", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    const attempt = newAttemptId();
    const first = await signIn(attempt);
    await backend().deleteUser({ userId: user?.id ?? "" });
    await t.addUser(project, EMAIL, PASSWORD);
    const second = await signIn(attempt);
    expect(second.user?.id).not.toBe(first.user?.id);
    expect(second.refreshToken).not.toBe(first.refreshToken);
  });

  test("an address that belongs to somebody else by now repeats nothing of its former owner", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const attempt = newAttemptId();
    await signIn(attempt);
    await t.app.db.updateTable("users").set({ email: "moved@example.com" }).execute();
    expect(await reasonOf(signIn(attempt))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(signIn(attempt, PASSWORD, "moved@example.com"))).toBe("ATTEMPT_INVALID");
    await t.addUser(project, EMAIL, PASSWORD);
    expect(await reasonOf(signIn(attempt))).toBe("ATTEMPT_INVALID");
  });

  test("failures are not remembered", async () => {
    const attempt = newAttemptId();
    expect(await reasonOf(signIn(attempt))).toBe("INVALID_CREDENTIALS");
    await t.addUser(project, EMAIL, PASSWORD);
    expect(await reasonOf(signIn(attempt, "a wrong password"))).toBe("INVALID_CREDENTIALS");
    expect((await signIn(attempt)).refreshToken).not.toBe("");
  });

  test("the attempt id is neither stored nor logged, and opens the sealed token only with the database", async () => {
    const attempt = newAttemptId();
    const first = await guest(attempt);
    await guest(attempt);
    const [row] = await sessions();
    expect(openFirstToken(attempt, row?.id ?? "", row?.replay ?? "")).toBe(first.refreshToken);
    expect(openFirstToken(newAttemptId(), row?.id ?? "", row?.replay ?? "")).toBeUndefined();
    const stored = JSON.stringify([row, await t.app.db.selectFrom("events").selectAll().execute()]);
    for (const secret of [attempt, first.refreshToken]) {
      expect(stored).not.toContain(secret);
      expect(t.logLines.join()).not.toContain(secret);
    }
    await refresh(first.refreshToken);
    expect(await sessions()).toMatchObject([{ replay: null }]);
  });

  test("clean-up of an ended session forgets its attempt", async () => {
    const attempt = newAttemptId();
    const { refreshToken } = await guest(attempt);
    await t.auth(project).signOut({ refreshToken });
    t.advance(8 * DAY_MS);
    await cleanUp(t.app);
    expect((await guest(attempt)).refreshToken).not.toBe(refreshToken);
  });

  if (engine.kind === "postgres") {
    test("until the upgrade is finished, the first token is repeated until it is used, also by version 0.1", async () => {
      await leaveUpgradeUnfinished(t.app.db);
      const beside = await TestApp.open(engine, { database: t.database, rateLimits: "off" });
      try {
        const call = (attemptId: string) => beside.auth(project).signInAnonymously({ attemptId });
        const [one, other] = [newAttemptId(), newAttemptId()];
        const first = await call(one);
        expect((await call(one)).refreshToken).toBe(first.refreshToken);
        await beside.auth(project).refreshToken({ refreshToken: first.refreshToken });
        expect(await reasonOf(call(one))).toBe("ATTEMPT_INVALID");
        expect((await sessions()).map(({ replay }) => replay)).toEqual([null]);

        await call(other);
        await t.app.db.updateTable("refreshTokens").set({ consumedAt: t.app.clock() }).execute();
        expect(await reasonOf(call(other))).toBe("ATTEMPT_INVALID");
      } finally {
        await beside.close();
      }
    });
  }
});
