import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "root@example.com";

describe.each(engines)("The audit log of the instance on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    token = (await t.addAdmin(EMAIL)).token;
    t.advance(1000);
  });
  afterEach(() => t.close());

  const bearer = () => ({ authorization: `Bearer ${token}` });
  const audit = async (kind: string) =>
    (await t.client(AnalyticsService, bearer()).listRecentEvents({ kinds: [kind], pageSize: 200 })).events;
  const fail = (email: string) =>
    reasonOf(
      t.client(SessionService, { "user-agent": "Browser/1" }).login({ email, password: "wrong password" }),
    );

  test("has the projects that were created, also after they are deleted", async () => {
    await t.projects(token).createProject({ name: "Fernweh" });
    await t.projects(token).deleteProject({ project: "fernweh" });
    const created = await audit("admin.project_created");
    expect(created).toMatchObject([{ actor: `admin:${EMAIL}`, data: { slug: "fernweh", name: "Fernweh" } }]);
    const [deleted] = await audit("admin.project_deleted");
    expect(deleted?.data?.project_id).toBe(created[0]?.data?.project_id);
  });

  test("has sign-ins that failed, with the address and the device, and the administrator if it is one", async () => {
    expect(await fail(EMAIL)).toBe("INVALID_CREDENTIALS");
    expect(await fail("nobody@example.com")).toBe("INVALID_CREDENTIALS");
    const events = await audit("admin.login_failed");
    expect(events.map(({ actor, ip, userAgent }) => [actor, ip, userAgent])).toEqual([
      ["", "127.0.0.1", "Browser/1"],
      ["", "127.0.0.1", "Browser/1"],
    ]);
    expect(events.map(({ data }) => data?.email)).toEqual([undefined, EMAIL]);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain("nobody@");
  });

  test("a flood of unknown addresses ends after 100 in an hour, and does not hide an administrator's", async () => {
    const about = { projectId: null, kind: "admin.login_failed", userId: null, actor: "", ip: null };
    const rows = Array.from({ length: 98 }, (_, n) => ({
      ...about,
      id: t.app.newId(),
      at: t.app.clock() + n,
      userAgent: null,
      data: JSON.stringify({ adminId: null }),
    }));
    await t.app.db.insertInto("events").values(rows).execute();
    for (let n = 0; n < 4; n++) await fail(`nobody${n}@example.com`);
    await fail(EMAIL);
    const events = await audit("admin.login_failed");
    expect(events).toHaveLength(101);
    expect(events.filter(({ data }) => data?.more === true)).toHaveLength(1);
    expect(events.filter(({ data }) => data?.email === EMAIL)).toHaveLength(1);

    t.advance(3_600_000 + 200);
    await fail("nobody@example.com");
    expect(await audit("admin.login_failed")).toHaveLength(102);
  });

  test("says what changed in the settings of the mail server, without the password", async () => {
    const instance = t.client(InstanceSettingsService, bearer());
    const smtp = { host: "mx.example.com", port: 587, username: "svc", fromAddress: "auth@example.com" };
    await instance.setSmtp({ ...smtp, password: "canary-password" });
    t.advance(1);
    await instance.setSmtp({ ...smtp, port: 2525 });
    t.advance(1);
    await instance.clearSmtp({});
    const [second, first] = await audit("admin.smtp_set");
    expect(first?.data?.changes).toEqual([
      { field: "password", masked: true },
      { field: "host", new: "mx.example.com" },
      { field: "port", new: 587 },
      { field: "from", new: "auth@example.com" },
      { field: "username", new: "svc" },
    ]);
    expect(second?.data?.changes).toEqual([{ field: "port", old: 587, new: 2525 }]);
    expect((await audit("admin.smtp_cleared"))[0]?.data?.changes).toContainEqual({
      field: "host",
      old: "mx.example.com",
    });
    const stored = await t.app.db.selectFrom("events").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain("canary");
  });
});
