import { describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { OAuthBench } from "../src/testing/oauth.ts";
import { passkeyDevice, withPasskeys } from "../src/testing/passkeys.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import type { TestApp } from "../src/testing/test-app.ts";
import { inBrowser, onPage } from "./pages-browser.ts";
import { inspect, openSession, type Session } from "./pages-inspector.ts";

const EMAIL = "ada@example.com";
const NEW_EMAIL = "ada@new.example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a brand new passphrase 🔑";

/** As long as addresses get, without a place to break. */
const LONG = {
  email: `${"countessaugustaadalovelace".repeat(3).slice(0, 64)}@gmail.com`,
  email_verified: true,
};
const RELAY = { email: "x7k2p9@privaterelay.appleid.com", email_verified: true, is_private_email: true };

describe("account recovery in a real browser", () => {
  let b: OAuthBench;
  let t: TestApp;
  let project: Project;
  let accessToken: string;
  let session: Session;

  const browser = inBrowser(
    async (browser) => {
      b = await OAuthBench.open(engines[0] ?? expect.fail());
      ({ t } = b);
      project = await b.addProject(withPasskeys, "Fernweh");
      ({ accessToken } = await t.addUser(project, EMAIL, PASSWORD));
      session = await openSession(browser);
    },
    async () => {
      await session.context.close();
      await b.close();
    },
  );

  const expectPeace = (): void => {
    expect(session.requests.filter((url) => !url.startsWith(`${t.url}/p/fernweh/`))).toEqual([]);
    expect(session.complaints).toEqual([]);
  };
  /** The link to this page in the latest mail that has one. */
  const linkTo = async (page: string): Promise<string> => {
    await t.deliverMail();
    const mail = t.mails.findLast(({ link }) => link?.includes(`/${page}?token=`));
    return mail?.link ?? expect.fail(`no link to ${page}`);
  };
  const { heading, press } = onPage(() => session);
  const mainText = (): Promise<string> => session.page.getByRole("main").innerText();
  const providers = async () =>
    (await t.app.db.selectFrom("identities").select("provider").orderBy("provider").execute()).map(
      ({ provider }) => provider,
    );
  const linkGoogle = () => b.link(project, accessToken, "google", "g-1", LONG);
  const linkApple = () => b.link(project, accessToken, "apple", "a-1", RELAY);
  const verify = async (): Promise<void> => {
    const token = new URL(await linkTo("verify")).searchParams.get("token") ?? "";
    await t.auth(project).confirmEmailVerification({ token });
    t.advance(1000);
  };
  /** Of a verified user: Google for a long time, Apple since today. */
  const linkBoth = async (): Promise<void> => {
    await verify();
    await linkGoogle();
    t.advance(40 * 86_400_000);
    ({ accessToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD }));
    await linkApple();
  };
  const askForReset = async (): Promise<string> => {
    await t.auth(project).requestPasswordReset({ email: EMAIL });
    return linkTo("reset");
  };
  const changeAddress = async (): Promise<string> => {
    await t.auth(project, accessToken).requestEmailChange({ newEmail: NEW_EMAIL, currentPassword: PASSWORD });
    const token = new URL(await linkTo("confirm-email")).searchParams.get("token") ?? "";
    await t.auth(project).confirmEmailChange({ token });
    return linkTo("undo-email-change");
  };

  test("reset: the boxes are named, keep their ticks after a mistake, and decide", async () => {
    await linkBoth();
    const { page } = session;
    await page.goto(await askForReset());
    const group = page.getByRole("group", { name: "Keep these sign-in methods?" });
    const google = group.getByRole("checkbox", { name: /^Google .*@gmail\.com Linked on 1 January 2030$/ });
    const apple = group.getByRole("checkbox", { name: /^Apple x7k2p9@privaterelay/ });
    expect([await google.isChecked(), await apple.isChecked()]).toEqual([true, false]);
    const box = await google.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await inspect(session, "reset-with-list");

    await google.uncheck();
    await apple.check();
    await page.getByLabel("New password").fill("password123");
    await press("Save new password");
    expect(await page.getByRole("alert").innerText()).toContain("Too common");
    expect([await google.isChecked(), await apple.isChecked()]).toEqual([false, true]);
    await inspect(session, "reset-with-list-mistake");

    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await press("Save new password");
    expect(await heading()).toBe("Your password is changed");
    expect(await mainText()).toContain("You can no longer sign in to the account with Google.");
    await inspect(session, "reset-with-list-done");
    expect(await providers()).toEqual(["apple"]);
    expectPeace();
  });

  test("reset: passkeys are listed beside the provider accounts", async () => {
    await linkBoth();
    await passkeyDevice(t, project).link(accessToken, {}, { passkeyName: "Ada’s phone" });
    await session.page.goto(await askForReset());
    const group = session.page.getByRole("group", { name: "Keep these sign-in methods?" });
    const phone = group.getByRole("checkbox", { name: "Passkey Ada’s phone Added on 10 February 2030" });
    expect(await phone.isChecked()).toBe(false);
    await inspect(session, "reset-with-passkeys");
    await session.page.getByLabel("New password").fill(NEW_PASSWORD);
    await press("Save new password");
    const told = await mainText();
    expect(told).toContain("You can no longer sign in to the account with Apple.");
    expect(told).toContain("1 passkey was removed from the account.");
    await inspect(session, "reset-with-passkeys-done");
    expectPeace();
  });

  test("reset: with nothing ticked nothing is kept, by keyboard alone and without scripts", async () => {
    await linkBoth();
    await session.context.close();
    session = await openSession(browser(), { javaScriptEnabled: false });
    const { page } = session;
    const { keyboard } = page;
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element ?? document.body);
        return `${element?.getAttribute("name") ?? element?.tagName} ${outlineStyle} ${outlineWidth}`;
      });
    await page.goto(await askForReset());
    await keyboard.press("Tab");
    expect(await focused()).toBe("password solid 3px");
    await keyboard.type(NEW_PASSWORD);
    await keyboard.press("Tab");
    expect(await focused()).toBe("keep solid 3px");
    const google = page.getByRole("checkbox", { name: /^Google/ });
    const apple = page.getByRole("checkbox", { name: /^Apple/ });
    // Whichever comes first, the one that is ticked is unticked.
    for (const checkbox of [0, 1]) {
      const isTicked = await page.getByRole("checkbox").nth(checkbox).isChecked();
      if (isTicked) await keyboard.press("Space");
      await keyboard.press("Tab");
    }
    expect([await google.isChecked(), await apple.isChecked()]).toEqual([false, false]);
    expect(await focused()).toBe("BUTTON solid 3px");
    await keyboard.press("Enter");
    await page.getByText("You can no longer sign in to the account with Google and Apple.").waitFor();
    expect(await providers()).toEqual([]);
    await t.auth(project).signIn({ email: EMAIL, password: NEW_PASSWORD });
    expectPeace();
  });

  test("verify: what was added before is listed, and one button removes it", async () => {
    await linkGoogle();
    await session.page.goto(await linkTo("verify"));
    const listed = await session.page.getByRole("listitem").allInnerTexts();
    expect(listed.join("\n")).toMatch(/Google\s+countess\S+@gmail\.com\s+Linked on 1 January 2030/);
    expect(listed).toHaveLength(1);
    await inspect(session, "verify-with-one");
    expect(await providers()).toEqual(["google"]);

    await session.page.getByRole("button", { name: /^Confirm and remove Google$/ }).click();
    expect(await heading()).toBe("Your email address is confirmed");
    await inspect(session, "verify-with-one-done");
    expect(await providers()).toEqual([]);
    expectPeace();
  });

  test("verify: of several that were added before, those that are ticked are removed", async () => {
    await linkGoogle();
    await linkApple();
    const phone = passkeyDevice(t, project);
    await phone.link(accessToken, {}, { passkeyName: "Ada’s phone" });
    await session.page.goto(await linkTo("verify"));
    const group = session.page.getByRole("group", { name: "Remove any of these sign-in methods?" });
    expect(await group.getByRole("checkbox").count()).toBe(3);
    await inspect(session, "verify-with-list");
    await group
      .getByRole("checkbox", { name: /^Google countess\S+@gmail\.com Linked on 1 January 2030$/ })
      .check();
    await group.getByRole("checkbox", { name: /^Apple/ }).check();
    await group.getByRole("checkbox", { name: "Passkey Ada’s phone Added on 1 January 2030" }).check();
    await inspect(session, "verify-with-list-ticked");
    expect(await providers()).toEqual(["apple", "google"]);

    await press("Confirm my email address");
    expect(await heading()).toBe("Your email address is confirmed");
    expect(await mainText()).toContain("1 passkey was removed from the account.");
    expect(await reasonOf(phone.signIn())).toBe("PASSKEY_INVALID");
    await inspect(session, "verify-with-list-done");
    expect(await providers()).toEqual([]);
    expect((await t.auth(project, accessToken).getMe({})).user?.emailVerified).toBe(true);
    expectPeace();
  });

  test("verify: “This wasn't me” removes the address from an account with another way in", async () => {
    await linkGoogle();
    await session.page.goto(await linkTo("verify"));
    await press("This wasn't me");
    expect(await heading()).toBe("Remove your address from this account?");
    await inspect(session, "reject-detach");
    await press("Go back");
    expect(await heading()).toBe("Confirm your email address");
    await press("This wasn't me");
    await press("Remove my address");
    expect(await heading()).toBe("Your address is removed");
    await inspect(session, "reject-detached");
    expect((await t.auth(project, accessToken).getMe({})).user?.email).toBe("");
    expectPeace();
  });

  test("verify: “This wasn't me” leaves a guest who mistyped the address their account", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const account = t.auth(project, guest.accessToken);
    await account.linkPassword({ email: "mistyped@example.com", password: PASSWORD });
    await session.page.goto(await linkTo("verify"));
    await press("This wasn't me");
    expect(await heading()).toBe("Remove your address from this account?");
    await press("Remove my address");
    expect(await heading()).toBe("Your address is removed");
    expect((await account.getMe({})).user).toMatchObject({ id: guest.user?.id, email: "" });
    expectPeace();
  });

  test("verify: “This wasn't me” deletes an account that has nothing else", async () => {
    await session.page.goto(await linkTo("verify"));
    await press("This wasn't me");
    expect(await heading()).toBe("Delete this account?");
    await inspect(session, "reject-delete");
    await press("Delete the account");
    expect(await heading()).toBe("The account is deleted");
    await inspect(session, "reject-deleted");
    expectPeace();
  });

  test("undo-email-change: from the link to signing in with the new password", async () => {
    const { page } = session;
    await verify();
    await linkGoogle();
    t.advance(40 * 86_400_000); // linked long ago, so that undo keeps it
    ({ accessToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD }));
    const link = await changeAddress();
    await page.goto(link);
    expect(await page.title()).toBe("Undo the change of your email address? · Fernweh");
    expect(await mainText()).toContain(EMAIL);
    await inspect(session, "undo");
    expect((await t.auth(project, accessToken).getMe({})).user?.email).toBe(NEW_EMAIL);

    await press("Undo the change");
    expect(await heading()).toBe("Choose a new password");
    expect(page.url()).toBe(`${t.url}/p/fernweh/undo-email-change`);
    expect(await page.getByRole("status").innerText()).toContain(`uses ${EMAIL} again`);
    await inspect(session, "undo-password");

    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("checkbox", { name: /^Google/ }).check();
    await press("Save new password");
    expect(await heading()).toBe("Your password is changed");
    expect(page.url()).toBe(`${t.url}/p/fernweh/reset`);
    const { user } = await t.auth(project).signIn({ email: EMAIL, password: NEW_PASSWORD });
    expect(user).toMatchObject({ email: EMAIL, emailVerified: true });
    expect(await providers()).toEqual(["google"]);
    expect(await reasonOf(t.auth(project).signIn({ email: NEW_EMAIL, password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );

    await page.goto(link);
    expect(await heading()).toBe("This link no longer works");
    await inspect(session, "undo-dead");
    expectPeace();
  });

  test("undo-email-change: the keyboard alone is enough, without scripts", async () => {
    await verify();
    const link = await changeAddress();
    await session.context.close();
    session = await openSession(browser(), { javaScriptEnabled: false });
    const { keyboard } = session.page;
    await session.page.goto(link);
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await session.page.getByText("The change is undone").waitFor();
    await keyboard.press("Tab");
    await keyboard.type(NEW_PASSWORD);
    await keyboard.press("Enter");
    await session.page.getByRole("heading", { name: "Your password is changed" }).waitFor();
    await t.auth(project).signIn({ email: EMAIL, password: NEW_PASSWORD });
    expectPeace();
  });

  test("undo-email-change: an address that is in use has a page", async () => {
    await verify();
    const link = await changeAddress();
    const { user } = await t.addUser(project, "eve@example.com", PASSWORD);
    await t.app.db
      .updateTable("users")
      .set({ email: EMAIL })
      .where("id", "=", user?.id ?? "")
      .execute();
    await session.page.goto(link);
    await press("Undo the change");
    expect(await heading()).toBe("This address is in use");
    await inspect(session, "undo-in-use");
    expectPeace();
  });

  test("a page that fails offers another try, which keeps the link", async () => {
    const { page } = session;
    const link = await askForReset();
    await t.app.db.schema.alterTable("emailTokens").renameTo("emailTokensAway").execute();
    await page.goto(link);
    expect(await heading()).toBe("Something went wrong");
    await inspect(session, "failure-retry");
    await t.app.db.schema.alterTable("emailTokensAway").renameTo("emailTokens").execute();
    await page.getByRole("link", { name: "Try again" }).click();
    expect(await heading()).toBe("Choose a new password");
    expectPeace();
  });
});
