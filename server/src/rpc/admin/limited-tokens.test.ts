import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("limited tokens on $kind", (engine) => {
  let t: TestApp;
  let root: { token: string; adminId: string };
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    await t.addProject("Demo");
    await t.addProject("Other");
    root = await t.addAdmin("root@example.com");
  });
  afterEach(() => t.close());

  const accounts = (token = root.token) => t.client(AdminAccountService, bearer(token));
  const users = (token: string) => t.client(UserService, bearer(token));
  const create = (limits: { projects?: string[]; readOnly?: boolean }, token = root.token) =>
    accounts(token).createPersonalAccessToken({ name: "ci", ...limits });

  test("a token for one project works there alone, and not on the instance", async () => {
    const { token, personalAccessToken } = await create({ projects: ["demo"] });
    expect(personalAccessToken).toMatchObject({
      limitedToProjects: true,
      projects: ["demo"],
      readOnly: false,
    });
    await users(token).createUser({ project: "demo", email: "ada@example.com" });
    expect(await reasonOf(users(token).listUsers({ project: "other" }))).toBe("NOT_FOUND");
    expect((await t.projects(token).listProjects({})).projects.map(({ slug }) => slug)).toEqual(["demo"]);
    expect(await reasonOf(t.projects(token).createProject({ name: "New" }))).toBe("ADMIN_FORBIDDEN");
    expect(await reasonOf(t.projects(token).deleteProject({ project: "demo" }))).toBe("ADMIN_FORBIDDEN");
    expect(await t.client(SessionService, bearer(token)).getCurrentAdmin({})).toMatchObject({
      roles: [{ project: "demo", role: AdminRole.ADMINISTRATOR }],
      admin: { roles: [{ project: "demo", role: AdminRole.ADMINISTRATOR }] },
    });
  });

  test("a token for reading reads everything and changes nothing", async () => {
    const { token } = await create({ readOnly: true });
    expect((await users(token).listUsers({ project: "other" })).users).toEqual([]);
    expect((await accounts(token).listAdmins({})).admins).toHaveLength(1);
    const create1 = users(token).createUser({ project: "demo", email: "ada@example.com" });
    expect(await failureOf(create1)).toMatchObject({
      reason: "ADMIN_FORBIDDEN",
      metadata: { needs: "token_that_writes" },
    });
    expect(await reasonOf(t.projects(token).exportUsers({ project: "demo" }))).toBe("ADMIN_FORBIDDEN");
  });

  test("a limited token cannot make another one, nor change the account", async () => {
    const { token } = await create({ projects: ["demo"] });
    expect(await failureOf(create({ projects: ["demo"] }, token))).toMatchObject({
      reason: "ADMIN_FORBIDDEN",
      metadata: { needs: "token_without_limits" },
    });
    const change = { currentPassword: "a long enough password", newPassword: "another long password" };
    expect(await reasonOf(accounts(token).changePassword(change))).toBe("ADMIN_FORBIDDEN");
  });

  test("a token does what its administrator may at the time of the call, and no more", async () => {
    const grace = await t.addAdmin("grace@example.com");
    const give = (project: string, role: AdminRole) =>
      accounts().setAdminRole({ adminId: grace.adminId, project, role });
    await give("demo", AdminRole.VIEWER);
    await give("", AdminRole.NONE);
    const { token } = await create({ projects: ["demo"] }, grace.token);
    const add = () => users(token).createUser({ project: "demo", email: "ada@example.com" });
    expect(await reasonOf(add())).toBe("ADMIN_FORBIDDEN");
    expect(await reasonOf(create({ projects: ["other"] }, grace.token))).toBe("NOT_FOUND");
    await give("demo", AdminRole.ADMINISTRATOR);
    await add();
    await give("demo", AdminRole.NONE);
    expect(await reasonOf(add())).toBe("NOT_FOUND");
  });

  test("a token whose projects are all deleted is not a token without limits", async () => {
    const { token } = await create({ projects: ["other"] });
    await t.projects(root.token).deleteProject({ project: "other" });
    const [listed] = (await accounts().listPersonalAccessTokens({})).personalAccessTokens;
    expect(listed).toMatchObject({ limitedToProjects: true, projects: [] });
    expect((await t.projects(token).listProjects({})).projects).toEqual([]);
    expect(await reasonOf(users(token).listUsers({ project: "demo" }))).toBe("NOT_FOUND");
  });
});

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
