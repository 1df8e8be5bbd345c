import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { insertEvents } from "../../storage/events.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { wholeExport } from "../../testing/whole-export.ts";

const DAY_MS = 86_400_000;

describe.each(engines)("ExportUser on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let userId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    userId = (await t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, { "x-svc-key": secretKey });
  const asAdmin = async () => ({ authorization: `Bearer ${(await t.addAdmin()).token}` });
  const eventsOf = (kind: string) =>
    t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).execute();

  async function addEvents(count: number, data = "{}"): Promise<void> {
    for (let first = 0; first < count; first += 500) {
      const rows = Array.from({ length: Math.min(500, count - first) }, (_, index) => ({
        id: `e${String(first + index).padStart(6, "0")}`,
        projectId: project.id,
        kind: "user.signed_in",
        at: t.app.clock() - Math.floor((count - first - index) / 7), // several of the same moment
        userId,
        actor: `user:${userId}`,
        ip: "192.0.2.1",
        data,
        userAgent: "app",
      }));
      await insertEvents(t.app.db, rows);
    }
  }

  test("has the whole document in one part for most people", async () => {
    const { part, nextPageToken } = await users().exportUser({ userId });
    expect(nextPageToken).toBe("");
    expect(Object.keys(part ?? {})).toEqual([
      "format",
      "exported_at",
      "project",
      "user",
      "authenticator_app",
      "billing_account",
      "identities",
      "passkeys",
      "sessions",
      "push_devices",
      "email_links",
      "address_undos",
      "emails",
      "notes",
      "entitlement_grants",
      "subscriptions",
      "purchases",
      "active_days",
      "events",
    ]);
    expect(part).toMatchObject({
      format: 1,
      exported_at: "2030-01-01T00:00:00Z",
      project: { slug: "demo" },
      user: { id: userId, email: "ada@example.com", has_password: true, is_anonymous: false },
      billing_account: null,
      sessions: [{ method: "password", ip: "127.0.0.1" }],
      events: [{ kind: "user.signed_up" }, { kind: "user.exported", actor: "backend" }],
    });
  });

  test("is recorded before anything is read, by backends and by administrators", async () => {
    await users().exportUser({ userId });
    expect(await eventsOf("user.exported")).toMatchObject([{ userId, actor: "backend" }]);
    expect(await eventsOf("admin.user_exported")).toEqual([]);
    const headers = await asAdmin();
    const { part } = await t.client(AdminUserService, headers).exportUser({ project: "demo", userId });
    expect(await eventsOf("admin.user_exported")).toMatchObject([
      { userId, actor: "admin:root@example.com" },
    ]);
    expect((part as { events: object[] }).events).toContainEqual(
      expect.objectContaining({ kind: "admin.user_exported", actor: "admin" }),
    );
    const log = await t
      .client(AnalyticsService, headers)
      .listRecentEvents({ project: "demo", kinds: ["admin.*"] });
    expect(log.events.map(({ kind }) => kind)).toContain("admin.user_exported");
  });

  test("does not tell who the administrators are, nor from where they act", async () => {
    const admin = t.client(AdminUserService, { ...(await asAdmin()), "user-agent": "staff browser" });
    await admin.addUserNote({ project: "demo", userId, text: "called twice" });
    await admin.disableUser({ project: "demo", userId });
    const document = await wholeExport(users(), userId);
    expect(document.notes).toEqual([expect.objectContaining({ text: "called twice" })]);
    expect(document.events).toContainEqual(
      expect.objectContaining({ kind: "user.disabled", actor: "admin", ip: null, user_agent: null }),
    );
    expect(JSON.stringify(document)).not.toMatch(/root@example\.com|staff browser/);
  });

  test("comes in parts that have every event once, and nothing that happened since", async () => {
    await addEvents(2_600);
    const first = await users().exportUser({ userId });
    expect((first.part as { events: object[] }).events.length).toBeLessThan(500);
    t.advance(1_000);
    await t.auth(project).signIn({ email: "ada@example.com", password: "correct horse battery" });
    const all = [...((first.part?.events ?? []) as { id: string; kind: string }[])];
    let parts = 1;
    for (let pageToken = first.nextPageToken; pageToken !== ""; parts++) {
      const next = await users().exportUser({ userId, pageToken });
      expect(Object.keys(next.part ?? {})).toEqual(["events"]);
      all.push(...((next.part?.events ?? []) as typeof all));
      pageToken = next.nextPageToken;
    }
    expect(parts).toBe(6);
    expect(all).toHaveLength(2_602);
    expect(new Set(all.map(({ id }) => id)).size).toBe(2_602);
    expect(await eventsOf("user.exported")).toHaveLength(1);
  });

  test("keeps each part below a megabyte", async () => {
    await addEvents(400, JSON.stringify({ text: "x".repeat(8_000) }));
    let pageToken = "";
    const sizes: number[] = [];
    do {
      const { part, nextPageToken } = await users().exportUser({ userId, pageToken });
      sizes.push(JSON.stringify(part).length);
      pageToken = nextPageToken;
    } while (pageToken !== "");
    expect(sizes.length).toBeGreaterThan(5);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  });

  test("is recorded again when a part is asked for a day later", async () => {
    await addEvents(600);
    const { nextPageToken } = await users().exportUser({ userId });
    t.advance(DAY_MS);
    await users().exportUser({ userId, pageToken: nextPageToken });
    expect(await eventsOf("user.exported")).toHaveLength(2);
  });

  test("ends with NOT_FOUND when the user is deleted meanwhile", async () => {
    await addEvents(600);
    const { nextPageToken } = await users().exportUser({ userId });
    await users().deleteUser({ userId });
    expect(await reasonOf(users().exportUser({ userId, pageToken: nextPageToken }))).toBe("NOT_FOUND");
  });

  test("has guests, too", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const document = await wholeExport(users(), guest.user?.id ?? "");
    expect(document.user).toMatchObject({ email: null, is_anonymous: true, has_password: false });
    expect(document.sessions).toHaveLength(1);
  });

  test("refuses users of other projects, and tokens of another user", async () => {
    await addEvents(600);
    const { nextPageToken } = await users().exportUser({ userId });
    const { user } = await users().createUser({ email: "bob@example.com" });
    const other = await t.addProject("Other");
    const theirs = t.client(UserService, { "x-svc-key": other.secretKey });
    expect(await reasonOf(theirs.exportUser({ userId }))).toBe("WRONG_PROJECT");
    expect(await reasonOf(users().exportUser({ userId: "nobody" }))).toBe("NOT_FOUND");
    const asked = users().exportUser({ userId: user?.id ?? "", pageToken: nextPageToken });
    expect(await reasonOf(asked)).toBe("INVALID_REQUEST");
    expect(await eventsOf("user.exported")).toHaveLength(1);
  });
});
