import type { Client } from "@connectrpc/connect";
import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { describe, expect, test } from "vitest";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const MINUTE = 60_000;

describe("the question for the password", () => {
  const current = useConsole();

  const signedInLongAgo = async (path: string, heading: string) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Demo");
    await c.signIn();
    c.t.advance(11 * MINUTE);
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.goto(path);
    await c.heading(heading);
    return { c, accounts: c.t.client(AdminAccountService, { authorization: `Bearer ${token}` }) };
  };

  const question = (c: ConsolePage) => c.page.getByRole("dialog", { name: "Confirm your password" });
  const names = async (accounts: Client<typeof AdminAccountService>) =>
    (await accounts.listPersonalAccessTokens({})).personalAccessTokens.map(({ name }) => name);

  const fillToken = async (c: ConsolePage): Promise<void> => {
    await c.press("New token");
    await c.page.getByLabel("Name", { exact: true }).fill("CI");
    await c.page.getByLabel("Expires").selectOption("In 30 days");
  };

  const expectUntouched = async (c: ConsolePage): Promise<void> => {
    await question(c).waitFor({ state: "detached" });
    const form = c.page.getByRole("dialog", { name: "New access token" });
    await form.waitFor();
    expect(await form.getByLabel("Name", { exact: true }).inputValue()).toBe("CI");
    expect(await form.getByLabel("Expires").inputValue()).toBe("30");
    expect(await form.getByRole("alert").count()).toBe(0);
  };

  const focused = (c: ConsolePage) => c.page.evaluate(() => document.activeElement?.textContent ?? "");

  test("comes over a dialog, tells a wrong password in place, and goes on with what was typed", async () => {
    const { c, accounts } = await signedInLongAgo("/instance?tab=tokens", "Instance");
    await fillToken(c);
    await c.page.keyboard.press("Enter"); // by keyboard from here on
    await question(c).waitFor();
    await c.inspect("password-question");
    expect(await names(accounts)).toEqual(["test"]);

    await c.page.keyboard.type("not this one");
    await c.page.keyboard.press("Enter");
    await question(c).getByRole("alert").getByText("The password is wrong.").waitFor();
    await c.inspect("password-question-wrong");
    await expect
      .poll(() => question(c).getByLabel("Your password").inputValue(), { timeout: 60_000 })
      .toBe("");
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");

    await c.page.getByRole("dialog", { name: "New token" }).waitFor();
    await question(c).waitFor({ state: "detached" });
    expect(await names(accounts)).toEqual(["CI", "test"]);
    await c.page.keyboard.press("Escape");
    await c.press("I’ve stored it");
    await c.page.getByRole("row", { name: /CI.*Jan 31, 2030/ }).waitFor();

    // For the next ten minutes nothing is asked.
    await fillToken(c);
    await c.press("Create token");
    await c.page.getByRole("dialog", { name: "New token" }).waitFor();
    c.forgive(/40[01]/);
    c.expectPeace();
  });

  test("declined by button, key or beside it, it leaves everything as it was, and asks again", async () => {
    const { c, accounts } = await signedInLongAgo("/instance?tab=tokens", "Instance");
    await fillToken(c);
    const decline = [
      () => question(c).getByRole("button", { name: "Cancel" }).click(),
      () => question(c).getByRole("button", { name: "Close" }).click(),
      () => c.page.keyboard.press("Escape"),
      () => c.page.mouse.click(4, 4),
    ];
    for (const way of decline) {
      await c.press("Create token");
      await question(c).waitFor();
      await c.page.keyboard.type("half a passw");
      await way();
      await expectUntouched(c);
      await expect.poll(() => focused(c), { timeout: 60_000 }).toBe("Create token");
    }
    expect(await names(accounts)).toEqual(["test"]);

    await c.page.keyboard.press("Enter");
    await question(c).waitFor();
    expect(await question(c).getByLabel("Your password").inputValue()).toBe("");
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("dialog", { name: "New token" }).waitFor();
    c.forgive(/400/);
    c.expectPeace();
  });

  test("comes over a page's own form, whose button has the focus again when it is declined", async () => {
    const { c } = await signedInLongAgo("/instance?tab=mail", "Instance");
    await c.page.getByLabel("Host").fill("relay.example.com");
    await c.page.getByLabel("Sender").fill("auth@example.com");
    await c.press("Save");
    await question(c).waitFor();
    await c.page.keyboard.press("Escape");
    await question(c).waitFor({ state: "detached" });
    expect(await c.page.getByLabel("Host").inputValue()).toBe("relay.example.com");
    await expect.poll(() => focused(c), { timeout: 60_000 }).toBe("Save");

    await c.page.keyboard.press("Enter");
    await question(c).waitFor();
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await c.page.getByText("Saved. Emails are now sent through this relay.").waitFor();
    await question(c).waitFor({ state: "detached" });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("an export that is declined can be begun again", async () => {
    const { c } = await signedInLongAgo("/p/demo/users", "Users");
    await c.press("Import and export");
    await c.page.getByRole("menuitem", { name: "Export all users…" }).click();
    await c.press("Export");
    await question(c).getByRole("button", { name: "Cancel" }).click();
    await question(c).waitFor({ state: "detached" });
    await c.press("Export");
    await question(c).waitFor();
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("link", { name: "Save file" }).waitFor();
    c.forgive(/400/);
    c.expectPeace();
  });

  test("an import that is declined still has its file", async () => {
    const { c } = await signedInLongAgo("/p/demo/users", "Users");
    await c.press("Import and export");
    await c.page.getByRole("menuitem", { name: "Import users…" }).click();
    const file = c.page.getByLabel("Export file (JSON)");
    const document = { version: 1, users: [{ email: "ada@example.com" }] };
    await file.setInputFiles({
      name: "users.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(document)),
    });
    await c.press("Import 1 user");
    await question(c).waitFor();
    await c.page.keyboard.press("Escape");
    await question(c).waitFor({ state: "detached" });
    expect(await file.inputValue()).toContain("users.json");
    await c.press("Import 1 user");
    await question(c).waitFor();
    await c.page.keyboard.type(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await expect
      .poll(async () => (await c.t.app.db.selectFrom("users").selectAll().execute()).length, {
        timeout: 60_000,
      })
      .toBe(1);
    c.forgive(/400/);
    c.expectPeace();
  });
});

describe("the part about the own account", () => {
  const current = useConsole();

  test("lists where one is signed in and signs out elsewhere", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.login();
    c.t.advance(2 * MINUTE);
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn();
    await c.goto("/instance");
    await c.heading("Instance");
    await c.press("root@example.com");
    await c.page.getByRole("menuitem", { name: "Your account" }).click();
    const list = c.page.getByRole("list", { name: "Your sessions" });
    await expect.poll(() => list.getByRole("listitem").count(), { timeout: 60_000 }).toBe(2);
    const mine = list.getByRole("listitem").filter({ hasText: "this browser" });
    expect(await mine.count()).toBe(1);
    expect(await mine.getByRole("button").count()).toBe(0);
    expect(await list.innerText()).toContain("127.0.0.1");
    await c.inspect("own-account");

    await list.getByRole("button", { name: /^Sign out/ }).click();
    await c.page.getByText("Ended the session.").waitFor();
    await expect.poll(() => list.getByRole("listitem").count(), { timeout: 60_000 }).toBe(1);
    expect(await c.t.app.db.selectFrom("adminSessions").selectAll().execute()).toHaveLength(1);
    c.expectPeace();
  });

  test("tokens tell with which one they were created, and go together if asked", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const as = (token: string) => c.t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    const child = await as(token).createPersonalAccessToken({ name: "child" });
    await as(child.token).createPersonalAccessToken({ name: "grandchild" });
    await c.signIn();
    await c.goto("/instance?tab=tokens");
    await c.page.getByRole("row", { name: /grandchild.*Created with child/ }).waitFor();
    await c.press("Revoke test");
    await c.dialog().getByLabel("Also revoke the 2 tokens created with it").check();
    await c.inspect("revoke-token-with-children");
    await c.dialog().getByRole("button", { name: "Revoke" }).click();
    await c.page.getByText("Revoked 3 tokens.").waitFor();
    await c.page.getByText("No tokens yet").waitFor();
    c.expectPeace();
  });
});
