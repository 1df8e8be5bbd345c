import { describe, expect, test } from "vitest";
import { type ConsolePage, useConsole } from "./console-page.ts";

const EMAIL = "root@example.com";

describe("what all screens of the console share", () => {
  const current = useConsole();

  const opened = async (path: string): Promise<ConsolePage> => {
    const c = current();
    await c.t.addAdmin();
    await c.signIn();
    await c.goto(path);
    return c;
  };

  const focused = (c: ConsolePage): Promise<string> =>
    c.page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

  test("the account menu leads to password, tokens and help, says the version and works by the keyboard", async () => {
    const c = await opened("/");
    await c.heading("Projects");
    const account = c.page.getByRole("button", { name: EMAIL });
    await account.press("ArrowDown");
    await c.page.getByText("svc 0.0.0-test").waitFor();
    await expect.poll(() => focused(c), { timeout: 10_000 }).toBe("Your account and password");
    await c.page.keyboard.press("ArrowUp");
    await expect.poll(() => focused(c), { timeout: 10_000 }).toBe("Sign out");
    await c.page.keyboard.press("h");
    await expect.poll(() => focused(c), { timeout: 10_000 }).toBe("Help and documentation");
    await c.page.keyboard.press("Escape");
    await c.page.getByRole("menu").waitFor({ state: "hidden" });
    await expect.poll(() => focused(c), { timeout: 10_000 }).toBe(EMAIL);

    await account.press("Enter");
    // The menu puts the focus on its first entry once it is open.
    await expect.poll(() => focused(c), { timeout: 10_000 }).toBe("Your account and password");
    await c.page.getByRole("menuitem", { name: "Access tokens" }).press("Enter");
    await c.heading("Instance");
    await expect.poll(() => new URL(c.page.url()).search).toBe("?tab=tokens");
    await account.click();
    await c.inspect("account-menu");
    const [help] = await Promise.all([
      c.page.context().waitForEvent("page"),
      c.page.getByRole("menuitem", { name: "Help and documentation" }).click(),
    ]);
    await help.waitForURL(/\/docs\/$/);
    await account.click();
    await c.page.getByRole("heading", { level: 1 }).click(); // anywhere else
    await c.page.getByRole("menu").waitFor({ state: "hidden" });
    c.expectPeace();
  });

  test("tabs are chosen by the keyboard", async () => {
    const c = await opened("/instance");
    const server = c.page.getByRole("tab", { name: "Server" });
    await server.press("ArrowLeft");
    await expect.poll(() => focused(c), { timeout: 10_000 }).toBe("Tokens");
    await c.page.keyboard.press("Home");
    await c.page.keyboard.press("ArrowRight");
    expect(await server.getAttribute("aria-selected")).toBe("true");
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("tabpanel", { name: "Email" }).waitFor();
    expect(await server.getAttribute("aria-selected")).toBe("false");
    c.expectPeace();
  });

  test("an empty list of projects has the button for the first one, and what was done is a status", async () => {
    const c = await opened("/");
    await c.page.getByRole("main").getByRole("button", { name: "New project" }).click();
    await c.dialog().getByLabel("Name", { exact: true }).fill("Fernweh");
    await c.page.keyboard.press("Enter");
    const toast = c.page.getByRole("status").filter({ hasText: "Fernweh" });
    await toast.waitFor();
    expect(await toast.locator('[role="dialog"]').count()).toBe(0);
    await toast.getByRole("button", { name: "Close" }).click();
    await toast.waitFor({ state: "detached" });
    await c.dialog().waitFor(); // a click on a toast is no click beside the dialog
    c.expectPeace();
  });

  test("a project that does not exist has no screens", async () => {
    const c = await opened("/p/nowhere/users");
    await c.heading("Project not found");
    expect(await c.page.getByRole("button", { name: "New user" }).count()).toBe(0);
    await c.inspect("project-missing");
    await c.page.getByRole("main").getByRole("link", { name: "All projects" }).click();
    await c.heading("Projects");
    c.forgive(/404/);
    c.expectPeace();
  });
});

describe("a browser with another locale", () => {
  const current = useConsole();

  test("has dates and numbers as it writes them", async () => {
    const { t } = current();
    await t.addAdmin();
    const { project } = await t.addProject("Fernweh", { timezone: "Europe/Berlin" });
    await t.addUser(project, "ada@example.com", "correct horse battery");
    const context = await (current().page.context().browser() ?? expect.fail()).newContext({
      locale: "de-DE",
    });
    try {
      const [name = "", value = ""] = (await t.login()).split("=");
      await context.addCookies([{ name, value, url: t.url }]);
      const page = await context.newPage();
      await page.clock.setFixedTime(t.app.clock());
      await page.goto(`${t.url}/console/p/fernweh/overview`);
      await page.getByText("03.12.2029 to 01.01.2030. Days are in Europe/Berlin time.").waitFor();
      t.advance(3 * 86_400_000);
      await page.clock.setFixedTime(t.app.clock());
      const [, later = ""] = (await t.login()).split("=");
      await context.addCookies([{ name, value: later, url: t.url }]);
      await page.goto(`${t.url}/console/p/fernweh/users`);
      const time = page.getByRole("row", { name: /ada@/ }).locator("time").last();
      expect(await time.innerText()).toMatch(/^\d{1,2}\. [A-Z]\w{2}\., \d{1,2}:\d\d$|^\d\d\.\d\d\.\d{4}$/);
      expect(await time.getAttribute("title")).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d:\d\d \S+$/);
      await page.goto(`${t.url}/console/p/fernweh/events`);
      await page
        .getByRole("row", { name: /Signed up/ })
        .getByRole("link")
        .click();
      await page.getByText(/^\w+, \d{1,2}\. \w+ \d{4} um \d\d:\d\d:\d\d \S+$/).waitFor();
    } finally {
      await context.close();
    }
  });
});
