import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { engines } from "../src/testing/engines.ts";
import { type PasskeyDevice, passkeyDevice, signedUp, withPasskeys } from "../src/testing/passkeys.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { headingOf, type Seen, Visitor } from "./pages-visitor.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a brand new passphrase 🔑";
const DAY_MS = 86_400_000;

describe.each(engines)("Passkeys on the pages of account recovery on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let visitor: Visitor;
  let phone: PasskeyDevice;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Fernweh", withPasskeys));
    visitor = new Visitor(t, project);
    phone = passkeyDevice(t, project);
  });
  afterEach(() => t.close());

  const names = async (): Promise<string[]> =>
    (await t.app.db.selectFrom("passkeys").select("name").orderBy("name").execute()).map(({ name }) => name);
  const idOf = async (name: string): Promise<string> => {
    const query = t.app.db.selectFrom("passkeys").select("id").where("name", "=", name);
    return (await query.executeTakeFirstOrThrow()).id;
  };
  const words = ({ text }: Seen): string =>
    text
      .replace(/<style>.*<\/style>/s, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll("&#39;", "'")
      .replaceAll(/\s+/g, " ");

  /** The hidden fields of each form, as a browser sends them. */
  const formsOf = ({ text }: Seen): Record<string, string>[] =>
    text
      .split("<form")
      .slice(1)
      .map((form) => Object.fromEntries(hiddenIn(form)));
  const hiddenIn = (form: string): [string, string][] =>
    [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name ?? "",
      value ?? "",
    ]);

  describe("confirm-email", () => {
    test("of an account without a verified address lists its passkey, and removes it and later ones", async () => {
      const { accessToken } = await signedUp(phone, { passkeyName: "Phone" });
      await t.auth(project, accessToken).requestEmailChange({ newEmail: EMAIL });
      await t.deliverMail();
      const token = t.mails.findLast(({ to }) => to === EMAIL)?.token ?? "";
      const shown = await visitor.open(`confirm-email?token=${token}`);
      expect(words(shown)).toContain("Passkey Phone Added on 1 January 2030");
      expect(shown.text).toContain(">Confirm and remove the passkey</button>");
      const [fields] = formsOf(shown);
      await passkeyDevice(t, project).link(accessToken, {}, { passkeyName: "Laptop" });
      const done = await visitor.submit("confirm-email", { ...fields, step: "confirm-and-remove" });
      expect(headingOf(done)).toBe("Your email address is changed");
      expect(words(done)).toContain("1 passkey was removed from the account.");
      expect(await names()).toEqual([]);
    });

    test("of an account that had another verified address lists its passkeys, too", async () => {
      const { user, accessToken } = await signedUp(phone, {
        email: "evil@example.com",
        passkeyName: "Phone",
      });
      const verification = await visitor.link("verify", user?.id ?? "", "evil@example.com");
      await visitor.submit("verify", { token: verification, step: "confirm" });
      await passkeyDevice(t, project).link(accessToken, {}, { passkeyName: "Laptop" });
      const token = await visitor.link("confirm-email", user?.id ?? "", EMAIL);
      const shown = await visitor.open(`confirm-email?token=${token}`);
      expect(words(shown)).toContain("Passkey Phone Added on 1 January 2030");
      const remove = `passkey:${await idOf("Phone")}`;
      expect(shown.text).toContain(`name="remove" value="${remove}"`);
      const done = await visitor.submit("confirm-email", { token, remove });
      expect(words(done)).toContain("1 passkey was removed from the account.");
      expect(await names()).toEqual(["Laptop"]);
      expect(await reasonOf(phone.signIn())).toBe("PASSKEY_INVALID");
    });
  });

  describe("verify", () => {
    let userId: string;
    const link = () => visitor.link("verify", userId, EMAIL);
    const addLaptop = async (accessToken: string) =>
      passkeyDevice(t, project).link(accessToken, {}, { passkeyName: "Laptop" });
    let accessToken: string;
    beforeEach(async () => {
      const tokens = await signedUp(phone, { email: EMAIL, passkeyName: "Phone" });
      ({ accessToken } = tokens);
      userId = tokens.user?.id ?? "";
    });

    test("lists a passkey that was added before, and the plain button keeps it", async () => {
      const token = await link();
      const shown = await visitor.open(`verify?token=${token}`);
      expect(words(shown)).toContain(
        "This sign-in method was added to the account before you confirmed this address: Passkey Phone Added on 1 January 2030, never used since",
      );
      expect(shown.text).toContain(">Confirm and remove the passkey</button>");
      await visitor.submit("verify", { token, step: "confirm" });
      expect(await names()).toEqual(["Phone"]);
      expect((await phone.signIn()).user?.emailVerified).toBe(true);
    });

    test("the other button removes it, with its sessions", async () => {
      const token = await link();
      const shown = await visitor.open(`verify?token=${token}`);
      const [, listed = ""] = /name="listed" value="([^"]+)"/.exec(shown.text) ?? [];
      const done = await visitor.submit("verify", { token, step: "confirm-and-remove", listed });
      expect(headingOf(done)).toBe("Your email address is confirmed");
      expect(words(done)).toContain("1 passkey was removed from the account.");
      expect(await names()).toEqual([]);
      expect(await reasonOf(t.auth(project, accessToken).getMe({}))).toBe("SESSION_REVOKED");
    });

    test("of several, those are removed that the visitor has ticked, and no other", async () => {
      await addLaptop(accessToken);
      const token = await link();
      const shown = await visitor.open(`verify?token=${token}`);
      expect(shown.text).toContain("<legend>Remove any of these sign-in methods?</legend>");
      expect(shown.text).not.toMatch(/type="checkbox"[^>]* checked/);
      const remove = `passkey:${await idOf("Laptop")}`;
      expect(shown.text).toContain(`name="remove" value="${remove}"`);
      await visitor.submit("verify", { token, step: "confirm", remove });
      expect(await names()).toEqual(["Phone"]);
    });

    test("of several, all stay when none is ticked", async () => {
      await addLaptop(accessToken);
      await visitor.submit("verify", { token: await link(), step: "confirm" });
      expect(await names()).toEqual(["Laptop", "Phone"]);
    });

    test("one that was added while the visitor reads is removed, also where none was listed", async () => {
      const token = await link();
      const [alone] = formsOf(await visitor.open(`verify?token=${token}`));
      await addLaptop(accessToken);
      await visitor.submit("verify", { ...alone, step: "confirm" });
      expect(await names()).toEqual(["Phone"]);
    });

    test("a passkey of somebody else is not removed", async () => {
      await signedUp(passkeyDevice(t, project), { passkeyName: "Of another user" });
      const remove = `passkey:${await idOf("Of another user")}`;
      const done = await visitor.submit("verify", { token: await link(), step: "confirm", remove });
      expect(headingOf(done)).toBe("Your email address is confirmed");
      expect(await names()).toEqual(["Of another user", "Phone"]);
    });

    test("“This wasn't me” deletes an account that was signed up with a passkey, whose passkeys do not save it", async () => {
      await addLaptop(accessToken);
      const token = await link();
      const asked = await visitor.submit("verify", { token, step: "not-me" });
      expect(headingOf(asked)).toBe("Delete this account?");
      const done = await visitor.submit("verify", { token, step: "reject" });
      expect(headingOf(done)).toBe("The account is deleted");
      expect(await names()).toEqual([]);
      expect(await reasonOf(phone.signIn())).toBe("PASSKEY_INVALID");
    });

    test("“This wasn't me” takes the address from an account that had none at first, and the account stays", async () => {
      const own = await signedUp(passkeyDevice(t, project), { passkeyName: "Of another user" });
      const email = "grace@example.com";
      await t.auth(project, own.accessToken).linkPassword({ email, password: PASSWORD });
      const token = await visitor.link("verify", own.user?.id ?? "", email);
      const asked = await visitor.submit("verify", { token, step: "not-me" });
      expect(headingOf(asked)).toBe("Remove your address from this account?");
      await visitor.submit("verify", { token, step: "reject" });
      expect(await names()).toEqual(["Of another user", "Phone"]);
    });

    test("says when a passkey was used last, which no name can hide", async () => {
      t.advance(3 * DAY_MS);
      await phone.signIn();
      expect(words(await visitor.open(`verify?token=${await link()}`))).toContain(
        "Passkey Phone Added on 1 January 2030, last used on 4 January 2030",
      );
    });

    test("shows the name as text, whatever is in it", async () => {
      await t.app.db.updateTable("passkeys").set({ name: "<b>\u202ePhone" }).execute();
      const { text } = await visitor.open(`verify?token=${await link()}`);
      expect(text).toContain("<bdi>&#60;b&#62;\u202ePhone</bdi>");
    });
  });

  describe("reset", () => {
    let userId: string;
    const link = () => visitor.link("reset", userId, EMAIL);
    const isTicked = async ({ text }: Seen, name: string): Promise<boolean> => {
      const box = `name="keep" value="passkey:${await idOf(name)}"`;
      expect(text).toContain(box);
      return text.includes(`${box} checked>`);
    };
    /** Of a verified user: a phone for a long time, a laptop since today. */
    beforeEach(async () => {
      const tokens = await t.addUser(project, EMAIL, PASSWORD);
      userId = tokens.user?.id ?? "";
      const token = await visitor.link("verify", userId, EMAIL);
      await visitor.submit("verify", { token, step: "confirm" });
      t.advance(1000);
      await phone.link(tokens.accessToken, {}, { passkeyName: "Phone" });
      t.advance(40 * DAY_MS);
      const { accessToken } = await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
      await passkeyDevice(t, project).link(accessToken, {}, { passkeyName: "Laptop" });
    });

    test("lists the passkeys, ticked as the server suggests", async () => {
      const shown = await visitor.open(`reset?token=${await link()}`);
      expect(words(shown)).toContain("Passkey Laptop Added on 10 February 2030");
      expect([await isTicked(shown, "Phone"), await isTicked(shown, "Laptop")]).toEqual([true, false]);
    });

    test.each([
      ["Phone", ["Phone"], "1 passkey was removed from the account."],
      ["Laptop", ["Laptop"], "1 passkey was removed from the account."],
      ["nothing", [], "2 passkeys were removed from the account."],
    ])("with %s ticked, keeps exactly that", async (ticked, kept, told) => {
      const fields: [string, string][] = [
        ["token", await link()],
        ["password", NEW_PASSWORD],
      ];
      for (const name of ["Phone", "Laptop"]) {
        fields.push(["listed", `passkey:${await idOf(name)}`]);
        if (name === ticked) fields.push(["keep", `passkey:${await idOf(name)}`]);
      }
      const done = await visitor.submit("reset", fields);
      expect(headingOf(done)).toBe("Your password is changed");
      expect(words(done)).toContain(`All devices are signed out. ${told}`);
      expect(await names()).toEqual(kept);
    });

    test("of a form without the list, what was added long ago stays and the rest goes", async () => {
      await visitor.submit("reset", { token: await link(), password: NEW_PASSWORD });
      expect(await names()).toEqual(["Phone"]);
    });

    test("shows the form again with the visitor's own ticks after a weak password", async () => {
      const [kept, other] = [`passkey:${await idOf("Laptop")}`, `passkey:${await idOf("Phone")}`];
      const refused = await visitor.submit("reset", [
        ["token", await link()],
        ["password", "password123"],
        ["listed", kept],
        ["listed", other],
        ["keep", kept],
      ]);
      expect(refused.status).toBe(400);
      expect([await isTicked(refused, "Phone"), await isTicked(refused, "Laptop")]).toEqual([false, true]);
      expect(await names()).toEqual(["Laptop", "Phone"]);
    });
  });
});
