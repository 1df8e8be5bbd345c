import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { passkeyDevice, signedUp, withPasskeys } from "../../testing/passkeys.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const DAY = 86_400_000;

describe.each(engines)("GetStats on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true })).project;
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const analytics = () => t.client(AnalyticsService, { authorization: `Bearer ${token}` });
  const stats = (range: { fromDate?: string; toDate?: string } = {}, named = "demo") =>
    analytics().getStats({ project: named, ...range });
  const rollUp = () => analytics().runRollup({ project: "demo" });
  const signIn = (email: string) => t.auth(project).signIn({ email, password: PASSWORD });

  /** What a day of a real project brings. */
  async function someActivity(): Promise<void> {
    const ada = await t.addUser(project, "ada@example.com", PASSWORD);
    await t.auth(project).refreshToken({ refreshToken: ada.refreshToken });
    await signIn("ada@example.com");
    await signIn("ada@example.com");
    await reasonOf(t.auth(project).signIn({ email: "ada@example.com", password: "wrong" }));
    await reasonOf(t.auth(project).signIn({ email: "nobody@example.com", password: "wrong" }));
    await reasonOf(t.auth(project).signIn({ email: "nobody@example.com", password: "wrong" }));
    await t.auth(project).signInAnonymously({});
    const guest = await t.auth(project).signInAnonymously({});
    const link = { email: "bob@example.com", password: PASSWORD };
    await t.auth(project, guest.accessToken).linkPassword(link);
    const users = t.client(UserService, { authorization: `Bearer ${token}` });
    await users.createUser({ project: "demo", email: "eve@example.com" });
  }

  const activity = {
    newUsers: 2,
    activeUsers: 3,
    signIns: 4,
    signInFailures: 3,
    refreshes: 2, // a guest who gets a password gets a new refresh token, too
    newGuests: 2,
    guestConversions: 1,
  };

  test("counts what has happened today before any rollup", async () => {
    await someActivity();
    const { days, tiles, countedUntil, ...answer } = await stats();

    expect(answer).toMatchObject({ fromDate: "2029-12-02", toDate: "2030-01-01", timezone: "UTC" });
    expect(days).toHaveLength(31);
    expect(days.at(-1)).toMatchObject({ date: "2030-01-01", ...activity });
    expect(tiles).toMatchObject({
      users: 4,
      guests: 1,
      newUsers: 2,
      newGuests: 2,
      guestConversions: 1,
      signIns: 4,
      signInFailures: 3,
      dailyActiveUsers: 3,
      weeklyActiveUsers: 3,
      monthlyActiveUsers: 3,
    });
    expect(parts(answer.signInsByMethod)).toEqual({ anonymous: 2, password: 2 });
    expect(parts(answer.usersByProvider)).toEqual({ password: 2, anonymous: 1 });
    expect(countedUntil && timestampMs(countedUntil)).toBe(t.app.clock());
  });

  test("says the same before and after a rollup, and after any number of them", async () => {
    await someActivity();
    const live = await stats();
    t.advance(1);
    for (let round = 0; round < 3; round++) {
      await rollUp();
      const { countedUntil, ...counted } = await stats();
      expect(counted).toEqual({ ...live, countedUntil: undefined, ...counted });
      expect(counted.days).toEqual(live.days);
      expect(counted.tiles).toEqual(live.tiles);
      expect(counted.signInsByMethod).toEqual(live.signInsByMethod);
      expect(counted.usersByProvider).toEqual(live.usersByProvider);
      expect(countedUntil && timestampMs(countedUntil)).toBe(t.app.clock());
    }
  });

  test("adds what happens after a rollup to what it counted, to the millisecond", async () => {
    await someActivity();
    await rollUp();
    await signIn("ada@example.com");
    expect((await stats()).days.at(-1)).toMatchObject({ ...activity, signIns: 5 });
    await rollUp();
    expect((await stats()).days.at(-1)).toMatchObject({ ...activity, signIns: 5 });
    t.advance(1);
    await rollUp();
    await signIn("bob@example.com");
    expect((await stats()).days.at(-1)).toMatchObject({ ...activity, signIns: 6 });
  });

  test("fills days without events with zeros, in order", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    t.advance(3 * DAY);
    await signIn("ada@example.com");
    await rollUp();
    const { days, tiles } = await stats({ fromDate: "2029-12-31", toDate: "2030-01-06" });

    expect(
      days.map(({ date, newUsers, signIns, activeUsers }) => [date, newUsers, signIns, activeUsers]),
    ).toEqual([
      ["2029-12-31", 0, 0, 0],
      ["2030-01-01", 1, 0, 1],
      ["2030-01-02", 0, 0, 0],
      ["2030-01-03", 0, 0, 0],
      ["2030-01-04", 0, 1, 1],
      ["2030-01-05", 0, 0, 0],
      ["2030-01-06", 0, 0, 0],
    ]);
    expect(tiles).toMatchObject({
      users: 1,
      newUsers: 1,
      signIns: 1,
      dailyActiveUsers: 0,
      weeklyActiveUsers: 1,
    });
  });

  test("the range leaves out what lies around it", async () => {
    for (let day = 0; day < 4; day++) {
      await t.addUser(project, `user${day}@example.com`, PASSWORD);
      await rollUp();
      t.advance(DAY);
    }
    const { tiles, days } = await stats({ fromDate: "2030-01-02", toDate: "2030-01-03" });
    expect(days).toHaveLength(2);
    expect(tiles).toMatchObject({ newUsers: 2, users: 3 });
    expect((await stats({ fromDate: "2030-01-02", toDate: "2030-01-02" })).tiles?.users).toBe(2);
    expect((await stats({ fromDate: "2029-12-02", toDate: "2029-12-02" })).tiles?.users).toBe(0);
  });

  test("a deleted user is gone from the users, and what they did stays counted", async () => {
    await someActivity();
    t.advance(1);
    await rollUp();
    const before = await stats();
    const { accessToken } = await signIn("ada@example.com");
    await t.auth(project, accessToken).deleteAccount({ currentPassword: PASSWORD });
    t.advance(1);
    await rollUp();
    const { tiles, days, signInsByMethod } = await stats();

    const signIns = { signIns: 5, signInsByMethod };
    expect(days.at(-1)).toEqual({ ...before.days.at(-1), ...signIns });
    expect(parts(signInsByMethod)).toEqual({ anonymous: 2, password: 3 });
    expect(tiles).toMatchObject({ users: 3, guests: 1, dailyActiveUsers: 3, newUsers: 2 });
    t.advance(DAY);
    await rollUp();
    expect((await stats({ toDate: "2030-01-01" })).tiles).toMatchObject({ users: 3, monthlyActiveUsers: 3 });
  });

  test("the last user's deletion leaves nobody, not the number of the day before", async () => {
    const { accessToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    await rollUp();
    t.advance(DAY);
    const again = await signIn("ada@example.com");
    expect(again.accessToken).not.toBe(accessToken);
    await t.auth(project, again.accessToken).deleteAccount({ currentPassword: PASSWORD });
    await rollUp();
    t.advance(DAY);
    expect((await stats({ toDate: "2030-01-02" })).tiles?.users).toBe(0);
    expect((await stats({ toDate: "2030-01-01" })).tiles?.users).toBe(1);
  });

  test("users by provider count in each way they have to sign in", async () => {
    const { user } = await t.addUser(project, "ada@example.com", PASSWORD);
    const identity = { projectId: project.id, userId: user?.id ?? "", email: null, createdAt: 1 };
    await t.app.db
      .insertInto("identities")
      .values([
        { id: "1", provider: "google", subject: "g-1", ...identity },
        { id: "2", provider: "apple", subject: "a-1", ...identity },
      ])
      .execute();
    await t.auth(project).signInAnonymously({});
    project = await updateProject(t.app, systemActor, project.id, { settings: withPasskeys });
    const { accessToken } = await signedUp(passkeyDevice(t, project));
    await passkeyDevice(t, project).link(accessToken);
    expect(parts((await stats()).usersByProvider)).toEqual({
      passkey: 1,
      password: 1,
      google: 1,
      apple: 1,
      anonymous: 1,
    });
  });

  test("another project's numbers are never among them", async () => {
    const { project: other } = await t.addProject("Other", { allowAnonymousSignIn: true });
    await someActivity();
    await t.addUser(other, "ada@example.com", PASSWORD);
    await analytics().runRollup({});
    expect((await stats()).days.at(-1)).toMatchObject(activity);
    expect((await stats()).tiles).toMatchObject({ users: 4, dailyActiveUsers: 3 });
    const { tiles, days } = await stats({}, other.id);
    expect(tiles).toMatchObject({ users: 1, guests: 0, newUsers: 1, signIns: 0, monthlyActiveUsers: 1 });
    expect(days.at(-1)).toMatchObject({
      newUsers: 1,
      activeUsers: 1,
      signIns: 0,
      refreshes: 0,
      signInFailures: 0,
    });
  });

  test.each([
    [{ fromDate: "2030-02-29" }, "from_date"],
    [{ toDate: "yesterday" }, "to_date"],
    [{ toDate: "2030-1-1" }, "to_date"],
    [{ fromDate: "2030-01-02", toDate: "2030-01-01" }, "from_date"],
    [{ fromDate: "2030-01-02" }, "from_date"],
    [{ fromDate: "2028-01-01", toDate: "2030-01-02" }, "from_date"],
  ])("%j is INVALID_REQUEST", async (range, field) => {
    expect(await failureOf(stats(range))).toMatchObject({
      code: "InvalidArgument",
      reason: "INVALID_REQUEST",
      metadata: { field },
    });
  });

  test("two years are not too much, and an unknown project is NOT_FOUND", async () => {
    expect((await stats({ fromDate: "2028-01-01", toDate: "2030-01-01" })).days).toHaveLength(732);
    expect(await reasonOf(stats({}, "nope"))).toBe("NOT_FOUND");
    expect(await reasonOf(stats({}, ""))).toBe("NOT_FOUND");
  });
});

function parts(counts: readonly { key: string; count: number }[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ key, count }) => [key, count]));
}
