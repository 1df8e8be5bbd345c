import { describe, expect, test } from "vitest";
import { type ConsolePage, useConsole } from "./console-page.ts";

describe("the command palette (M17)", () => {
  const current = useConsole();

  const opened = async (): Promise<ConsolePage> => {
    const c = current();
    await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.t.addUser(project, "ada@example.com", "correct horse battery");
    await c.signIn();
    await c.goto("/p/fernweh/overview");
    await c.heading("Overview");
    return c;
  };

  const type = async (c: ConsolePage, text: string): Promise<void> => {
    await c.page.keyboard.press("Control+k");
    await c.page.getByRole("combobox").and(c.page.locator(":focus")).waitFor();
    await c.page.keyboard.type(text);
  };
  const option = (c: ConsolePage, name: string) => c.page.getByRole("option", { name });

  test("it finds a user by address and by id, and opens them", async () => {
    const c = await opened();
    await type(c, "ada@");
    await option(c, "ada@example.com").first().waitFor();
    await c.inspect("palette-user");
    await c.page.keyboard.press("Enter");
    await c.heading("ada@example.com");
    const id = c.page.url().split("/").at(-1) ?? "";
    await c.goto("/p/fernweh/overview");
    await c.heading("Overview");
    await type(c, id);
    await c.page.getByRole("option", { name: "ada@example.com", exact: true }).waitFor();
    await c.page.keyboard.press("Enter");
    await c.heading("ada@example.com");
    c.expectPeace();
  });

  test("it finds settings by other words for them", async () => {
    const c = await opened();
    await type(c, "smtp");
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("tab", { name: "Email", selected: true }).waitFor();
    await type(c, "pat");
    expect(await option(c, "Personal access tokens").count()).toBe(1);
    await c.page.keyboard.press("Escape");
    await c.goto("/p/fernweh/overview");
    await c.heading("Overview");
    await type(c, "time zone");
    await c.page.keyboard.press("Enter");
    await c.heading("Settings");
    for (const [words, place] of [
      ["audit", "Audit log"],
      ["timezone", "Settings"],
      ["password length", "Sign-in methods"],
      ["webhooks", "Billing"],
    ] as const) {
      await type(c, words);
      await option(c, place).waitFor();
      await c.page.keyboard.press("Escape");
    }
    await type(c, "passkeys");
    expect(await option(c, "Your account").count()).toBe(1);
    await option(c, "Sign-in methods").click();
    await c.heading("Sign-in methods");
    await c.page.getByRole("form", { name: "Passkeys" }).waitFor();
    c.expectPeace();
  });

  test("it runs actions: their dialogs open, on the screen that is shown or another", async () => {
    const c = await opened();
    for (const [typed, title] of [
      ["rotate signing", "Rotate"],
      ["regenerate secret", "secret key"],
      ["invite admin", "Invite"],
      ["new project", "project"],
    ] as const) {
      await c.goto("/p/fernweh/keys");
      await c.heading("Keys");
      await type(c, typed);
      await c.page.keyboard.press("Enter");
      await c.dialog().getByRole("heading", { name: title }).waitFor();
    }
    await c.goto("/p/fernweh/overview");
    await c.heading("Overview");
    await type(c, "sign out");
    await c.page.keyboard.press("Enter");
    await c.page.waitForURL("**/console/sign-in");
  });
});
