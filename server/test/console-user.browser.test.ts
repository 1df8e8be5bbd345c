import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { iphone, pushOf } from "../src/testing/push.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

describe("the screen of one user", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", { allowAnonymousSignIn: true });
    await c.signIn();
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const ada = await c.t.addUser(project, EMAIL, PASSWORD);
    const id = ada.user?.id ?? "";
    const get = async () => (await users.getUser({ project: "fernweh", userId: id })).user;
    return { c, project, users, token, ada, id, get };
  };

  const payload = (accessToken: string) =>
    JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());

  const act = async (c: ConsolePage, name: string): Promise<void> => {
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name }).click();
  };

  test("letters typed in a menu find the entry that begins with all of them", async () => {
    const { c, id } = await opened();
    await c.goto(`/p/fernweh/users/${id}`);
    const focused = c.page.locator('[role="menuitem"]:focus');
    const found = [
      ["d", "Disable user"],
      ["dd", "Delete user"],
      ["send", "Send verification email"], // the next one after the first entry, which has the focus
    ] as const;
    for (const [letters, entry] of found) {
      await c.page.keyboard.press("Escape");
      await c.press("Actions");
      await focused.waitFor();
      await c.page.keyboard.type(letters);
      expect(await focused.innerText()).toBe(entry);
    }
    await c.page.keyboard.press("Enter");
    await c.page.getByText(`Queued a verification link for ${EMAIL}.`).waitFor();
    c.expectPeace();
  });

  test("a menu ends before the scrollbar of the page", async () => {
    const { c, id } = await opened();
    await c.goto(`/p/fernweh/users/${id}`);
    // The browser of the tests hides its scrollbars, which take 15 pixels elsewhere.
    const width = await c.page.evaluate(() => {
      const visible = document.documentElement.clientWidth - 15;
      Object.defineProperty(document.documentElement, "clientWidth", { value: visible });
      return visible;
    });
    await c.press("Actions");
    const popup = c.page.getByRole("menu").locator("..");
    const { x, width: own } = (await popup.boundingBox()) ?? expect.fail();
    expect(x + own).toBeLessThan(width);
    c.expectPeace();
  });

  const claimsField = (c: ConsolePage) => c.page.getByLabel("Claims as JSON");
  const preview = (c: ConsolePage) => c.page.getByRole("figure", { name: "Next access token" });

  test("claims are checked while typed, shown as a difference, saved, and are in the next token as the preview said", async () => {
    const { c, project, ada, id, get } = await opened();
    await c.goto(`/p/fernweh/users/${id}`);
    await c.heading(EMAIL);
    const form = c.page.getByRole("form", { name: "Custom claims" });
    const problems: [string, string][] = [
      ["{role: 1}", "Not valid JSON"],
      ["[]", "Must be an object"],
      [`{"a": "${"x".repeat(4100)}"}`, "4,108 bytes. A token holds at most 4,096"],
      [`${'{"a":'.repeat(17)}1${"}".repeat(17)}`, "Nested deeper than 16 levels"],
      ['{"constructor": 1}', "The key constructor is not allowed"],
      ['{"id": 12345678901234567890}', "A number is too large"],
      ['{"n": [1e400]}', "A number is too large"],
      ['{"n": "\\ud800"}', "Must be valid Unicode"],
    ];
    for (const [typed, told] of problems) {
      await claimsField(c).fill(typed);
      await form.getByText(told).waitFor();
      await form.getByRole("button", { name: "Save" }).click();
      expect(await c.dialog().count(), told).toBe(0);
    }
    await claimsField(c).fill('{"role": "editor", "teams": ["red"]}');
    await c.page.getByText("With your unsaved changes").waitFor();
    const promised = JSON.parse(await preview(c).locator("pre").innerText());
    await form.getByRole("button", { name: "Save" }).click();
    const diff = c.page.getByRole("region", { name: "Changes" });
    expect(await diff.innerText()).toContain('"role": "editor"');
    await c.inspect("user-claims-review");
    await c.press("Save claims");
    await c.page.getByText("Claims saved.").waitFor();
    expect((await get())?.customClaims).toEqual({ role: "editor", teams: ["red"] });

    const { accessToken } = await c.t.auth(project).refreshToken({ refreshToken: ada.refreshToken });
    expect(payload(accessToken)).toEqual(promised);
    c.expectPeace();
  });

  test("the profile is changed, and a refusal is told beside it", async () => {
    const { c, id, users, get } = await opened();
    await users.createUser({ project: "fernweh", email: "bob@example.com" });
    await c.goto(`/p/fernweh/users/${id}`);
    const form = c.page.getByRole("form", { name: "Profile" });
    await form.getByLabel("Email address").fill("bob@example.com");
    await form.getByRole("button", { name: "Save" }).click();
    expect(await form.getByRole("alert").innerText()).toContain("EMAIL_ALREADY_EXISTS");
    await form.getByLabel("Email address").fill("lovelace@example.com");
    await form.getByLabel("Name").fill("Ada Lovelace");
    await form.getByLabel("Email is verified").check();
    await form.getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Profile saved.").waitFor();
    await c.heading("Ada Lovelace");
    expect(await get()).toMatchObject({
      email: "lovelace@example.com",
      displayName: "Ada Lovelace",
      emailVerified: true,
    });
    expect(await form.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    c.forgive(/409/);
    c.expectPeace();
  });

  test("sessions are told as devices; one is signed out, then all", async () => {
    const { c, project, ada, id, get } = await opened();
    const phone = c.t.authWith({ "x-svc-key": project.publishableKey, "user-agent": IPHONE });
    const second = await phone.signIn({ email: EMAIL, password: PASSWORD });
    await c.t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    await c.goto(`/p/fernweh/users/${id}`);
    await c.heading(EMAIL);
    await c.inspect("user");
    await c.press("Copy address");
    expect(await c.clipboard()).toBe(EMAIL);
    const cards = await c.page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
    expect(cards.slice(0, 4)).toEqual(["Profile", "About", "Timeline", "Sessions"]);
    const row = c.page.getByRole("listitem").filter({ hasText: "Safari on iPhone" });
    expect(await row.innerText()).toMatch(/used .* signed in .* with password · 127\.0\.0\.1/);
    await c.press("Sign out Safari on iPhone");
    await row.waitFor({ state: "detached" });
    expect(await reasonOf(c.t.auth(project, second.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    await c.t.auth(project, ada.accessToken).getMe({});
    await act(c, "Sign out everywhere");
    await c.page.getByRole("heading", { name: `Sign ${EMAIL} out everywhere?` }).waitFor();
    await c.press("Sign out everywhere");
    await c.page.getByText("Revoked 2 sessions.").waitFor();
    await c.page.getByText("No active sessions.").waitFor();
    expect((await get())?.sessions).toEqual([]);
    c.expectPeace();
  });

  test("the user is sent a link to verify the address, which is offered only until it is verified", async () => {
    const { c, project, id, get } = await opened();
    await c.goto(`/p/fernweh/users/${id}`);
    await act(c, "Send verification email");
    await c.page.getByText("Queued a verification link for ada@example.com.").waitFor();
    await c.t.deliverMail();
    const link = c.t.mails.findLast(({ to, text }) => to === EMAIL && text.includes("/verify"));
    await c.t.auth(project).confirmEmailVerification({ token: link?.token ?? "" });
    expect((await get())?.emailVerified).toBe(true);
    await c.page.reload();
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Send password reset email" }).waitFor();
    expect(await c.page.getByRole("menuitem", { name: "Send verification email" }).count()).toBe(0);
    c.expectPeace();
  });

  test("an address is marked as bouncing after a question, and emails are sent to it again", async () => {
    const { c, id, get } = await opened();
    await c.goto(`/p/fernweh/users/${id}`);
    await act(c, "Mark address as bouncing");
    await c.dialog().getByText("No email is sent to this address any more").waitFor();
    await c.dialog().getByRole("button", { name: "Mark address as bouncing" }).click();
    await c.page.getByText("No email is sent to ada@example.com any more.").waitFor();
    await c.page.getByText("This address bounces:").waitFor();
    await c.page.getByText("Address bounces", { exact: true }).waitFor();
    await c.inspect("user-bouncing");
    expect((await get())?.emailBounces).toBe(true);
    await act(c, "Send emails again");
    await c.page.getByText("Emails are sent to ada@example.com again.").waitFor();
    await c.page.getByText("This address bounces:").waitFor({ state: "detached" });
    c.expectPeace();
  });

  test("the user is verified, sent a reset mail, disabled, enabled and deleted once the address is typed", async () => {
    const { c, project, id, users, get } = await opened();
    await c.goto(`/p/fernweh/users/${id}`);
    await act(c, "Mark email as verified");
    await c.page.getByText("Marked as verified.").waitFor();
    expect((await get())?.emailVerified).toBe(true);
    await act(c, "Send password reset email");
    await c.page.getByText("Queued a password reset link for ada@example.com.").waitFor();
    await c.t.deliverMail();
    expect(c.t.mails.some(({ text }) => text.includes("/reset"))).toBe(true);

    await act(c, "Disable user");
    await c.press("Disable user");
    await c.page.getByText("Disabled the user").waitFor();
    const signIn = () => c.t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    expect(await reasonOf(signIn())).toBe("USER_DISABLED");
    await act(c, "Enable user");
    await c.page.getByText("Enabled the user. They can sign in again.").waitFor();
    await signIn();

    await act(c, "Delete user");
    const remove = c.dialog().getByRole("button", { name: "Delete user" });
    expect(await remove.isDisabled()).toBe(true);
    await c.page.getByLabel(`Type ${EMAIL} to confirm`).fill(EMAIL);
    await remove.click();
    await c.heading("Users");
    expect((await users.listUsers({ project: "fernweh" })).users).toEqual([]);
    c.expectPeace();
  });

  test("a provider account is unlinked, unless it is the only way in", async () => {
    const { c, users, token } = await opened();
    const identities = ["google", "apple"].map((provider) => ({
      provider,
      subject: "1",
      email: `bob@${provider}.com`,
    }));
    const bob = { email: "bob@example.com", identities };
    const { results } = await c.t.projects(token).importUsers({ project: "fernweh", users: [bob] });
    const userId = results[0]?.userId ?? "";
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.page.getByText("bob@google.com").waitFor();
    await c.inspect("user-identities");
    const unlink = async (provider: string) => {
      await c.press(`Unlink the ${provider} account`);
      await c.dialog().getByRole("button", { name: "Unlink", exact: true }).click();
    };
    await unlink("Google");
    await c.page.getByText("Unlinked the Google account.").waitFor();
    await unlink("Apple");
    expect(await c.dialog().getByRole("alert").innerText()).toContain("LAST_SIGN_IN_METHOD");
    const { user } = await users.getUser({ project: "fernweh", userId });
    expect(user?.identities).toMatchObject([{ email: "bob@apple.com" }]);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("push devices and events of the user are shown, and a guest has what a guest has", async () => {
    const { c, project, ada, id } = await opened();
    await pushOf(c.t, project, ada).registerPushDevice(iphone(1));
    await c.goto(`/p/fernweh/users/${id}`);
    await c.page.getByText("iPhone18,1 · iOS 19.0").waitFor();
    await c.page.getByText("Signed up").waitFor();
    await c.press("Copy user id");
    expect(await c.clipboard()).toBe(id);
    await c.press("Revoke iPhone18,1 · iOS 19.0");
    await c.dialog().getByRole("button", { name: "Revoke", exact: true }).click();
    await c.page.getByText("No devices registered.").waitFor();
    await c.page.getByRole("link", { name: "All events" }).click();
    await c.heading("Events");
    await c.page.getByRole("link", { name: "Push device revoked" }).first().waitFor();

    const guest = await c.t.auth(project).signInAnonymously({});
    await c.goto(`/p/fernweh/users/${guest.user?.id}`);
    await c.heading("Guest");
    await c.page.getByText('"anonymous": true').waitFor();
    await c.inspect("user-guest");
    c.expectPeace();
  });

  test("a user who is gone is said to be, without a way to try again", async () => {
    const { c } = await opened();
    await c.goto("/p/fernweh/users/01990000-0000-7000-8000-000000000000");
    await c.page.getByText("This user does not exist or was deleted.").waitFor();
    expect(await c.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    c.forgive(/404/);
    c.expectPeace();
  });
});
