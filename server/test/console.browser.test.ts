import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { describe, expect, test } from "vitest";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { useConsole } from "./console-page.ts";

const EMAIL = "root@example.com";

describe("signing in to the console", () => {
  const current = useConsole();

  test("the keyboard alone is enough", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.goto("/");
    await c.heading("Sign in");
    await c.page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
    await c.page.keyboard.type(EMAIL);
    await c.page.keyboard.press("Tab");
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await c.heading("Projects");
    expect(new URL(c.page.url()).pathname).toBe("/console/");
    c.expectPeace();
  });

  test("the page to sign in names the product and the server, and the password can be shown", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.goto("/p/fernweh/users");
    await c.heading("Sign in");
    const { host } = new URL(c.t.url);
    expect(await c.page.title()).toBe(`Sign in · svc · ${host}`);
    expect(await c.page.getByRole("main").innerText()).toMatch(new RegExp(`^svc\\s+${host}\\s+Sign in`));
    const password = c.page.getByLabel("Password");
    await password.fill("correct horse");
    await c.page.getByRole("button", { name: "Show characters" }).press("Enter");
    expect(await password.getAttribute("type")).toBe("text");
    await c.press("Show characters");
    expect(await password.getAttribute("type")).toBe("password");
    c.expectPeace();
  });

  test("tabs and the bar on a phone name the project", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    await c.goto("/p/fernweh/users");
    await c.heading("Users");
    await expect.poll(() => c.page.title()).toBe("Users · Fernweh · svc");
    await c.page.setViewportSize({ width: 390, height: 844 });
    expect(await c.page.getByRole("banner").innerText()).toContain("Fernweh");
    await c.page.setViewportSize({ width: 1280, height: 800 });
    await c.goto("/");
    await c.heading("Projects");
    expect(await c.page.title()).toBe("Projects · svc");
    c.expectPeace();
  });

  test("a wrong password says so and nothing else, and keeps the address", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.goto("/sign-in");
    await c.page.getByLabel("Email address").fill(EMAIL);
    await c.page.getByLabel("Password").fill("not the password");
    await c.press("Sign in");
    const alert = await c.page.getByRole("alert").innerText();
    expect(alert.trim()).toBe("The email address or password is wrong.");
    expect(await c.page.getByLabel("Email address").inputValue()).toBe(EMAIL);
    expect(await c.page.getByLabel("Password").inputValue()).toBe("");
    expect(await c.page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("password");
    await c.inspect("sign-in-refused");
    c.forgive(/401/);
    c.expectPeace();
  });

  test("a deep link survives signing in, a reload and the end of the session", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    const deep = "/p/fernweh/users?q=ada&status=disabled";
    await c.goto(deep);
    await c.page.getByLabel("Email address").fill(EMAIL);
    await c.page.getByLabel("Password").fill(ADMIN_PASSWORD);
    await c.press("Sign in");
    for (const again of [false, true]) {
      if (again) await c.page.reload();
      await c.heading("Users");
      expect(c.page.url()).toBe(`${c.t.url}/console${deep}`);
      expect(await c.page.getByRole("searchbox").inputValue()).toBe("ada");
      expect(await c.page.getByLabel("Status").inputValue()).toBe("disabled");
    }
    await c.signOut();
    await c.page.getByLabel("Status").selectOption("Enabled");
    const prompt = c.page.getByRole("dialog", { name: "Your session has ended" });
    await prompt.getByLabel("Password").fill(ADMIN_PASSWORD);
    await prompt.getByRole("button", { name: "Sign in", exact: true }).click();
    await prompt.waitFor({ state: "detached" });
    await c.page.getByText("No users found").waitFor();
    expect(await c.page.getByLabel("Status").inputValue()).toBe("enabled");
    c.forgive(/401/);
    c.expectPeace();
  });

  test("whoever sends a link to the page to sign in cannot choose another site to go to", async () => {
    const c = current();
    await c.t.addAdmin();
    for (const to of [
      "https://evil.example/console/",
      "//evil.example/console/",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      await c.goto(`/sign-in?to=${encodeURIComponent(to)}`);
      await c.page.getByLabel("Email address").fill(EMAIL);
      await c.page.getByLabel("Password").fill(ADMIN_PASSWORD);
      await c.press("Sign in");
      await c.heading("Projects");
      expect(c.page.url()).toBe(`${c.t.url}/console/`);
    }
    c.expectPeace();
  });

  test("a server without an administrator says how to make the first, and offers no form", async () => {
    const c = current();
    await c.goto("/");
    await c.heading("Welcome to svc");
    expect(await c.page.getByRole("main").innerText()).toContain("svc admin create --email");
    expect(await c.page.getByRole("textbox").count()).toBe(0);
    await c.inspect("first-run");
    await c.press("Done, let me sign in");
    await c.page.getByText("There is still no administrator.").waitFor();
    await c.t.addAdmin();
    await c.press("Done, let me sign in");
    await c.heading("Sign in");
    await c.inspect("sign-in");
    c.forgive(/401/);
    c.expectPeace();
  });

  test("an invited administrator gets from the mail to the console", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t
      .client(AdminAccountService, { authorization: `Bearer ${token}` })
      .inviteAdmin({ email: "ada@example.com" });
    await c.t.deliverMail();
    await c.page.goto(c.t.mails[0]?.link ?? expect.fail("no mail"));
    await c.page.getByLabel("Password").fill("a brand new passphrase");
    await c.press("Accept the invitation");
    await c.page.getByRole("link", { name: "console" }).click();
    await c.page.getByLabel("Email address").fill("ada@example.com");
    await c.page.getByLabel("Password").fill("a brand new passphrase");
    await c.press("Sign in");
    await c.heading("Projects");
    await c.page.getByRole("button", { name: "ada@example.com" }).waitFor();
    c.forgive(/401/);
    c.expectPeace();
  });

  test("signing out ends the session and leads to the page to sign in", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.signIn();
    await c.goto("/");
    await c.heading("Projects");
    await c.press(EMAIL);
    await c.page.getByRole("menuitem", { name: "Sign out" }).click();
    await c.heading("Sign in");
    await c.goto("/");
    await c.heading("Sign in");
    c.forgive(/401/);
    c.expectPeace();
  });
});
