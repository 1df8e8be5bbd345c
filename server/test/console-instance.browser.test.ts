import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { InstanceSettingsService, SmtpSource } from "@svc/proto/svc/admin/v1/instance_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestRelay } from "../src/testing/smtp.ts";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const RELAY_PASSWORD = "canary-relay-password";

describe("the screen of the instance", () => {
  let relay: TestRelay;
  beforeAll(async () => {
    relay = await TestRelay.start({ disabledCommands: ["STARTTLS"], authOptional: true });
  });
  afterAll(() => relay.down());
  // With a relay of the configuration mails really leave.
  const current = useConsole(() => ({ smtp: relay.settings }));

  const opened = async (tab = ""): Promise<{ c: ConsolePage; token: string }> => {
    const c = current();
    relay.mood = "accept";
    relay.mails.length = 0;
    const { token } = await c.t.addAdmin();
    await c.signIn();
    await c.goto(`/instance${tab && `?tab=${tab}`}`);
    await c.heading("Instance");
    return { c, token };
  };

  const as = (token: string) => ({ authorization: `Bearer ${token}` });

  test("tells address, version, health and that there are no backups", async () => {
    const { c } = await opened();
    await c.page.getByText("Serving", { exact: true }).waitFor();
    const text = await c.page.getByRole("main").innerText();
    for (const word of [c.t.url, "0.0.0-test", "SQLite", "Backups are off"]) {
      expect(text).toContain(word);
    }
    await c.inspect("instance");
    c.expectPeace();
  });

  test("the audit log shows who signed in, also in vain, and what changed", async () => {
    const { c, token } = await opened("audit");
    const instance = c.t.client(InstanceSettingsService, as(token));
    await instance.setSmtp({ host: "mx.example.com", fromAddress: "auth@example.com" });
    const sessions = c.t.client(SessionService, { "user-agent": "Mozilla/5.0 (iPhone) Safari/604.1" });
    await reasonOf(sessions.login({ email: "root@example.com", password: "wrong password" }));
    const row = (name: RegExp) => c.page.getByRole("row", { name });
    await row(/Administrator sign-in failed · root@example.com.*Safari on iPhone/s).waitFor();
    await row(/Administrator signed in.*root@example.com/s)
      .first()
      .waitFor();
    await c.inspect("instance-audit");
    await row(/Mail relay changed/)
      .getByRole("link")
      .click();
    await c.dialog().getByText("not set").first().waitFor();
    await c.dialog().getByText("mx.example.com").first().waitFor();
    await c.inspect("instance-audit-event");
    await c.dialog().getByRole("button", { name: "Only this administrator" }).click();
    await row(/Administrator sign-in failed/).waitFor({ state: "detached" });
    c.expectPeace();
  });

  test("the outbox shows what waits and why, and every screen says that the relay fails", async () => {
    const { c } = await opened("mail");
    const { project } = await c.t.addProject("Fernweh");
    await c.t.addUser(project, "ada@example.com", "correct horse battery");
    relay.mood = { at: "data", code: 451, text: "out of disk" };
    for (let n = 0; n < 5; n++) {
      await c.t.deliverMail();
      c.t.advance(180_000);
    }
    await c.signIn();
    await c.goto("/");
    await c.page.getByText("The mail server is not accepting emails. 1 email waits.").waitFor();
    await c.page.getByRole("link", { name: "Show outbox" }).click();
    await c.page.getByText("451 out of disk").first().waitFor();
    await c.page.getByRole("row", { name: /ada@example.com.*Waiting/s }).waitFor();
    await c.inspect("instance-outbox");

    relay.mood = "accept";
    await c.press("Retry now");
    await c.page.getByText("Retrying 1 email.").waitFor();
    await c.t.deliverMail();
    const failing = c.page.getByText("The mail server is not accepting emails");
    await failing.first().waitFor({ state: "detached", timeout: 20_000 });
    expect(await failing.count()).toBe(0);
    await c.page.getByLabel("State").selectOption("Sent");
    await c.page.getByRole("row", { name: /ada@example.com.*Sent/s }).waitFor();
    c.expectPeace();
  });

  test("an email is cancelled after a question, and tried again on its own", async () => {
    const { c } = await opened("mail");
    const { project } = await c.t.addProject("Fernweh");
    await c.t.addUser(project, "ada@example.com", "correct horse battery");
    await c.signIn();
    await c.goto("/instance?tab=mail");
    await c.page.getByRole("button", { name: "Cancel email to ada@example.com" }).click();
    await c.dialog().getByText("It will not be sent.").waitFor();
    await c.dialog().getByRole("button", { name: "Cancel email" }).click();
    await c.page.getByText("Cancelled the email to ada@example.com.").waitFor();
    expect(await c.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 0 });
    await c.page.getByLabel("State").selectOption("Cancelled");
    await c.page.getByRole("row", { name: /ada@example.com.*Cancelled/s }).waitFor();
    await c.inspect("instance-outbox-cancelled");
    await c.page.getByRole("button", { name: "Retry email to ada@example.com" }).click();
    await c.page.getByText("Retrying 1 email.").waitFor();
    expect(await c.t.deliverMail()).toMatchObject({ sent: 1 });
    c.expectPeace();
  });

  test("support of a project learns that the relay fails, without the outbox; a viewer does not", async () => {
    const { c, token } = await opened();
    const { project } = await c.t.addProject("Fernweh");
    await c.t.addUser(project, "ada@example.com", "correct horse battery");
    relay.mood = { at: "data", code: 451, text: "out of disk" };
    for (let n = 0; n < 5; n++) {
      await c.t.deliverMail();
      c.t.advance(180_000);
    }
    const { adminId } = await c.t.addAdmin("grace@example.com");
    const accounts = c.t.client(AdminAccountService, as(token));
    await accounts.setAdminRole({ adminId, project: "fernweh", role: AdminRole.SUPPORT });
    await accounts.setAdminRole({ adminId, role: AdminRole.NONE });
    await c.signIn("grace@example.com");
    await c.goto("/p/fernweh/users");
    await c.page.getByText("The mail server is not accepting emails. Users get theirs later.").waitFor();
    expect(await c.page.getByRole("link", { name: "Show outbox" }).count()).toBe(0);

    await accounts.setAdminRole({ adminId, project: "fernweh", role: AdminRole.VIEWER });
    const cookie = await c.t.login("grace@example.com");
    const seen = await c.t.client(InstanceSettingsService, { cookie }).getInstance({});
    expect([seen.mailFailing, seen.mailRelay, seen.smtp]).toEqual([false, undefined, undefined]);
    c.expectPeace();
  });

  test("a mail relay is set, tried, and removed; its password never comes back", async () => {
    const { c, token } = await opened("mail");
    const instance = c.t.client(InstanceSettingsService, as(token));
    await c.page.getByText("From the server configuration").waitFor();
    await c.page.getByLabel("Username").fill("svc");
    await c.page.getByLabel("Password").fill("right");
    await c.page.getByLabel("Sender").fill("Fernweh <no-reply@fernweh.example>");
    await c.press("Save");
    await c.page.getByText("Saved. Emails are now sent through this relay.").waitFor();
    expect((await instance.getInstance({})).smtp).toMatchObject({
      source: SmtpSource.DATABASE,
      username: "svc",
      hasPassword: true,
      fromAddress: "Fernweh <no-reply@fernweh.example>",
    });

    await c.press("Send test email");
    await c.page.getByText("Accepted.").waitFor();
    expect(relay.mails).toMatchObject([{ rcpt: ["root@example.com"], from: "no-reply@fernweh.example" }]);
    relay.mood = { at: "rcpt", code: 550, text: "no such mailbox here" };
    await c.press("Send test email");
    await c.page.getByText("550 no such mailbox here").waitFor();
    await c.page.getByText("Not accepted.").waitFor();
    await c.inspect("instance-mail");

    // Another sender keeps the password, which the page never had.
    expect(await c.page.getByLabel("Password").inputValue()).toBe("");
    await c.page.getByLabel("Sender").fill("auth@fernweh.example");
    await c.press("Save");
    await expect
      .poll(async () => (await instance.getInstance({})).smtp)
      .toMatchObject({ hasPassword: true, fromAddress: "auth@fernweh.example" });

    await c.page.getByRole("button", { name: "Remove" }).click();
    await c.dialog().getByRole("button", { name: "Remove" }).click();
    await c.page.getByText("Removed the mail relay.").waitFor();
    expect((await instance.getInstance({})).smtp?.source).toBe(SmtpSource.CONFIG);
    c.expectPeace();
  });

  test("what is wrong with a relay is said in the form", async () => {
    const { c } = await opened("mail");
    await c.page.getByLabel("Host").fill("mail.example.com");
    await c.page.getByLabel("Username").fill("svc");
    await c.page.getByLabel("Password").fill(RELAY_PASSWORD);
    await c.page.getByLabel("Sender").fill("nobody");
    await c.press("Save");
    const alert = await c.page.getByRole("alert").innerText();
    expect(alert).toContain("Sender must");
    expect(alert).toMatch(/Request id [\w-]{36}/);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("an administrator is invited by mail, accepts, and is removed; the last one is not", async () => {
    const { c, token } = await opened("admins");
    const accounts = c.t.client(AdminAccountService, as(token));
    await c.press("Invite");
    await c.page.getByLabel("Email address").fill("grace@example.com");
    expect(await c.page.getByRole("button", { name: "Send invitation" }).isDisabled()).toBe(true);
    const role = c.page.getByLabel("Role", { exact: true });
    expect(await role.locator("option").allInnerTexts()).toEqual([
      "Choose a role…",
      ...["Viewer", "Support", "Administrator", "Owner"],
    ]);
    await role.selectOption("Owner");
    await c.press("Send invitation");
    await c.page.getByText("Invited grace@example.com.").waitFor();
    await c.page.getByRole("table", { name: "Open invitations" }).getByText("grace@example.com").waitFor();
    await c.inspect("instance-admins");
    await c.t.deliverMail();
    const [link = ""] = relay.links;
    const secret = new URL(link).searchParams.get("token") ?? "";
    await accounts.acceptInvite({ token: secret, password: "another long password" });
    await c.page.reload();
    const admins = c.page.getByRole("table", { name: "Administrators" });
    await admins.getByText("grace@example.com").waitFor();

    await c.press("Remove grace@example.com");
    const dialog = c.dialog();
    const typed = dialog.getByLabel("Type grace@example.com to confirm");
    await expect.poll(() => typed.evaluate((field) => field === document.activeElement)).toBe(true);
    await c.page.keyboard.type("grace@example.com");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await dialog.waitFor({ state: "detached" }); // nothing behind an open dialog has a role
    await admins.getByText("grace@example.com").waitFor({ state: "detached" });
    expect((await accounts.listAdmins({})).admins.map(({ email }) => email)).toEqual(["root@example.com"]);

    await c.press("Remove root@example.com");
    await dialog.getByText("This is your own account.").waitFor();
    await dialog.getByLabel("Type root@example.com to confirm").fill("root@example.com");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await dialog
      .getByRole("alert")
      .getByText("The last owner cannot be removed or lose that role.")
      .waitFor();
    c.forgive(/400/);
    c.expectPeace();
  });

  test("an invitation can be sent again with the same role, and be withdrawn", async () => {
    const { c, token } = await opened();
    const accounts = c.t.client(AdminAccountService, as(token));
    await c.t.addProject("Demo");
    await accounts.inviteAdmin({
      email: "grace@example.com",
      roles: [{ project: "demo", role: AdminRole.VIEWER }],
    });
    const [before] = (await accounts.listAdmins({})).invites;
    await c.page.clock.setFixedTime(c.t.app.clock() + 60_000);
    await c.page.getByRole("tab", { name: "Administrators" }).click();
    await c.page
      .getByRole("row", { name: /grace@/ })
      .getByText("in 3 days")
      .waitFor(); // a minute less
    await c.press("Send again to grace@example.com");
    await c.page.getByText("Invited grace@example.com again.").waitFor();
    const { invites } = await accounts.listAdmins({});
    expect(invites).toMatchObject([{ roles: [{ project: "demo", role: AdminRole.VIEWER }] }]);
    expect(invites[0]?.id).not.toBe(before?.id);
    await c.press("Withdraw grace@example.com");
    await c.page.getByText("Withdrew the invitation.").waitFor();
    expect((await accounts.listAdmins({})).invites).toEqual([]);
    c.expectPeace();
  });

  test("a wrong current password is told in place; the right one is changed", async () => {
    const { c } = await opened("account");
    const change = async (currentPassword: string): Promise<void> => {
      await c.page.getByLabel("Current password").fill(currentPassword);
      await c.page.getByLabel("New password").fill("a quite different password");
      await c.press("Change password");
    };
    await change("not this one");
    await c.page.getByRole("alert").getByText("The current password is wrong.").waitFor();
    expect(new URL(c.page.url()).pathname).toBe("/console/instance");
    c.forgive(/401/);
    await change(ADMIN_PASSWORD);
    await c.page.getByText("Password changed.").waitFor();
    expect(await c.page.getByLabel("New password").inputValue()).toBe("");
    expect(await reasonOf(c.t.login())).toBe("INVALID_CREDENTIALS");
    await c.t.login("root@example.com", "a quite different password");
    c.expectPeace();
  });

  test("an access token is shown once, works, and is revoked", async () => {
    const { c } = await opened("tokens");
    await c.press("New token");
    await c.page.getByLabel("Name", { exact: true }).fill("CI");
    await c.page.getByLabel("Expires").selectOption("In 30 days");
    await c.press("Create token");
    const shown = c.page.getByRole("dialog", { name: "New token" });
    await shown.getByRole("button", { name: "Copy" }).click();
    const token = await c.clipboard();
    expect(token).toMatch(/^svc_pat_/);
    const me = () => c.t.client(SessionService, as(token)).getCurrentAdmin({});
    expect((await me()).admin?.email).toBe("root@example.com");
    await c.page.keyboard.press("Escape");
    await c.page.mouse.click(4, 4);
    await c.press("I’ve stored it");
    await shown.waitFor({ state: "detached" });
    expect(await c.page.content()).not.toContain(token);
    await c.page.getByRole("row", { name: /CI.*Jan 31, 2030/ }).waitFor();

    await c.press("Revoke CI");
    await c.dialog().getByRole("button", { name: "Revoke" }).click();
    await c.page.getByText("Revoked the token.").waitFor();
    expect(await reasonOf(me())).toBe("ADMIN_UNAUTHENTICATED");
    c.expectPeace();
  });

  test("on a phone the chosen tab is in view, and addresses and roles of administrators are whole", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Demo");
    await c.signIn();
    await c.page.setViewportSize({ width: 390, height: 844 });
    await c.goto("/instance?tab=tokens");
    await c.page.getByRole("tab", { name: "Server" }).waitFor();
    const tab = c.page.getByRole("tab", { name: "Tokens" });
    await expect
      .poll(async () => {
        const { x = 0, width = 0 } = (await tab.boundingBox()) ?? {};
        return x >= 0 && x + width <= 390;
      })
      .toBe(true);
    await c.goto("/instance?tab=admins");
    await c.press("Invite");
    const email = "somebody.with.a.long.address@subsidiary.example.com";
    await c.page.getByLabel("Email address").fill(email);
    await c.page.getByLabel("Role", { exact: true }).selectOption("Support");
    await c.page.getByRole("checkbox", { name: "Demo demo" }).check();
    await c.press("Send invitation");
    const row = c.page.getByRole("row", { name: new RegExp(email) });
    for (const shown of [email, "Support of demo"]) {
      const cut = (element: Element) => element.scrollWidth > element.clientWidth + 1;
      expect(await row.getByText(shown).filter({ visible: true }).locator("..").evaluate(cut)).toBe(false);
    }
    await c.inspect("instance-admins-long");
    c.expectPeace();
  });
});
