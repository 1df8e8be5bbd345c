import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { deleteOldEvents } from "../../domain/analytics/retention.ts";
import { rollUpAll } from "../../domain/analytics/roll-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const DAY_MS = 86_400_000;
/** After that a change is listed. */
const SETTLED_MS = 10_000;

describe.each(engines)("ListUserChanges on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, { "x-svc-key": secretKey });
  const told = async (request: { cursor?: string; limit?: number } = {}) => {
    const { changes, ...rest } = await users().listUserChanges(request);
    return { ...rest, changes: changes.map(({ kind, userId }) => [kind, userId]) };
  };
  const addUser = async (email: string) => (await users().createUser({ email })).user?.id ?? "";
  const keepEvents = async (eventRetentionDays: number) => {
    await updateProject(t.app, systemActor, project.id, { settings: { eventRetentionDays } });
  };
  /** Sooner, a change may still be missing that was made before it. */
  const later = () => t.advance(SETTLED_MS);

  test("lists who was created, changed and deleted, oldest first", async () => {
    const ada = (await t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
    t.advance(1);
    const bob = await addUser("bob@example.com");
    t.advance(1);
    await users().updateUser({ userId: ada, customClaims: { role: "editor" } });
    t.advance(1);
    await users().disableUser({ userId: bob });
    later();
    const { changes, hasMore } = await told();
    expect(changes).toEqual([
      ["user.created", ada],
      ["user.created", bob],
      ["user.updated", ada],
      ["user.updated", bob],
    ]);
    expect(hasMore).toBe(false);
  });

  const updates: [string, (userId: string) => Promise<unknown>][] = [
    ["the name", (userId) => users().updateUser({ userId, displayName: "Ada" })],
    ["the address", (userId) => users().updateUser({ userId, email: "countess@example.com" })],
    ["that the address is verified", (userId) => users().updateUser({ userId, emailVerified: true })],
    [
      "a guest becomes permanent",
      (userId) => users().updateUser({ userId, email: "a@b.example", password: "correct horse battery" }),
    ],
  ];
  test.each(updates)("lists a change: %s", async (_what, change) => {
    const userId = (await t.auth(project).signInAnonymously({})).user?.id ?? "";
    later();
    const { nextCursor } = await told();
    await change(userId);
    later();
    const { changes } = await told({ cursor: nextCursor });
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(String))).toEqual(new Set([`user.updated,${userId}`]));
  });

  test("lists what users change themselves, unless nothing changes, and not that they sign in", async () => {
    const { accessToken, user } = await t.addUser(project, "ada@example.com", "correct horse battery");
    later();
    const { nextCursor } = await told();
    await t.auth(project).signIn({ email: "ada@example.com", password: "correct horse battery" });
    await t.auth(project, accessToken).updateMe({ displayName: "" });
    later();
    expect((await told({ cursor: nextCursor })).changes).toEqual([]);
    await t.auth(project, accessToken).updateMe({ displayName: "Ada" });
    later();
    expect((await told({ cursor: nextCursor })).changes).toEqual([["user.updated", user?.id]]);
  });

  test("lists of a user who is gone only the deletion", async () => {
    const ada = await addUser("ada@example.com");
    await users().disableUser({ userId: ada });
    await users().deleteUser({ userId: ada });
    later();
    expect((await told()).changes).toEqual([["user.deleted", ada]]);
  });

  test("goes on where the cursor was, also in small steps", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) ids.push(await addUser(`u${index}@example.com`));
    later();
    const seen: unknown[] = [];
    let page = await told({ limit: 3 });
    for (let calls = 0; calls < 9; calls++) {
      seen.push(...page.changes.map(([, id]) => id));
      page = await told({ cursor: page.nextCursor, limit: 3 });
    }
    expect(seen).toEqual(ids);
    const late = await addUser("late@example.com");
    later();
    expect((await told({ cursor: page.nextCursor })).changes).toEqual([["user.created", late]]);
  });

  test("begins now", async () => {
    await addUser("ada@example.com");
    later();
    const { changes, nextCursor } = await users().listUserChanges({ fromNow: true });
    expect(changes).toEqual([]);
    const bob = await addUser("bob@example.com");
    later();
    expect((await told({ cursor: nextCursor })).changes).toEqual([["user.created", bob]]);
  });

  test("refuses a cursor of another project, a made-up one, and one beyond what is kept", async () => {
    const { nextCursor: cursor } = await users().listUserChanges({ fromNow: true });
    const other = await t.addProject("Other");
    const theirs = t.client(UserService, { "x-svc-key": other.secretKey });
    expect(await reasonOf(theirs.listUserChanges({ cursor }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().listUserChanges({ cursor: "made up" }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().listUserChanges({ cursor, fromNow: true }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users().listUserChanges({ limit: -1 }))).toBe("INVALID_REQUEST");
    t.advance(399 * DAY_MS);
    const { nextCursor } = await told({ cursor });
    t.advance(2 * DAY_MS);
    expect(await reasonOf(users().listUserChanges({ cursor }))).toBe("CURSOR_EXPIRED");
    expect((await told({ cursor: nextCursor })).changes).toEqual([]); // a reader that calls now and then stays
  });

  const cursors: [string, () => Promise<{ nextCursor: string }>][] = [
    ["from now on", () => users().listUserChanges({ fromNow: true })],
    ["in the middle of a list", () => told({ limit: 1 })],
  ];
  test.each(cursors)(
    "refuses a cursor %s after events were kept for less time, also when it is longer again",
    async (_, take) => {
      for (const name of ["ada", "bob"]) await addUser(`${name}@example.com`);
      later();
      const { nextCursor: cursor } = await take();
      t.advance(DAY_MS);
      const lost = await addUser("eve@example.com");
      await users().deleteUser({ userId: lost });
      t.advance(20 * DAY_MS);
      expect((await told({ cursor })).changes).toContainEqual(["user.deleted", lost]);
      await keepEvents(10);
      await rollUpAll(t.app);
      while ((await deleteOldEvents(t.app, t.app.clock(), 100)) > 0);
      await keepEvents(400);
      expect(await reasonOf(told({ cursor }))).toBe("CURSOR_EXPIRED");
      const { nextCursor } = await users().listUserChanges({ fromNow: true });
      expect((await told({ cursor: nextCursor })).changes).toEqual([]);
    },
  );
});
