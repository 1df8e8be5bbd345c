import { describe, expect, test } from "vitest";
import { createVerifier } from "../../sdk/typescript/src/server/server.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const ROOT = "root@example.com";
const GRACE = "grace@example.com";
const USER = { email: "ada@example.com", password: "correct horse battery" };

/** What an administrator does in a day, by hand and in one sitting, and an app beside it. */
describe("a day with the console", () => {
  const current = useConsole();

  /** The app: it knows the address of the server and the key that was copied for it. */
  const app = (c: ConsolePage, key: string) => c.t.authWith({ "x-svc-key": key });

  const screen = async (c: ConsolePage, name: string): Promise<void> => {
    await c.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
    await c.heading(name);
  };

  const said = (c: ConsolePage, text: string | RegExp): Promise<void> =>
    c.page.getByText(text).first().waitFor();

  const signInByHand = async (c: ConsolePage, email: string, password: string): Promise<void> => {
    await c.page.getByLabel("Email address").fill(email);
    await c.page.getByLabel("Password").fill(password);
    await c.page.keyboard.press("Enter");
    await c.heading("Projects");
  };

  const theFirstAdminSignsIn = async (c: ConsolePage): Promise<void> => {
    await c.goto("/");
    await said(c, "This server has no administrator yet.");
    await c.t.addAdmin(ROOT); // as `svc admin create` does
    await c.press("Done, let me sign in");
    c.forgive(/401/); // so the console learnt that nobody was signed in
    await signInByHand(c, ROOT, ADMIN_PASSWORD);
  };

  const createsAProject = async (c: ConsolePage): Promise<string> => {
    await c.press("New project");
    await c.page.getByLabel("Name", { exact: true }).fill("Fernweh");
    await c.press("Create project");
    const dialog = c.page.getByRole("dialog", { name: "Fernweh is ready" });
    await dialog.getByRole("button", { name: "Copy", exact: true }).first().click();
    const key = await c.clipboard();
    expect(key).toMatch(/^pk_/);
    await dialog.getByRole("button", { name: "I’ve stored it" }).click();
    await c.heading("Overview");
    await said(c, "Connect your app");
    return key;
  };

  const aUserSignsUpAndAppears = async (c: ConsolePage, key: string): Promise<string> => {
    const { tokens } = await app(c, key).signUp({ ...USER, displayName: "Ada Lovelace" });
    await app(c, key).signIn(USER);
    await screen(c, "Users");
    await c.page.getByRole("link", { name: /Ada Lovelace/ }).click();
    await c.page.getByLabel("Claims as JSON").waitFor();
    return tokens?.user?.id ?? expect.fail("nobody signed up");
  };

  const claimsAreEdited = async (c: ConsolePage, key: string): Promise<void> => {
    await c.page.getByLabel("Claims as JSON").fill('{ "role": "editor" }');
    await c.page.getByRole("form", { name: "Custom claims" }).getByRole("button", { name: "Save" }).click();
    const review = c.page.getByRole("dialog", { name: "Save these claims?" });
    await review.getByText('"role": "editor"').waitFor();
    await review.getByRole("button", { name: "Save claims" }).click();
    await said(c, "Claims saved.");
    expect((await verified(c, key)).claims).toEqual({ role: "editor" });
  };

  /** What a backend makes of the next token. */
  const verified = async (c: ConsolePage, key: string) => {
    const verifier = createVerifier({ baseUrl: c.t.url, project: "fernweh", now: c.t.app.clock });
    return verifier.verify((await app(c, key).signIn(USER)).accessToken);
  };

  const theUserIsDisabled = async (c: ConsolePage, key: string): Promise<void> => {
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Disable user" }).click();
    await c.dialog().getByRole("button", { name: "Disable user" }).click();
    await said(c, "Disabled the user and signed them out everywhere.");
    expect(await reasonOf(app(c, key).signIn(USER))).toBe("USER_DISABLED");
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Enable user" }).click();
    await said(c, "Enabled the user. They can sign in again.");
    await app(c, key).signIn(USER);
  };

  const theThemeIsChanged = async (c: ConsolePage, key: string): Promise<void> => {
    await screen(c, "Branding");
    const light = c.page.getByRole("group", { name: "Light", exact: true });
    await light.getByLabel("Buttons and links", { exact: true }).fill("#0a7d55");
    await c.press("Save");
    await said(c, "Saved. New emails and pages use this branding.");
    await app(c, key).requestPasswordReset({ email: USER.email });
    await c.t.deliverMail();
    const mail = c.t.mails.findLast(({ to }) => to === USER.email) ?? expect.fail("no mail");
    expect(mail.html).toContain("#0a7d55");
    const page = await c.page.context().newPage();
    await page.goto(mail.link ?? "");
    const colour = await page
      .getByRole("button")
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(colour).toBe("rgb(10, 125, 85)");
    await page.close();
  };

  const theKeysAreRotated = async (c: ConsolePage, key: string): Promise<void> => {
    const before = (await verified(c, key)).kid;
    await screen(c, "Keys");
    await c.press("Rotate");
    await c.dialog().getByRole("button", { name: "Rotate key" }).click();
    await said(c, "Rotated the signing key.");
    await c.page.getByRole("row", { name: new RegExp(`${before}.*Retired, still accepted`) }).waitFor();
    expect((await verified(c, key)).kid).not.toBe(before);
  };

  const theSpecIsApplied = async (c: ConsolePage, key: string): Promise<void> => {
    await screen(c, "Settings");
    await c.page.getByRole("tab", { name: "YAML" }).click();
    const editor = c.page.getByRole("textbox", { name: "Project spec" });
    await editor.waitFor();
    const spec = await editor.inputValue();
    await editor.fill(spec.replace("allow_anonymous_sign_in: false", "allow_anonymous_sign_in: true"));
    await c.press("Plan");
    await c.page
      .getByRole("list", { name: "Planned changes" })
      .getByText("settings.allow_anonymous_sign_in")
      .waitFor();
    expect(await reasonOf(app(c, key).signInAnonymously({}))).toBe("ANONYMOUS_SIGN_IN_DISABLED");
    await c.press("Apply 1 change");
    await c.dialog().getByRole("button", { name: "Apply 1 change" }).click();
    await said(c, "Applied: 1 field changed.");
    expect((await app(c, key).signInAnonymously({})).user?.isAnonymous).toBe(true);
  };

  const aSecondAdminIsInvited = async (c: ConsolePage): Promise<void> => {
    await screen(c, "Instance");
    await c.page.getByRole("tab", { name: "Administrators" }).click();
    await c.press("Invite");
    await c.page.getByLabel("Email address").fill(GRACE);
    await c.page.getByLabel("Role", { exact: true }).selectOption("Owner");
    await c.press("Send invitation");
    await said(c, `Invited ${GRACE}.`);
    await c.t.deliverMail();
    const { link } = c.t.mails.findLast(({ to }) => to === GRACE) ?? expect.fail("no mail");

    await c.press(ROOT);
    await c.page.getByRole("menuitem", { name: "Sign out" }).click();
    await c.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await c.page.goto(link ?? "");
    await c.page.getByLabel("Password").fill("quite another password");
    await c.press("Accept the invitation");
    await c.page.getByRole("link", { name: "console" }).click();
    await c.page.getByLabel("Email address").waitFor();
    c.forgive(/401/);
    await signInByHand(c, GRACE, "quite another password");
    await c.page.getByRole("link", { name: "Fernweh", exact: true }).waitFor();
  };

  test("from the first sign-in to the second administrator", async () => {
    const c = current();
    await theFirstAdminSignsIn(c);
    const key = await createsAProject(c);
    const userId = await aUserSignsUpAndAppears(c, key);
    await claimsAreEdited(c, key);
    expect(new URL(c.page.url()).pathname).toBe(`/console/p/fernweh/users/${userId}`);
    await theUserIsDisabled(c, key);
    await theThemeIsChanged(c, key);
    await theKeysAreRotated(c, key);
    await theSpecIsApplied(c, key);
    await screen(c, "Overview");
    await said(c, "Sign-ins by method");
    await aSecondAdminIsInvited(c);
    c.expectPeace();
  });
});
