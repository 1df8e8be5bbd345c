import type { Client } from "@connectrpc/connect";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { times } from "../src/testing/full.ts";
import { insertManyUsers } from "../src/testing/many-users.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const PASSWORD = "correct horse battery";

describe("the users screen", () => {
  const current = useConsole();

  type World = { c: ConsolePage; project: Project; users: Client<typeof UserService> };

  const opened = async (): Promise<World> => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    return { c, project, users };
  };

  const insertMany = async ({ c, project }: World, count: number): Promise<void> => {
    const userOf = (n: number) => ({
      email: `user${n}@example.com`,
      createdAt: c.t.app.clock() - (count - n) * 1000,
    });
    await insertManyUsers(
      c.t.app,
      project,
      Array.from({ length: count }, (_, n) => userOf(n)),
    );
  };

  const names = (c: ConsolePage): Promise<string[]> =>
    c.page.getByRole("table").locator("a bdi").allInnerTexts();

  const choose = async (c: ConsolePage, ...emails: string[]): Promise<void> => {
    for (const email of emails) await c.page.getByRole("checkbox", { name: `Select ${email}` }).check();
  };

  test("a stored name that turns text around turns nothing but itself", async () => {
    const world = await opened();
    const { c, project } = world;
    const { user } = await c.t.addUser(project, "eve@example.com", PASSWORD);
    await c.t.app.db
      .updateTable("users")
      .set({ displayName: "\u202eevE\u2069" })
      .where("id", "=", user?.id ?? "")
      .execute();
    await c.goto("/p/fernweh/users");
    const name = c.page.getByRole("table").getByText("evE", { exact: true });
    await name.waitFor();
    expect(await name.evaluate((it) => [it.tagName, getComputedStyle(it).unicodeBidi])).toEqual([
      "BDI",
      "isolate",
    ]);
    await name.click();
    await c.heading("evE");
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Disable" }).click();
    expect(await c.dialog().innerText()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    c.expectPeace();
  });

  test("a search is one ListUsers of one page, a count and nothing else, however many users there are", async () => {
    const world = await opened();
    const { c } = world;
    await insertMany(world, times(300, 100_000));
    await c.goto("/p/fernweh/users");
    await c.page.getByRole("table").waitFor();
    await c.page.waitForLoadState("networkidle");

    const asked: { path: string; body: { pageSize?: number; query?: string } }[] = [];
    c.page.on("request", (request) =>
      asked.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() ?? {} }),
    );
    await c.page.getByRole("searchbox").fill("user123@");
    await c.page.getByRole("searchbox").press("Enter");
    await c.page.getByRole("link", { name: /user5@/ }).waitFor({ state: "detached" });
    await c.page.getByRole("link", { name: /user123@/ }).waitFor();
    expect(await names(c)).toEqual(["user123@example.com"]);
    await c.page.waitForLoadState("networkidle");
    asked.sort((a, b) => (a.path < b.path ? 1 : -1));
    expect(asked.map(({ path }) => path)).toEqual([
      "/svc.admin.v1.UserService/ListUsers",
      "/svc.admin.v1.UserService/CountUsers",
    ]);
    expect(asked[0]?.body.query).toBe("user123@");
    expect(asked[0]?.body.pageSize).toBeGreaterThan(0);
    expect(asked[0]?.body.pageSize).toBeLessThanOrEqual(50);

    await c.page.getByRole("searchbox").fill("");
    await c.page.getByRole("searchbox").press("Enter");
    await c.page.getByRole("link", { name: /user123@/ }).waitFor({ state: "detached" });
    expect(await names(c)).toHaveLength(50);
    c.expectPeace();
  });

  test("a search goes on by itself until it has found those at the other end of a long list", async () => {
    const world = await opened();
    const { c, project } = world;
    await insertManyUsers(c.t.app, project, [{ email: "zq@example.com", createdAt: 1000 }]);
    await insertMany(world, 6100); // one call searches 6,000
    await c.goto("/p/fernweh/users");
    await c.page.getByRole("table").waitFor();
    await c.page.waitForLoadState("networkidle");
    const asked: string[] = [];
    c.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await c.page.getByRole("searchbox").fill("zq");
    await c.page.getByRole("searchbox").press("Enter");
    await c.page.getByRole("link", { name: /zq@/ }).waitFor();
    expect(await names(c)).toEqual(["zq@example.com"]);
    const path = "/svc.admin.v1.UserService/ListUsers";
    expect(asked.filter((asked) => asked === path)).toEqual([path, path]);
    c.expectPeace();
  });

  test("a search that finds nobody for long says so, and the next page goes on", async () => {
    const { c } = await opened();
    const tokens: string[] = [];
    await c.page.route("**/svc.admin.v1.UserService/ListUsers", async (route) => {
      const { pageToken = "" } = route.request().postDataJSON();
      tokens.push(pageToken);
      await route.fulfill({ json: { nextPageToken: `t${tokens.length}` } });
    });
    await c.goto("/p/fernweh/users?q=zq");
    await c.page.getByText("No users found yet").waitFor();
    expect(tokens).toHaveLength(200);
    await c.press("Next page");
    await expect.poll(() => tokens.length).toBe(400);
    expect(tokens[200]).toBe("t200");
    c.expectPeace();
  });

  test("the order is chosen, kept in the address and while paging", async () => {
    const world = await opened();
    const { c, project } = world;
    await insertMany(world, 60);
    await c.t.addUser(project, "aaron@example.com", PASSWORD);
    await c.t.auth(project).signIn({ email: "aaron@example.com", password: PASSWORD });
    await c.goto("/p/fernweh/users?sort=oldest");
    await c.page.getByText("Showing 1–50 of 61 users").waitFor();
    expect((await names(c))[0]).toBe("user0@example.com");
    await c.press("Next page");
    await c.page.getByText("aaron@example.com").waitFor();
    expect(await names(c)).toHaveLength(11);
    await c.page.getByLabel("Sort by").selectOption("By email address");
    await c.page.getByText("user0@example.com").waitFor();
    expect((await names(c)).slice(0, 3)).toEqual([
      "aaron@example.com",
      "user0@example.com",
      "user10@example.com",
    ]);
    expect(new URL(c.page.url()).search).toBe("?sort=email");
    await c.page.getByLabel("Sort by").selectOption("Most recent sign-in first");
    await expect.poll(() => new URL(c.page.url()).search).toBe("?sort=last-sign-in");
    expect((await names(c))[0]).toBe("aaron@example.com");
    c.expectPeace();
  });

  test("several users are disabled, and those for whom it failed are told and tried again", async () => {
    const world = await opened();
    const { c, users } = world;
    await insertMany(world, 6);
    await c.goto("/p/fernweh/users");
    await choose(c, "user1@example.com", "user2@example.com", "user3@example.com");
    await c.page.getByText("3 selected").waitFor();
    await c.page.route("**/svc.admin.v1.UserService/DisableUser", async (route, request) => {
      const { user } = await users.getUser({ project: "fernweh", email: "user2@example.com" });
      if (request.postData()?.includes(user?.id ?? "")) await route.abort();
      else await route.continue();
    });
    await c.press("Disable");
    await c.page.getByRole("heading", { name: "Disable 3 users?" }).waitFor();
    await c.dialog().getByRole("button", { name: "Disable" }).click();
    await c.page.getByText("2 users disabled").waitFor();
    const alert = await c.page.getByRole("alert").innerText();
    expect(alert).toContain("1 user failed:");
    expect(alert).toContain("user2@example.com");
    expect(alert).toContain("Can’t reach the server.");
    const disabled = async () =>
      (await users.listUsers({ project: "fernweh", filters: { disabled: true } })).users
        .map(({ email }) => email)
        .sort();
    expect(await disabled()).toEqual(["user1@example.com", "user3@example.com"]);
    await c.inspect("users-bulk-failed");

    await c.page.unroute("**/svc.admin.v1.UserService/DisableUser");
    await c.press("Retry failed");
    await c.page.getByText("1 user disabled").waitFor();
    expect(await disabled()).toEqual(["user1@example.com", "user2@example.com", "user3@example.com"]);
    await c.press("Done");
    await c.page.getByText("3 selected").waitFor({ state: "detached" });
    c.forgive(/ERR_FAILED/);
    c.expectPeace();
  });

  test("several users are deleted only once it is typed, by keyboard alone", async () => {
    const world = await opened();
    const { c, users } = world;
    await insertMany(world, 3);
    await c.goto("/p/fernweh/users");
    await c.page.getByRole("checkbox", { name: "Select all on this page" }).focus();
    await c.page.keyboard.press("Space");
    await c.page.getByRole("button", { name: "Delete" }).focus();
    await c.page.keyboard.press("Enter");
    const confirm = c.dialog().getByRole("button", { name: "Delete" });
    expect(await confirm.isDisabled()).toBe(true);
    await c.page.getByLabel("Type delete 3 to confirm").focus();
    await c.page.keyboard.type("delete 3");
    await c.page.keyboard.press("Enter");
    await c.page.getByText("3 users deleted").waitFor();
    expect((await users.listUsers({ project: "fernweh" })).users).toEqual([]);
    await c.page.keyboard.press("Escape");
    await c.page.getByText("No users yet").waitFor();
    c.expectPeace();
  });

  test("sessions of several users are revoked, and disabled ones enabled", async () => {
    const { c, project, users } = await opened();
    const ada = await c.t.addUser(project, "ada@example.com", PASSWORD);
    const { user: bob } = await users.createUser({ project: "fernweh", email: "bob@example.com" });
    await users.disableUser({ project: "fernweh", userId: bob?.id ?? "" });
    await c.goto("/p/fernweh/users");
    await choose(c, "ada@example.com");
    await c.inspect("users-selected");
    for (const [action, done] of [
      ["Revoke sessions", "2 users signed out everywhere"],
      ["Enable", "2 users enabled"],
    ] as const) {
      await c.page.getByRole("checkbox", { name: "Select all on this page" }).check();
      await c.press(action);
      await c.dialog().getByRole("button", { name: action }).click();
      await c.page.getByText(done).waitFor();
      await c.press("Done");
    }
    const got = await users.getUser({ project: "fernweh", userId: ada.user?.id ?? "" });
    expect(got.user?.sessions).toEqual([]);
    const { users: all } = await users.listUsers({ project: "fernweh" });
    expect(all.map(({ disabled }) => disabled)).toEqual([false, false]);
    c.expectPeace();
  });

  test("a user is invited, and one is created with a password that signs in", async () => {
    const { c, project, users } = await opened();
    await c.goto("/p/fernweh/users");
    await c.press("New user");
    await c.page.getByLabel("Email address").fill("ada@example.com");
    await c.inspect("users-create");
    await c.press("Create and invite");
    await c.page.getByText("and queued the invitation").waitFor();
    await c.t.deliverMail();
    expect(c.t.mails.map(({ to }) => to)).toEqual(["ada@example.com"]);

    await c.press("New user");
    await c.page.getByLabel("Email address").fill("bob@example.com");
    await c.page.getByLabel("How will they sign in?").selectOption("Set a password now");
    await c.page.getByLabel("Password", { exact: true }).fill("123");
    await c.press("Create user");
    expect(await c.dialog().getByRole("alert").innerText()).toContain("WEAK_PASSWORD");
    await c.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await c.page.getByLabel("Email is verified").check();
    await c.press("Create user");
    await c.page.getByText("Created bob@example.com.").waitFor();
    await c.t.auth(project).signIn({ email: "bob@example.com", password: PASSWORD });
    const { user } = await users.getUser({ project: "fernweh", email: "bob@example.com" });
    expect(user?.emailVerified).toBe(true);
    expect(await c.page.content()).not.toContain(PASSWORD);
    c.forgive(/400/);
    c.expectPeace();
  });
});
