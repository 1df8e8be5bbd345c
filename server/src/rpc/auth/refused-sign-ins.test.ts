import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";
import { reasonOf } from "../../testing/reason-of.ts";

const EMAIL = "ada@gmail.com";
const PASSWORD = "correct horse battery";
const MINUTE = 60_000;
const LIMITS = { sign_in_account: { limit: 2, windowMs: MINUTE } };

describe.each(engines)("Sign-ins that are refused, on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    b = await OAuthBench.open(engine, { rateLimits: LIMITS });
    project = await b.addProject();
    ({ token } = await b.t.addAdmin());
  });
  afterEach(() => b.close());

  const signIn = (password = PASSWORD, email = EMAIL, of = project) =>
    b.t.auth(of).signIn({ email, password });
  const failures = async () =>
    (
      await b.t.app.db
        .selectFrom("events")
        .select(["userId", "actor", "data"])
        .where("kind", "=", "user.sign_in_failed")
        .orderBy("id")
        .execute()
    ).map(({ data, ...event }) => ({ ...event, ...JSON.parse(data) }));
  const getUser = async (userId: string) =>
    b.t.client(UserService, { authorization: `Bearer ${token}` }).getUser({ project: project.slug, userId });
  const byReason = async () => {
    const stats = await b.t
      .client(AnalyticsService, { authorization: `Bearer ${token}` })
      .getStats({ project: project.slug });
    return Object.fromEntries(stats.signInFailuresByReason.map(({ key, count }) => [key, Number(count)]));
  };

  test("a disabled user is recorded with the reason, by password and by provider", async () => {
    const { user } = await b.t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    const google = await b.signIn(project, "google", "g-1", { email: "g@gmail.com", email_verified: true });
    const disabledAt = b.t.app.clock();
    for (const id of [userId, google.user?.id ?? ""])
      await updateUser(b.t.app.db, project.id, id, { disabledAt });
    expect(await reasonOf(signIn())).toBe("USER_DISABLED");
    expect(await reasonOf(b.signIn(project, "google", "g-1"))).toBe("USER_DISABLED");
    expect(await failures()).toEqual([
      { userId, actor: "", method: "password", reason: "disabled" },
      { userId: google.user?.id, actor: "", method: "google", reason: "disabled" },
    ]);
    expect(await byReason()).toEqual({ disabled: 2 });
    expect(Number((await getUser(userId)).disabledAt?.seconds)).toBe(Math.floor(disabledAt / 1000));
  });

  test("an address that must be verified is recorded with the reason, and not at the sign-up", async () => {
    const strict = (await b.t.addProject("Strict", { requireEmailVerification: true })).project;
    await b.t.auth(strict).signUp({ email: EMAIL, password: PASSWORD });
    expect(await failures()).toEqual([]);
    expect(await reasonOf(signIn(PASSWORD, EMAIL, strict))).toBe("EMAIL_NOT_VERIFIED");
    expect(await failures()).toMatchObject([{ method: "password", reason: "email_not_verified" }]);
  });

  test.each([
    ["a known address", EMAIL],
    ["an unknown one", "nobody@example.com"],
  ])("each pause after wrong passwords is recorded once, for %s", async (_, email) => {
    const { user } = await b.t.addUser(project, EMAIL, PASSWORD);
    const userId = email === EMAIL ? user?.id : null;
    for (const _ of [1, 2]) expect(await reasonOf(signIn("wrong", email))).toBe("INVALID_CREDENTIALS");
    const refused = await Promise.all(Array.from({ length: 5 }, () => reasonOf(signIn(PASSWORD, email))));
    expect(new Set(refused)).toEqual(new Set(["RATE_LIMITED"]));
    const throttled = { userId, actor: "", method: "password", reason: "throttled" };
    expect((await failures()).slice(2)).toEqual([throttled]);

    b.t.advance(MINUTE);
    await reasonOf(signIn("wrong", email));
    for (const _ of [1, 2]) expect(await reasonOf(signIn(PASSWORD, email))).toBe("RATE_LIMITED");
    expect((await failures()).slice(3)).toEqual([{ userId, actor: "", method: "password" }, throttled]);
    expect(await byReason()).toMatchObject({ throttled: 2 });
  });

  test("GetUser says until when sign-ins are paused, and asking does not prolong it", async () => {
    const { user } = await b.t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    expect((await getUser(userId)).signInPausedUntil).toBeUndefined();
    for (const _ of [1, 2]) await reasonOf(signIn("wrong"));
    const until = b.t.app.clock() + MINUTE;
    for (const _ of [1, 2])
      expect(Number((await getUser(userId)).signInPausedUntil?.seconds)).toBe(Math.floor(until / 1000));
    b.t.advance(MINUTE);
    expect((await getUser(userId)).signInPausedUntil).toBeUndefined();
    await signIn();
  });

  test("a deleted user's refusals are still counted by their reasons", async () => {
    const { user } = await b.t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    for (const _ of [1, 2]) await reasonOf(signIn("wrong"));
    await reasonOf(signIn());
    b.t.advance(MINUTE);
    await updateUser(b.t.app.db, project.id, userId, { disabledAt: b.t.app.clock() });
    expect(await reasonOf(signIn())).toBe("USER_DISABLED");
    const before = await byReason();
    expect(before).toEqual({ wrong_password: 2, throttled: 1, disabled: 1 });
    await b.t
      .client(UserService, { authorization: `Bearer ${token}` })
      .deleteUser({ project: project.slug, userId });
    expect((await failures()).map(({ userId }) => userId)).not.toContain(userId);
    expect(await byReason()).toEqual(before);
  });
});
