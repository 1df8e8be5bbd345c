import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { type ConsolePage, useConsole } from "./console-page.ts";

describe("the console's screens", () => {
  const current = useConsole();

  const signedIn = async (): Promise<{ c: ConsolePage; token: string }> => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.signIn();
    return { c, token };
  };

  /** Several dozen users, of whom some are disabled, verified or guests. */
  const peopled = async (c: ConsolePage, token: string, count = 8): Promise<void> => {
    const { project } = await c.t.addProject("Fernweh", { allowAnonymousSignIn: true });
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    for (let n = 0; n < count; n++) {
      c.t.advance(3_600_000);
      const { user } = await users.createUser({
        project: "fernweh",
        email: `user${n}@example.com`,
        displayName: n % 3 === 0 ? "" : `Ada Lovelace ${n}`,
        emailVerified: n % 2 === 0,
      });
      if (n === 1) await users.disableUser({ project: "fernweh", userId: user?.id ?? "" });
    }
    await c.t.auth(project).signInAnonymously({});
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn(); // the session of before has ended by then
  };

  const names = async (c: ConsolePage): Promise<string[]> =>
    (await c.page.getByRole("table").getByRole("link").allInnerTexts()).map(
      (text) => text.split("\n").at(-1) ?? "", // after the initials
    );

  test("a project is made from a name, and its secret key leaves the page with the dialog", async () => {
    const { c } = await signedIn();
    await c.goto("/");
    await c.page.getByText("Create your first project").waitFor();
    await c.inspect("projects-empty");
    await c.press("New project");
    await c.page.getByLabel("Name", { exact: true }).fill("Fernweh");
    await c.inspect("projects-create");
    await c.press("Create project");
    await c.page.getByRole("heading", { name: "Fernweh is ready" }).waitFor();
    await c.inspect("projects-keys");

    const shown = c.page.getByRole("region", { name: "Secret key" });
    expect(await shown.innerText()).toMatch(/sk_•+/);
    await shown.getByRole("button", { name: "Show" }).click();
    const secret = /sk_\w{46}/.exec(await shown.innerText())?.[0] ?? expect.fail("no secret");
    await shown.getByRole("button", { name: "Copy" }).click();
    await shown.getByRole("button", { name: "Copied" }).waitFor();
    expect(await c.clipboard()).toBe(secret);

    await c.page.keyboard.press("Escape");
    await c.page.mouse.click(5, 5); // beside the dialog
    const buttons = await c.dialog().getByRole("button").allInnerTexts();
    expect(buttons.map((text) => text.trim())).toEqual(["", "Copied", "Hide", "I’ve stored it"]);
    await c.press("I’ve stored it");
    await c.heading("Overview");
    expect(await c.page.content()).not.toContain(secret);
    await c.goto("/");
    await c.heading("Projects");
    expect(await names(c)).toEqual(["Fernweh"]);
    await c.inspect("projects");
    c.expectPeace();
  });

  test("a project that cannot be made shows the reason in the dialog, which stays", async () => {
    const { c } = await signedIn();
    await c.t.addProject("Fernweh");
    await c.goto("/");
    await c.press("New project");
    await c.page.getByLabel("Name", { exact: true }).fill("旅の手帳");
    await c.dialog().getByText("Needed, because the name has no Latin letters").waitFor();
    await c.press("Create project");
    expect(await c.page.getByLabel("Short name").evaluate((field) => field.matches(":invalid"))).toBe(true);
    expect(await c.dialog().getByRole("alert").count()).toBe(0);
    await c.page.getByLabel("Short name").fill("fernweh");
    await c.press("Create project");
    const alert = await c.dialog().getByRole("alert").innerText();
    expect(alert).toContain("A project already exists with this short name.");
    expect(alert).toMatch(/Request id [\w-]{36}/);
    c.forgive(/409/);
    c.expectPeace();
  });

  test("users are searched, filtered and paged, and the address says how", async () => {
    const { c, token } = await signedIn();
    await peopled(c, token, 52);
    await c.goto("/p/fernweh/users");
    await c.heading("Users");
    await c.page.getByText("user51@example.com").waitFor();
    expect(await names(c)).toHaveLength(50);
    await c.inspect("users");

    await c.press("Next page");
    await c.page.getByText("user0@example.com").waitFor();
    expect(await names(c)).toHaveLength(3);
    expect(new URL(c.page.url()).searchParams.get("cursor")).toBeTruthy();
    await c.page.reload();
    await c.page.getByText("user0@example.com").waitFor();
    await c.page.goBack();
    await c.page.getByText("user51@example.com").waitFor();

    await c.page.getByRole("searchbox").fill("user1@");
    await c.page.getByText("user51@example.com").waitFor({ state: "detached" });
    expect(await names(c)).toEqual(["Ada Lovelace 1"]);
    expect(new URL(c.page.url()).search).toBe("?q=user1%40");
    await c.page.getByLabel("Status").selectOption("Enabled");
    await c.page.getByText("No users found").waitFor();
    await c.inspect("users-no-match");
    await c.press("Clear filters");
    await c.page.getByLabel("Kind").selectOption("Guests only");
    await c.page.getByText("user51@example.com").waitFor({ state: "detached" });
    expect(await names(c)).toEqual(["Guest"]);
    c.expectPeace();
  });

  test("a click anywhere on a row opens it, and so does Enter", async () => {
    const { c, token } = await signedIn();
    await peopled(c, token);
    await c.goto("/p/fernweh/users");
    const cell = c.page
      .getByRole("row", { name: /user7@/ })
      .getByRole("cell")
      .last();
    await cell.click({ force: true }); // where the row's link lies above it
    await c.heading("Ada Lovelace 7");
    await c.page.goBack();
    await c.page.getByRole("link", { name: /user6@/ }).press("Enter");
    await c.heading("user6@example.com");
    c.expectPeace();
  });

  test("an answer that does not come is told with a way to try again", async () => {
    const { c, token } = await signedIn();
    await peopled(c, token);
    await c.page.route("**/svc.admin.v1.UserService/ListUsers", (route) => route.abort());
    await c.goto("/p/fernweh/users");
    await c.page.getByRole("alert").getByText("Can’t reach the server.").waitFor({ timeout: 120_000 });
    await c.page.unroute("**/svc.admin.v1.UserService/ListUsers");
    await c.press("Try again");
    await c.page.getByText("user7@example.com").waitFor();
    c.forgive(/ERR_FAILED/);
    c.expectPeace();
  });

  test("the palette leads anywhere by keyboard", async () => {
    const { c, token } = await signedIn();
    await peopled(c, token);
    await c.goto("/p/fernweh/overview");
    await c.heading("Overview");
    await c.page.keyboard.press("Control+k");
    await c.page.getByRole("combobox").waitFor();
    await c.inspect("palette");
    await c.page.keyboard.type("sign-in m");
    await c.page.keyboard.press("Enter");
    await c.heading("Sign-in methods");
    await c.page.keyboard.press("Control+k");
    await c.page.getByRole("combobox").and(c.page.locator(":focus")).waitFor();
    await c.page.keyboard.type("user5@");
    await c.page.getByRole("option", { name: "Find users: “user5@”" }).click();
    await c.page.getByText("user5@example.com").waitFor();
    expect(await names(c)).toEqual(["Ada Lovelace 5"]);
    c.expectPeace();
  });

  test("light and dark can be chosen, and the choice stays", async () => {
    const { c } = await signedIn();
    await c.goto("/");
    await c.press("Switch to dark mode");
    const background = () => c.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await c.page.reload();
    await c.heading("Projects");
    expect(await background()).toBe(dark);
    await c.press("Switch to light mode");
    expect(await background()).not.toBe(dark);
    c.expectPeace();
  });

  test("every screen has an address, and addresses that are none say so", async () => {
    const { c } = await signedIn();
    await c.t.addProject("Fernweh");
    await c.goto("/p/fernweh");
    await c.heading("Overview");
    const links = c.page.getByRole("navigation", { name: "Main" }).getByRole("link");
    for (const name of await links.allInnerTexts()) {
      await c.page.goto(`${c.t.url}/console/p/fernweh/overview`);
      await links.getByText(name, { exact: true }).click();
      await c.heading(name);
      await c.page.reload();
      await c.heading(name);
    }
    await c.goto("/p/fernweh/nowhere");
    await c.page.getByText("Page not found").waitFor();
    await c.inspect("missing");
    c.expectPeace();
  });
});
