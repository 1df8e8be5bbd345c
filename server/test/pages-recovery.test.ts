import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { OAuthBench } from "../src/testing/oauth.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import type { TestApp } from "../src/testing/test-app.ts";
import { headingOf, type Seen, Visitor } from "./pages-visitor.ts";

const EMAIL = "ada@example.com";
const NEW_EMAIL = "ada@new.example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a brand new passphrase 🔑";
const DEAD = "This link no longer works";
const DAY_MS = 86_400_000;

/** Neither answers for ada@example.com. */
const GMAIL = { email: "ada.private@gmail.com", email_verified: true };
const RELAY = { email: "x7k2p9@privaterelay.appleid.com", email_verified: true, is_private_email: true };

describe.each(engines)("the pages of account recovery on $kind", (engine) => {
  let b: OAuthBench;
  let t: TestApp;
  let project: Project;
  let visitor: Visitor;
  let userId: string;
  let accessToken: string;

  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    ({ t } = b);
    project = await b.addProject({}, "Fernweh");
    visitor = new Visitor(t, project);
    const tokens = await t.addUser(project, EMAIL, PASSWORD);
    accessToken = tokens.accessToken;
    userId = tokens.user?.id ?? "";
  });
  afterEach(() => b.close());

  const signInWith = (password: string, email = EMAIL) => t.auth(project).signIn({ email, password });
  const me = async () => (await t.auth(project, accessToken).getMe({})).user;
  const providers = async () =>
    (
      await t.app.db
        .selectFrom("identities")
        .select("provider")
        .where("userId", "=", userId)
        .orderBy("provider")
        .execute()
    ).map(({ provider }) => provider);
  const verify = async () => {
    const token = await visitor.link("verify", userId, EMAIL);
    expect((await visitor.submit("verify", { token, step: "confirm" })).status).toBe(200);
    t.advance(1000);
  };
  const linkGoogle = () => b.link(project, accessToken, "google", "g-1", GMAIL);
  const linkApple = () => b.link(project, accessToken, "apple", "a-1", RELAY);
  /** Of a verified user: Google for a long time, Apple since today. */
  const linkBoth = async () => {
    await verify();
    await linkGoogle();
    t.advance(40 * DAY_MS);
    ({ accessToken } = await signInWith(PASSWORD));
    await linkApple();
  };
  const isTicked = ({ text }: Seen, provider: string): boolean => {
    const [, rest] = new RegExp(`name="keep" value="${provider}"( checked)?>`).exec(text) ?? expect.fail();
    return rest !== undefined;
  };
  const words = ({ text }: Seen): string =>
    text
      .replace(/<style>.*<\/style>/s, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&#39;", "'")
      .replaceAll(/\s+/g, " ");

  describe("reset", () => {
    const link = () => visitor.link("reset", userId, EMAIL);

    test("lists the sign-in methods that nobody answers for, ticked as the server suggests", async () => {
      await linkBoth();
      const shown = await visitor.open(`reset?token=${await link()}`);
      expect(shown.text).toMatch(/<fieldset [^>]*>\s*<legend>Keep these sign-in methods\?<\/legend>/);
      expect(words(shown)).toContain("Google ada.private@gmail.com Linked on 1 January 2030");
      expect(words(shown)).toContain("Apple x7k2p9@privaterelay.appleid.com Linked on 10 February 2030");
      expect([isTicked(shown, "google"), isTicked(shown, "apple")]).toEqual([true, false]);
      expect(await providers()).toEqual(["apple", "google"]);
      await signInWith(PASSWORD);
    });

    test.each([
      ["google", ["google"]],
      ["apple", ["apple"]],
      ["google apple", ["apple", "google"]],
      ["nothing", []],
    ])("with %s ticked, keeps exactly that", async (ticked, kept) => {
      await linkBoth();
      const boxes = ["google", "apple"].flatMap((provider): [string, string][] => [
        ["listed", provider],
        ...(ticked.includes(provider) ? [["keep", provider] satisfies [string, string]] : []),
      ]);
      const fields: [string, string][] = [["token", await link()], ["password", NEW_PASSWORD], ...boxes];
      const done = await visitor.submit("reset", fields);
      expect(headingOf(done)).toBe("Your password is changed");
      expect(await providers()).toEqual(kept);
      expect(words(done).includes("You can no longer sign in to the account with")).toBe(kept.length < 2);
      if (kept.length === 0)
        expect(words(done)).toContain("no longer sign in to the account with Google and Apple.");
      await signInWith(NEW_PASSWORD);
    });

    test("of a form without the list, what was linked long ago stays and the rest goes", async () => {
      await linkBoth();
      await visitor.submit("reset", { token: await link(), password: NEW_PASSWORD });
      expect(await providers()).toEqual(["google"]);
    });

    test("shows the form again with the visitor's own ticks after a weak password", async () => {
      await linkBoth();
      const token = await link();
      const listed: [string, string][] = [
        ["token", token],
        ["listed", "google"],
        ["listed", "apple"],
      ];
      const refused = await visitor.submit("reset", [
        ...listed,
        ["password", "password123"],
        ["keep", "apple"],
      ]);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain("Too common");
      expect([isTicked(refused, "google"), isTicked(refused, "apple")]).toEqual([false, true]);
      const none = await visitor.submit("reset", [...listed, ["password", "short"]]);
      expect([isTicked(none, "google"), isTicked(none, "apple")]).toEqual([false, false]);
      expect(await providers()).toEqual(["apple", "google"]);

      await visitor.submit("reset", [...listed, ["password", NEW_PASSWORD]]);
      expect(await providers()).toEqual([]);
    });

    test("lists nothing when it is the first proof of the mailbox, and removes everything", async () => {
      await linkGoogle();
      const token = await link();
      expect((await visitor.open(`reset?token=${token}`)).text).not.toContain("<fieldset");
      await visitor.submit("reset", [
        ["token", token],
        ["password", NEW_PASSWORD],
        ["listed", "google"],
        ["keep", "google"],
      ]);
      expect(await providers()).toEqual([]);
    });

    test("leaves out whoever answers for the address; an invitation lists nobody", async () => {
      await linkBoth();
      await t.app.db
        .updateTable("identities")
        .set({ email: EMAIL, emailAuthoritative: 1 })
        .where("provider", "=", "google")
        .execute();
      const shown = await visitor.open(`reset?token=${await link()}`);
      expect(words(shown)).toContain("Apple");
      expect(words(shown)).not.toContain("Google");
      const invited = await visitor.open(`invite?token=${await visitor.link("invite", userId, EMAIL)}`);
      expect(headingOf(invited)).toBe("Choose a password");
      expect(invited.text).not.toContain("<fieldset");
    });

    test("shows the provider's address as text, whatever is in it", async () => {
      await linkBoth();
      const email = "<b>\u202e@evil.example";
      await t.app.db.updateTable("identities").set({ email }).where("provider", "=", "apple").execute();
      const { text } = await visitor.open(`reset?token=${await link()}`);
      expect(text).toContain("<bdi>&#60;b&#62;\u202e@evil.example</bdi>");
    });
  });

  describe("verify", () => {
    const link = () => visitor.link("verify", userId, EMAIL);
    const remove = (token: string): [string, string][] => [
      ["token", token],
      ["step", "confirm-and-remove"],
      ["listed", "google"],
    ];

    test("lists what was added before, and the plain button keeps it", async () => {
      await linkGoogle();
      const token = await link();
      const shown = await visitor.open(`verify?token=${token}`);
      expect(words(shown)).toContain(
        "This sign-in method was added to the account before you confirmed this address: Google ada.private@gmail.com Linked on 1 January 2030",
      );
      expect(shown.text).toContain(">Confirm and remove Google</button>");
      expect(await providers()).toEqual(["google"]);

      await visitor.submit("verify", [
        ["token", token],
        ["listed", "google"],
        ["step", "confirm"],
      ]);
      expect(await providers()).toEqual(["google"]);
      expect((await me())?.emailVerified).toBe(true);
    });

    test("lists nothing where there is nothing to decide", async () => {
      expect((await visitor.open(`verify?token=${await link()}`)).text).not.toMatch(
        /class="methods"|and remove/,
      );
    });

    test("the other button confirms and removes what was listed, with its sessions", async () => {
      await linkGoogle();
      const thief = await b.signIn(project, "google", "g-1", GMAIL);
      const token = await link();
      const done = await visitor.submit("verify", remove(token));
      expect(headingOf(done)).toBe("Your email address is confirmed");
      expect(words(done)).toContain("You can no longer sign in to the account with Google.");
      expect(await providers()).toEqual([]);
      expect((await me())?.emailVerified).toBe(true);
      expect(await reasonOf(t.auth(project, thief.accessToken).getMe({}))).toBe("SESSION_REVOKED");
      await signInWith(PASSWORD);

      expect(headingOf(await visitor.submit("verify", remove(token)))).toBe(DEAD);
    });

    test("“This wasn't me” takes address and password from an account with another way in", async () => {
      await linkGoogle();
      const token = await link();
      const asked = await visitor.submit("verify", { token, step: "not-me" });
      expect(headingOf(asked)).toBe("Remove your address from this account?");
      expect(words(asked)).toContain("remove your address and the password from the account");
      expect(words(asked)).not.toMatch(/delete/i);
      expect((await me())?.email).toBe(EMAIL);

      const done = await visitor.submit("verify", { token, step: "reject" });
      expect(headingOf(done)).toBe("Your address is removed");
      expect(words(done)).toContain("The account itself was not deleted.");
      expect((await me())?.email).toBe("");
      expect(await providers()).toEqual(["google"]);
      expect(await reasonOf(signInWith(PASSWORD))).toBe("INVALID_CREDENTIALS");
      expect(headingOf(await visitor.submit("verify", { token, step: "reject" }))).toBe(DEAD);
    });

    test("says what has happened, also when the account has changed since it asked", async () => {
      const token = await link();
      expect(headingOf(await visitor.submit("verify", { token, step: "not-me" }))).toBe(
        "Delete this account?",
      );
      await linkGoogle();
      const done = await visitor.submit("verify", { token, step: "reject" });
      expect(headingOf(done)).toBe("Your address is removed");
    });

    test("“This wasn't me” of a dead link says so at once", async () => {
      const dead = await visitor.submit("verify", { token: "x".repeat(43), step: "not-me" });
      expect([dead.status, headingOf(dead)]).toEqual([400, DEAD]);
    });
  });

  describe("undo-email-change", () => {
    /** Somebody changes the verified address; the token is the one in the mail to the old one. */
    const changeAddress = async (): Promise<string> => {
      await t
        .auth(project, accessToken)
        .requestEmailChange({ newEmail: NEW_EMAIL, currentPassword: PASSWORD });
      await t.deliverMail();
      const asked = t.mails.findLast(({ link }) => link?.includes("/confirm-email?"));
      await visitor.submit("confirm-email", { token: asked?.token ?? "" });
      await t.deliverMail();
      const mail = t.mails.find(({ link }) => link?.startsWith(visitor.address("undo-email-change?token=")));
      expect(mail?.to).toBe(EMAIL);
      return mail?.token ?? expect.fail("no link to undo the change");
    };
    const hiddenToken = ({ text }: Seen): string => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? "";

    test("asks, names the address, and changes nothing before the button is pressed", async () => {
      await verify();
      const token = await changeAddress();
      for (const method of ["GET", "HEAD", "GET"]) {
        expect((await visitor.open(`undo-email-change?token=${token}`, { method })).status).toBe(200);
      }
      const shown = await visitor.open(`undo-email-change?token=${token}`);
      expect(headingOf(shown)).toBe("Undo the change of your email address?");
      expect(shown.text).toContain(`<strong><bdi dir="ltr">${EMAIL}</bdi></strong>`);
      expect(shown.text).not.toContain(NEW_EMAIL);
      expect((await me())?.email).toBe(NEW_EMAIL);
      await signInWith(PASSWORD, NEW_EMAIL);
    });

    test("goes on to the new password, which signs in with the old address", async () => {
      await verify();
      await linkGoogle();
      t.advance(40 * DAY_MS);
      ({ accessToken } = await signInWith(PASSWORD));
      const token = await changeAddress();
      t.advance(1000);
      await linkApple(); // by whoever changed the address
      const undone = await visitor.submit("undo-email-change", { token });
      expect([undone.status, headingOf(undone)]).toEqual([200, "Choose a new password"]);
      expect(words(undone)).toContain(`Your Fernweh account uses ${EMAIL} again`);
      expect(undone.text).toContain('<form method="post" action="reset"');
      expect(undone.text).not.toContain(token);
      expect(await providers()).toEqual(["google"]);
      expect(isTicked(undone, "google")).toBe(true);
      expect(await reasonOf(me())).toBe("SESSION_REVOKED");
      expect(await reasonOf(signInWith(PASSWORD))).toBe("INVALID_CREDENTIALS");

      const reset: [string, string][] = [
        ["token", hiddenToken(undone)],
        ["listed", "google"],
        ["keep", "google"],
      ];
      const refused = await visitor.submit("reset", [...reset, ["password", "short"]]);
      expect(refused.text).toContain("Too short");
      const done = await visitor.submit("reset", [...reset, ["password", NEW_PASSWORD]]);
      expect(headingOf(done)).toBe("Your password is changed");
      expect(await providers()).toEqual(["google"]);
      expect((await signInWith(NEW_PASSWORD)).user).toMatchObject({ email: EMAIL, emailVerified: true });
    });

    test("works once", async () => {
      await verify();
      const token = await changeAddress();
      await visitor.submit("undo-email-change", { token });
      for (const again of [
        await visitor.submit("undo-email-change", { token }),
        await visitor.open(`undo-email-change?token=${token}`),
      ]) {
        expect([again.status, headingOf(again)]).toEqual([400, DEAD]);
        expect(words(again)).toContain("choose “Forgot password” to set a new password");
      }
      expect(t.logLines.join()).not.toContain(token);
    });

    test("is dead while the account is disabled", async () => {
      await verify();
      const token = await changeAddress();
      await t.app.db.updateTable("users").set({ disabledAt: t.app.clock() }).execute();
      expect(headingOf(await visitor.open(`undo-email-change?token=${token}`))).toBe(DEAD);
      expect(headingOf(await visitor.submit("undo-email-change", { token }))).toBe(DEAD);
    });

    test("says so when another account has the address", async () => {
      await verify();
      const token = await changeAddress();
      const { user } = await t.addUser(project, "eve@example.com", PASSWORD);
      await t.app.db
        .updateTable("users")
        .set({ email: EMAIL })
        .where("id", "=", user?.id ?? "")
        .execute();
      const refused = await visitor.submit("undo-email-change", { token });
      expect([refused.status, headingOf(refused)]).toEqual([409, "This address is in use"]);
      expect(words(refused)).toContain(
        "To get your account back, ask for help. Contact the people who run Fernweh",
      );
      expect((await me())?.email).toBe(NEW_EMAIL);
    });
  });
});

test("an address that is out of attempts once the change is undone still gets to choose a password", async () => {
  const rateLimits = { confirm_address: { limit: 1, windowMs: 60_000 } };
  const b = await OAuthBench.open(engines[0] ?? expect.fail(), { rateLimits });
  const project = await b.addProject({}, "Fernweh");
  const visitor = new Visitor(b.t, project);
  const { user } = await b.t.addUser(project, EMAIL, PASSWORD);
  const token = await visitor.link("undo-email-change", user?.id ?? "", EMAIL);
  const undone = await visitor.submit("undo-email-change", { token });
  await b.close();
  expect([undone.status, headingOf(undone)]).toEqual([200, "Choose a new password"]);
});
