import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProjectRole } from "../../domain/admins/rights.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import { disableUser } from "../../domain/users/disable-user.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("roles of administrators on $kind", (engine) => {
  let t: TestApp;
  let root: { token: string; adminId: string };
  let grace: { token: string; adminId: string };
  let userId: string;

  const accounts = (token = root.token) => t.client(AdminAccountService, bearer(token));
  const users = (token: string) => t.client(UserService, bearer(token));
  const give = (project: string, role: AdminRole, adminId = grace.adminId) =>
    accounts().setAdminRole({ adminId, project, role });

  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const { project } = await t.addProject("Demo");
    await t.addProject("Other");
    root = await t.addAdmin("root@example.com");
    grace = await t.addAdmin("grace@example.com");
    userId = (await t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
    await give("", AdminRole.NONE);
  });
  afterEach(() => t.close());

  test("a role holds from the next call on, and its end too", async () => {
    expect(await reasonOf(users(grace.token).listUsers({ project: "demo" }))).toBe("NOT_FOUND");
    await give("demo", AdminRole.VIEWER);
    expect((await users(grace.token).listUsers({ project: "demo" })).users).toHaveLength(1);
    const disable = () => users(grace.token).disableUser({ project: "demo", userId });
    expect(await failureOf(disable())).toMatchObject({
      reason: "ADMIN_FORBIDDEN",
      metadata: { needs: "support" },
    });
    await give("demo", AdminRole.SUPPORT);
    await disable();
    await give("demo", AdminRole.NONE);
    expect(await reasonOf(disable())).toBe("NOT_FOUND");
  });

  test("who has no role in a project is told the same as of a project that does not exist", async () => {
    const [foreign, unknown] = await Promise.all(
      ["other", "nowhere"].map((project) => failureOf(users(grace.token).listUsers({ project }))),
    );
    expect(foreign).toEqual(unknown);
  });

  test("support changes how users are shown, and neither claims, password nor address", async () => {
    await give("demo", AdminRole.SUPPORT);
    const update = (changes: object) =>
      users(grace.token).updateUser({ project: "demo", userId, ...changes });
    expect((await update({ displayName: "Ada" })).user?.displayName).toBe("Ada");
    expect((await update({ locale: "de" })).user?.locale).toBe("de");
    const refused = [
      { customClaims: { role: "admin" } },
      { password: "another good password" },
      { email: "eve@example.com" },
      { emailVerified: true },
      { displayName: "Eve", customClaims: {} },
    ];
    for (const changes of refused) expect(await reasonOf(update(changes))).toBe("ADMIN_FORBIDDEN");
    expect((await users(root.token).getUser({ project: "demo", userId })).user).toMatchObject({
      displayName: "Ada",
      email: "ada@example.com",
      emailVerified: false,
    });
  });

  test("lists hold only the projects in which the caller has a role", async () => {
    await give("other", AdminRole.VIEWER);
    const { projects } = await t.projects(grace.token).listProjects({});
    expect(projects.map(({ slug }) => slug)).toEqual(["other"]);
    await give("other", AdminRole.NONE);
    expect((await t.projects(grace.token).listProjects({})).projects).toEqual([]);
    expect((await t.projects(root.token).listProjects({})).projects).toHaveLength(2);
  });

  test("whoever is not an owner sees nothing of the instance but its address and version", async () => {
    const instance = await t.client(InstanceSettingsService, bearer(grace.token)).getInstance({});
    expect(instance).toMatchObject({ baseUrl: t.url, version: "0.0.0-test", database: "" });
    expect(instance.smtp).toBeUndefined();
  });

  test("the current administrator and the list name the roles", async () => {
    await give("demo", AdminRole.SUPPORT);
    await give("other", AdminRole.VIEWER);
    const expected = [
      { project: "demo", role: AdminRole.SUPPORT },
      { project: "other", role: AdminRole.VIEWER },
    ];
    expect(await t.client(SessionService, bearer(grace.token)).getCurrentAdmin({})).toMatchObject({
      roles: expected,
      readOnly: false,
    });
    const { admins } = await accounts().listAdmins({});
    expect(admins.map(({ email, roles }) => [email, roles])).toMatchObject([
      ["grace@example.com", expected],
      ["root@example.com", [{ project: "", role: AdminRole.OWNER }]],
    ]);
  });

  test("the last owner can neither be removed nor lose the role, also when both try at once", async () => {
    expect(await reasonOf(give("", AdminRole.NONE, root.adminId))).toBe("LAST_ADMIN");
    expect(await reasonOf(accounts().removeAdmin({ adminId: root.adminId }))).toBe("LAST_ADMIN");
    await give("", AdminRole.OWNER);
    const both = await Promise.allSettled([
      give("", AdminRole.NONE, root.adminId),
      accounts(grace.token).setAdminRole({ adminId: grace.adminId, role: AdminRole.NONE }),
    ]);
    const refused = both.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(await Promise.all(refused.map((error) => reasonOf(Promise.reject(error))))).toEqual([
      "LAST_ADMIN",
    ]);
    const owners = await t.app.db.selectFrom("adminRoles").selectAll().where("role", "=", "owner").execute();
    expect(owners).toHaveLength(1);
  });

  test("a role must fit the place", async () => {
    const wrong: [string, AdminRole][] = [
      ["", AdminRole.SUPPORT],
      ["demo", AdminRole.OWNER],
      ["demo", AdminRole.UNSPECIFIED],
      ["", AdminRole.UNSPECIFIED],
    ];
    for (const [project, role] of wrong) {
      expect(await failureOf(give(project, role))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "role" },
      });
    }
    expect(await reasonOf(give("nowhere", AdminRole.VIEWER))).toBe("NOT_FOUND");
    expect(await reasonOf(give("demo", AdminRole.VIEWER, "nobody"))).toBe("NOT_FOUND");
  });

  test("a role that was taken away while the call ran changes nothing", async () => {
    const project = await requireProjectNamed(t.app, "demo");
    const projectId = project.id;
    const rights = { isOwner: false, roles: new Map<string, ProjectRole>([[projectId, "support"]]) };
    const by = {
      actor: "admin:grace@example.com",
      ip: null,
      credential: { adminId: grace.adminId, rights, kind: "session", hash: "" },
      right: { needs: "support:write", projectId },
    } as const;
    const scope = { project, by, tellsOtherProjects: false };
    await expect(disableUser(t.app, scope, userId)).rejects.toMatchObject({ reason: "ADMIN_FORBIDDEN" });
    expect((await users(root.token).getUser({ project: "demo", userId })).user?.disabled).toBe(false);
  });

  test("apps that may open links of the whole server are for owners to choose", async () => {
    await give("demo", AdminRole.ADMINISTRATOR);
    const update = (token: string, settings: object) =>
      t.projects(token).updateProject({ project: "demo", settings });
    for (const settings of [
      { google: { androidPackage: "com.evil.app" } },
      { apple: { teamId: "AAAAAAAAAA" } },
      { apple: { bundleId: "com.evil.app" } },
    ]) {
      expect(await failureOf(update(grace.token, settings))).toMatchObject({
        reason: "ADMIN_FORBIDDEN",
        metadata: { needs: "owner" },
      });
      await update(root.token, settings);
    }
    await update(grace.token, { signUpClosed: true });
  });

  test("an address that is marked as not verified is in the audit log", async () => {
    const mark = (emailVerified: boolean) =>
      users(root.token).updateUser({ project: "demo", userId, emailVerified });
    await mark(true);
    await mark(false);
    const kinds = await t.app.db.selectFrom("events").select("kind").orderBy("id", "desc").limit(2).execute();
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      "admin.user_email_unverified",
      "user.email_unverified",
    ]);
  });

  test("a deleted project's roles go with it", async () => {
    await give("other", AdminRole.VIEWER);
    await t.projects(root.token).deleteProject({ project: "other" });
    const left = await t.app.db
      .selectFrom("adminRoles")
      .selectAll()
      .where("adminId", "=", grace.adminId)
      .execute();
    expect(left).toEqual([]);
  });

  test("a spec is applied by administrators of its project, and creates one for owners only", async () => {
    const apply = (token: string, slug: string, dryRun = false) =>
      t.projects(token).applyProjectSpec({ specYaml: `slug: ${slug}\nname: Renamed\n`, merge: true, dryRun });
    await give("demo", AdminRole.VIEWER);
    expect(await reasonOf(apply(grace.token, "demo"))).toBe("ADMIN_FORBIDDEN");
    expect(await reasonOf(apply(grace.token, "demo", true))).toBe("ADMIN_FORBIDDEN");
    await give("demo", AdminRole.ADMINISTRATOR);
    expect((await apply(grace.token, "demo")).project?.name).toBe("Renamed");
    // The same for a project that they do not see and for one that does not exist.
    const refused = [
      await failureOf(apply(grace.token, "other")),
      await failureOf(apply(grace.token, "fresh")),
    ];
    expect(refused[0]).toEqual(refused[1]);
    expect(refused[0]).toMatchObject({ reason: "ADMIN_FORBIDDEN", metadata: { needs: "owner" } });
    expect((await apply(root.token, "fresh")).project?.slug).toBe("fresh");
  });

  test("the audit log says who gave which role", async () => {
    await give("demo", AdminRole.SUPPORT);
    await give("demo", AdminRole.VIEWER);
    const rows = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "admin.role_changed")
      .orderBy("id", "desc")
      .execute();
    expect(rows[0]).toMatchObject({ actor: "admin:root@example.com", projectId: null });
    expect(JSON.parse(rows[0]?.data ?? "")).toEqual({
      adminId: grace.adminId,
      email: "grace@example.com",
      project: "demo",
      before: "support",
      after: "viewer",
    });
  });
});

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
