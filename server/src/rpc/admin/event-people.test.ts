import { AnalyticsService, type ListRecentEventsRequest } from "@svc/proto/svc/admin/v1/analytics_pb";
import { OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteStaleGuests } from "../../domain/guests/delete-stale-guests.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const DAY = 86_400_000;

type Filter = Partial<Omit<ListRecentEventsRequest, "$typeName" | "$unknown">>;

describe.each(engines)("The people in events on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true, guestRetentionDays: 30 })).project;
    token = (await t.addAdmin()).token;
    t.advance(1000);
  });
  afterEach(() => t.close());

  const bearer = (of = token) => ({ authorization: `Bearer ${of}` });
  const list = async (filter: Filter = {}) =>
    (await t.client(AnalyticsService, bearer()).listRecentEvents({ project: "demo", ...filter })).events;
  const kinds = async (filter: Filter) => (await list(filter)).map(({ kind }) => kind);
  const users = (headers: Record<string, string> = bearer()) => t.client(UserService, headers);
  const addAda = async () => (await t.addUser(project, "ada@example.com", PASSWORD)).user?.id ?? "";
  const change = (userId: string, update: object) =>
    users().updateUser({ project: "demo", userId, ...update });

  test("an event has the user's address and name as they are now, and the device", async () => {
    const userId = await addAda();
    // As an earlier version took it.
    const displayName = "Ada \u202egnirts";
    await t.app.db.updateTable("users").set({ displayName }).where("id", "=", userId).execute();
    await t
      .authWith({ "x-svc-key": project.publishableKey, "user-agent": "Phone/1" })
      .signIn({ email: "ada@example.com", password: PASSWORD });
    const [event] = await list({ kinds: ["user.signed_in"] });
    expect(event).toMatchObject({ ip: "127.0.0.1", userAgent: "Phone/1" });
    // Without the mark that reverses the text after it.
    expect(event?.user).toMatchObject({ email: "ada@example.com", displayName: "Ada gnirts", guest: false });
  });

  test("a guest is called one, a deleted user too, and an event about nobody has none", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const [created] = await list({ kinds: ["user.guest_created"] });
    expect(created?.user).toMatchObject({ email: "", guest: true, deleted: false });

    await users().deleteUser({ project: "demo", userId: guest.user?.id ?? "" });
    const [gone] = await list({ kinds: ["user.guest_created"] });
    expect(gone?.user).toMatchObject({ email: "", guest: false, deleted: true });
    expect((await list({ kinds: ["admin.project_created"] }))[0]?.user).toBeUndefined();
  });

  test("claims, profile and address are recorded with their old and new values", async () => {
    const userId = await addAda();
    await change(userId, { customClaims: { role: "user" } });
    t.advance(1);
    await change(userId, {
      customClaims: { role: "admin" },
      displayName: "Ada",
      email: "lovelace@example.com",
      password: "another horse battery",
    });
    const found = await list({ userId, fromTime: undefined, pageSize: 10 });
    const changesOf = (kind: string) => found.find((event) => event.kind === kind)?.data;
    for (const prefix of ["user.", "admin.user_"]) {
      expect(changesOf(`${prefix}claims_changed`)).toEqual({
        changes: [{ field: "custom_claims.role", old: "user", new: "admin" }],
      });
      expect(changesOf(`${prefix}profile_changed`)).toEqual({
        changes: [{ field: "display_name", old: "", new: "Ada" }],
      });
      expect(changesOf(`${prefix}email_changed`)).toEqual({
        changes: [{ field: "email", old: "ada@example.com", new: "lovelace@example.com" }],
      });
      expect(changesOf(`${prefix}password_changed`)).toEqual({});
    }
    expect(JSON.stringify(found.map(({ data }) => data))).not.toMatch(/argon2|scrypt|horse/);
  });

  test("settings are recorded with their old and new values, and a secret only as changed", async () => {
    await t.projects(token).updateProject({
      project: "demo",
      settings: { timezone: "Europe/Berlin", google: { webClientSecret: "canary-secret" } },
    });
    const [event] = await list({ kinds: ["admin.project_updated"] });
    expect(event?.data?.changes).toEqual([
      { field: "settings.google.web_client_secret", masked: true },
      { field: "settings.timezone", old: "UTC", new: "Europe/Berlin" },
    ]);
    expect(JSON.stringify(await t.app.db.selectFrom("events").selectAll().execute())).not.toContain("canary");
  });

  test("deleting a user erases the person, the values, the address and the device, and keeps what happened", async () => {
    const userId = await addAda();
    await change(userId, { displayName: "Canary" });
    await users({ ...bearer(), "user-agent": "Console/1" }).deleteUser({ project: "demo", userId });
    const rows = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("projectId", "=", project.id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain("Canary");
    const ofPeople = rows.filter((row) => row.userId !== null);
    const [deletions, earlier] = [true, false].map((isLast) =>
      ofPeople.filter(({ kind }) => kind.endsWith("deleted") === isLast),
    );
    expect(deletions?.map((row) => row.userId)).toEqual([userId, userId]);
    expect(earlier?.map(({ kind }) => kind)).toContain("user.profile_changed");
    expect(new Set(earlier?.map((row) => row.userId)).size).toBe(1);
    for (const row of earlier ?? []) {
      expect([row.ip, row.userAgent]).toEqual([null, null]);
      expect(JSON.stringify(row)).not.toContain(userId);
    }
  });

  test("so does the end of a guest's retention", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    await change(guest.user?.id ?? "", { displayName: "Canary" });
    t.advance(40 * DAY);
    expect(await deleteStaleGuests(t.app, project)).toBe(1);
    const rows = await t.app.db.selectFrom("events").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("Canary");
    expect(rows.filter(({ userId, ip }) => userId === guest.user?.id && ip !== null)).toEqual([]);
  });

  test("so does the owner of a mailbox who does not know the account, for that address", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const userId = guest.user?.id ?? "";
    await t.auth(project, guest.accessToken).linkPassword({ email: "typo@example.com", password: PASSWORD });
    await change(userId, { email: "stranger@example.com" });
    await t.auth(project).requestEmailVerification({ email: "stranger@example.com" });
    await t.deliverMail();
    const link = t.mails.findLast(({ to }) => to === "stranger@example.com")?.token ?? "";
    expect(await t.auth(project).rejectEmailVerification({ token: link })).toMatchObject({
      accountDeleted: false,
    });
    const rows = await t.app.db.selectFrom("events").selectAll().where("userId", "=", userId).execute();
    expect(rows.map(({ kind }) => kind)).toContain("admin.user_email_changed");
    expect(JSON.stringify(rows)).not.toContain("stranger@");
  });

  test("what users do to their own accounts has their device, too", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    const headers = { "x-svc-key": project.publishableKey, "user-agent": "Phone/1" };
    const { refreshToken } = await t
      .authWith(headers)
      .signIn({ email: "ada@example.com", password: PASSWORD });
    await t.authWith(headers).signOut({ refreshToken });
    expect(await list({ kinds: ["user.signed_out"] })).toMatchObject([{ userAgent: "Phone/1" }]);
  });

  test("an act of an administrator is one event on request, and both records stay", async () => {
    const userId = await addAda();
    await users().disableUser({ project: "demo", userId });
    const twice = ["admin.user_disabled", "user.disabled"];
    expect((await kinds({ userId })).slice(0, 2).sort()).toEqual(twice);
    expect((await kinds({ userId, onePerAct: true }))[0]).toBe("user.disabled");
    expect(await kinds({ userId, onePerAct: true })).not.toContain("admin.user_disabled");
    expect(await kinds({ kinds: ["user.disabled", "admin.*"], onePerAct: true, userId })).toEqual([
      "user.disabled",
    ]);
    // Asked for alone, each is listed.
    expect(await kinds({ kinds: ["admin.user_*"], onePerAct: true }).catch(() => "invalid")).toBe("invalid");
    expect(await kinds({ kinds: ["admin.user_disabled"], onePerAct: true })).toEqual(["admin.user_disabled"]);
    expect(await kinds({ kinds: ["admin.*"], onePerAct: true })).toContain("admin.user_disabled");
  });

  test("events are found by administrator and by address, together with the other filters", async () => {
    const userId = await addAda();
    const other = (await t.addAdmin("other@example.com")).token;
    await users().disableUser({ project: "demo", userId });
    await users(bearer(other)).enableUser({ project: "demo", userId });
    const by = (admin: string, more: Filter = {}) => kinds({ admin, onePerAct: true, ...more });
    expect(await by("Other@Example.com")).toEqual(["user.enabled"]);
    expect(await by("root@example.com", { userId })).toEqual(["user.disabled"]);
    expect(await by("root@example.com", { kinds: ["user.enabled"] })).toEqual([]);
    expect(await by("nobody@example.com")).toEqual([]);
    expect(await kinds({ ip: "127.0.0.1", kinds: ["user.enabled"] })).toEqual(["user.enabled"]);
    expect(await kinds({ ip: "127.0.0.1", admin: "other@example.com", userId, onePerAct: true })).toEqual([
      "user.enabled",
    ]);
    expect(await kinds({ ip: "203.0.113.9" })).toEqual([]);
  });

  test("an event that queued an email says what became of it", async () => {
    const userId = await addAda();
    await t.deliverMail();
    await users().sendPasswordReset({ project: "demo", userId });
    const state = async () => (await list({ kinds: ["user.password_reset_sent"] }))[0]?.mailState;
    expect(await state()).toBe(OutgoingMailState.WAITING);
    await t.deliverMail();
    expect(await state()).toBe(OutgoingMailState.SENT);
  });
});
