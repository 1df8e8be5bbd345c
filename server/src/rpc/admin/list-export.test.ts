import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("a list of users that is exported, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let owner: { authorization: string };
  beforeEach(async () => {
    t = await TestApp.open(engine);
    project = (await t.addProject("Demo")).project;
    owner = { authorization: `Bearer ${(await t.addAdmin()).token}` };
    const people = Array.from({ length: 5 }, (_, n) => ({ email: `user${n}@example.com` }));
    await insertManyUsers(t.app, project, people);
  });
  afterEach(() => t.close());

  const list = (as: Record<string, string>, more: { pageToken?: string; query?: string } = {}) =>
    t.client(UserService, as).listUsers({ project: "demo", forExport: true, pageSize: 2, ...more });
  const exports = async () =>
    (
      await t.app.db
        .selectFrom("events")
        .select(["actor", "data"])
        .where("projectId", "=", project.id)
        .where("kind", "=", "admin.users_exported")
        .execute()
    ).map(({ actor, data }) => ({ actor, ...JSON.parse(data) }));

  test("is recorded once, with how many users match and by whom", async () => {
    let pageToken = "";
    do pageToken = (await list(owner, { pageToken })).nextPageToken;
    while (pageToken !== "");
    expect(await exports()).toMatchObject([
      { actor: expect.stringMatching(/^admin:.+@/), format: "csv", users: 5 },
    ]);
    await list(owner, { query: "user1" });
    expect((await exports())[1]).toMatchObject({ users: 1 });
  });

  test("needs the role administrator; reading pages does not", async () => {
    const { adminId, token } = await t.addAdmin("grace@example.com");
    const grace = { authorization: `Bearer ${token}` };
    const accounts = t.client(AdminAccountService, owner);
    await accounts.setAdminRole({ adminId, project: "demo", role: AdminRole.SUPPORT });
    await accounts.setAdminRole({ adminId, role: AdminRole.NONE });
    expect(await reasonOf(list(grace))).toBe("ADMIN_FORBIDDEN");
    expect((await t.client(UserService, grace).listUsers({ project: "demo" })).users).toHaveLength(5);
    expect(await exports()).toEqual([]);
    await accounts.setAdminRole({ adminId, project: "demo", role: AdminRole.ADMINISTRATOR });
    await list(grace);
    expect(await exports()).toMatchObject([{ actor: "admin:grace@example.com" }]);
  });

  test("needs a recent sign-in, and cannot go on from a page that was only read", async () => {
    const cookie = await t.login();
    t.advance(11 * 60_000);
    expect(await reasonOf(list({ cookie }))).toBe("REAUTHENTICATION_REQUIRED");
    const read = await t.client(UserService, { cookie }).listUsers({ project: "demo", pageSize: 2 });
    expect(await reasonOf(list(owner, { pageToken: read.nextPageToken }))).toBe("INVALID_REQUEST");
    expect(await exports()).toEqual([]);
  });
});
