import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { engines } from "../src/testing/engines.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { headingOf, type PageName, pageNames, Visitor } from "./pages-visitor.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "a brand new passphrase 🔑";
const DEAD = "This link no longer works";

const complete: Record<PageName, Record<string, string>> = {
  verify: { step: "confirm" },
  reset: { password: NEW_PASSWORD },
  "confirm-email": {},
  "delete-account": { sure: "yes" },
  "undo-email-change": {},
};

describe.each(engines)("the pages behind emailed links on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let visitor: Visitor;
  let userId: string;
  let accessToken: string;

  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Fernweh"));
    visitor = new Visitor(t, project);
    const tokens = await t.addUser(project, EMAIL, PASSWORD);
    accessToken = tokens.accessToken;
    userId = tokens.user?.id ?? "";
  });
  afterEach(() => t.close());

  const me = async () => (await t.auth(project, accessToken).getMe({})).user;
  const signInWith = (password: string, email = EMAIL) => t.auth(project).signIn({ email, password });
  const link = (page: PageName): Promise<string> =>
    visitor.link(page, userId, page === "confirm-email" ? "ada@new.example.com" : EMAIL);

  test.each(pageNames)(
    "%s: opening the link, any way and any number of times, uses nothing up",
    async (page) => {
      const token = await link(page);
      for (const method of ["GET", "HEAD", "GET"]) {
        const seen = await visitor.open(`${page}?token=${token}`, { method });
        expect(seen.status).toBe(200);
        expect(seen.text.includes(token)).toBe(method === "GET");
      }
      expect((await me())?.emailVerified).toBe(false);

      const done = await visitor.submit(page, { token, ...complete[page] });
      expect(done.status).toBe(200);
      expect(headingOf(done)).toMatch(/confirmed|changed|deleted|^Choose a new password$/);
      expect(done.text).not.toContain(token);
    },
  );

  test.each(pageNames)("%s: a link works once", async (page) => {
    const fields = { token: await link(page), ...complete[page] };
    expect((await visitor.submit(page, fields)).status).toBe(200);
    for (const again of [
      await visitor.submit(page, fields),
      await visitor.open(`${page}?token=${fields.token}`),
    ]) {
      expect(again.status).toBe(400);
      expect(headingOf(again)).toBe(DEAD);
    }
  });

  test.each(pageNames)(
    "%s: used, expired, replaced, unknown and broken links look the same",
    async (page) => {
      const used = await link(page);
      const replaced = await link(page);
      const expired = await link(page);
      t.advance(73 * 60 * 60 * 1000);
      const answers = [];
      for (const token of [used, replaced, expired, "A".repeat(43), "", '"><script>', "a".repeat(5000)]) {
        answers.push(await visitor.submit(page, { token, ...complete[page] }));
        answers.push(await visitor.open(`${page}?token=${encodeURIComponent(token)}`));
      }
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(headingOf(answers[0] ?? expect.fail())).toBe(DEAD);
      expect(await me().catch(() => "signed out")).toBeTruthy();
    },
  );

  test.each(pageNames)("%s: no other page's link works here, and none is used up", async (page) => {
    const others = pageNames.filter((name) => name !== page);
    for (const other of others) {
      const token = await link(other);
      expect(headingOf(await visitor.open(`${page}?token=${token}`)), `the link to ${other}`).toBe(DEAD);
      const refused = await visitor.submit(page, { token, ...complete[page] });
      expect(headingOf(refused), `the link to ${other}`).toBe(DEAD);
    }
    const tokens = await t.app.db.selectFrom("emailTokens").select("hash").execute();
    const undos = await t.app.db.selectFrom("addressUndos").select("hash").execute();
    expect([...tokens, ...undos]).toHaveLength(others.length);
    expect(await me()).toMatchObject({ email: EMAIL, emailVerified: false });
    await signInWith(PASSWORD);
  });

  test.each(pageNames)(
    "%s: a link of another project does not work, and stays good at home",
    async (page) => {
      const { project: other } = await t.addProject("Other");
      const fields = { token: await link(page), ...complete[page] };
      expect(headingOf(await new Visitor(t, other).submit(page, fields))).toBe(DEAD);
      expect((await visitor.submit(page, fields)).status).toBe(200);
    },
  );

  test("an address of the project without a page has one that says so, and a problem for programs", async () => {
    const ask = (accept: string, path = "/p/fernweh/nothing/at/all?lang=de") =>
      fetch(`${t.url}${path}`, { headers: { accept } });
    const page = await ask("text/html,*/*;q=0.8");
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const text = await page.text();
    expect(text).toContain("Seite nicht gefunden");
    expect(text).toContain("Fernweh");
    expect(text).not.toContain("nothing/at");
    const program = await ask("application/json");
    expect([program.status, program.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect((await ask("text/html", "/p/nobody/nothing")).status).toBe(404);
  });

  test("verify: the button verifies the address and touches neither password nor session", async () => {
    const token = await link("verify");
    const done = await visitor.submit("verify", { token, step: "confirm" });
    expect(done.text).toContain(EMAIL);
    expect(done.text).toContain("Go back to Fernweh");
    expect((await me())?.emailVerified).toBe(true);
    await signInWith(PASSWORD);
  });

  test("verify: a form without its button, as a scanner may send it, confirms nothing", async () => {
    const token = await link("verify");
    const shown = await visitor.submit("verify", { token });
    expect(headingOf(shown)).toBe("Confirm your email address");
    expect((await me())?.emailVerified).toBe(false);
  });

  test("verify: “This wasn't me” asks once more and then deletes the account", async () => {
    const token = await link("verify");
    const asked = await visitor.submit("verify", { token, step: "not-me" });
    expect(headingOf(asked)).toBe("Delete this account?");
    expect((await me())?.email).toBe(EMAIL);

    const back = await visitor.submit("verify", { token, step: "back" });
    expect(headingOf(back)).toBe("Confirm your email address");

    const rejected = await visitor.submit("verify", { token, step: "reject" });
    expect(headingOf(rejected)).toBe("The account is deleted");
    expect(await reasonOf(signInWith(PASSWORD))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(me())).toBe("SESSION_REVOKED");
  });

  test("verify: once the address is verified nobody can reject the account", async () => {
    await visitor.submit("verify", { token: await link("verify"), step: "confirm" });
    const refused = await visitor.submit("verify", { token: await link("verify"), step: "reject" });
    expect(headingOf(refused)).toBe(DEAD);
    await signInWith(PASSWORD);
  });

  test("reset: sets the password as typed and signs every device out", async () => {
    const done = await visitor.submit("reset", { token: await link("reset"), password: NEW_PASSWORD });
    expect(headingOf(done)).toBe("Your password is changed");
    expect(done.text).toContain("All devices are signed out");
    expect(done.text).not.toContain(NEW_PASSWORD);
    await signInWith(NEW_PASSWORD);
    expect(await reasonOf(signInWith(PASSWORD))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(me())).toBe("SESSION_REVOKED");
  });

  test.each([
    ["too short", "short", "Too short: use at least 8 characters"],
    ["too long", "x".repeat(257), "Too long: use at most 256 characters"],
    ["common", "password123", "Too common"],
    ["the own address", EMAIL, "Too easy to guess"],
    ["missing", "", "Too short"],
  ])(
    "reset: a password that is %s is told beside the field, and the link stays good",
    async (_, password, why) => {
      const token = await link("reset");
      const refused = await visitor.submit("reset", { token, password });
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(why);
      expect(refused.text).toMatch(/aria-describedby="password-mistake password-hint" aria-invalid="true"/);
      expect(refused.text).toMatch(/<p class="mistake" id="password-mistake" role="alert">/);
      expect(refused.text).toContain("<title>Error: ");
      expect(refused.text).toContain(`name="token" value="${token}"`);
      if (password !== "") expect(refused.text).not.toContain(`value="${password}"`);

      const done = await visitor.submit("reset", { token, password: NEW_PASSWORD });
      expect(headingOf(done)).toBe("Your password is changed");
    },
  );

  test("reset: what was typed is shown and hidden again, and nothing is saved by it", async () => {
    const token = await link("reset");
    const password = `"><b>${NEW_PASSWORD}`;
    const value = `value="&#34;&#62;&#60;b&#62;${NEW_PASSWORD}"`;
    const shown = await visitor.submit("reset", { token, password, step: "show" });
    expect(headingOf(shown)).toBe("Choose a new password");
    expect(shown.text).toMatch(/<input type="text" id="password" [^>]*autocomplete="new-password"/);
    expect(shown.text).toContain(value);
    const hidden = await visitor.submit("reset", { token, password, step: "hide" });
    expect(hidden.text).toMatch(/<input type="password" id="password" [^>]*autocomplete="new-password"/);
    expect(hidden.text).toContain(value);
    await signInWith(PASSWORD);

    const dead = await visitor.submit("reset", { token: "T".repeat(43), password, step: "show" });
    expect(headingOf(dead)).toBe(DEAD);
    expect(dead.text).not.toContain(NEW_PASSWORD);
  });

  test.each<[PageName, string, Record<string, string>]>([
    ["verify", "com.example.app://", { step: "confirm" }],
    ["reset", "com.example.app://", { password: NEW_PASSWORD }],
    ["confirm-email", "com.example.app://", {}],
    ["delete-account", "", { sure: "yes" }],
  ])(
    "%s: what is done leads back to the first registered scheme with nothing added: “%s”",
    async (page, href, fields) => {
      const redirectSchemes = ["com.example.app", "myapp"];
      await updateProject(t.app, systemActor, project.id, { settings: { redirectSchemes } });
      const query = "?scheme=evil&redirect_to=evil://";
      const done = await visitor.submit(`${page}${query}`, {
        token: await link(page),
        scheme: "evil",
        ...fields,
      });
      expect(done.status).toBe(200);
      expect(/<a class="button" href="([^"]*)">Open the app<\/a>/.exec(done.text)?.[1] ?? "").toBe(href);
      expect(done.text).not.toContain("evil");
    },
  );

  test("without a registered scheme there is no button to open the app", async () => {
    const done = await visitor.submit("verify", { token: await link("verify"), step: "confirm" });
    expect(headingOf(done)).toBe("Your email address is confirmed");
    expect(done.text).not.toContain("Open the app");
  });

  test("confirm-email: changes the address and names it", async () => {
    const done = await visitor.submit("confirm-email", { token: await link("confirm-email") });
    expect(headingOf(done)).toBe("Your email address is changed");
    expect(done.text).toContain("ada@new.example.com");
    expect(await me()).toMatchObject({ email: "ada@new.example.com", emailVerified: true });
    await signInWith(PASSWORD, "ada@new.example.com");
  });

  test("confirm-email: an address that somebody has taken since is said to be in use", async () => {
    const token = await link("confirm-email");
    await t.addUser(project, "ada@new.example.com", PASSWORD);
    const refused = await visitor.submit("confirm-email", { token });
    expect(refused.status).toBe(409);
    expect(headingOf(refused)).toBe("This address is in use");
    expect((await me())?.email).toBe(EMAIL);
  });

  test("delete-account: the link deletes only with the box ticked", async () => {
    const token = await link("delete-account");
    const refused = await visitor.submit("delete-account", { token });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('aria-describedby="sure-mistake" aria-invalid="true"');
    expect(refused.text).toContain(`name="token" value="${token}"`);
    expect((await me())?.email).toBe(EMAIL);

    const done = await visitor.submit("delete-account", { token, sure: "yes" });
    expect(headingOf(done)).toBe("Your account is deleted");
    expect(await reasonOf(signInWith(PASSWORD))).toBe("INVALID_CREDENTIALS");
    expect(await reasonOf(me())).toBe("SESSION_REVOKED");
  });

  test("delete-account: asking for the link says the same with and without an account", async () => {
    const outbox = () => t.app.db.selectFrom("outbox").select(["kind", "recipient"]).execute();
    const known = await visitor.submit("delete-account", { email: EMAIL });
    const unknown = await visitor.submit("delete-account", { email: "eve@example.com" });
    expect(known.status).toBe(200);
    expect(headingOf(known)).toBe("Check your inbox");
    expect(unknown.text.replaceAll("eve@example.com", EMAIL)).toBe(known.text);
    expect(await outbox()).toContainEqual({ kind: "delete_account", recipient: EMAIL });
    await signInWith(PASSWORD);
  });

  test("delete-account: what is no address is told beside the field", async () => {
    const refused = await visitor.submit("delete-account", { email: "not an address" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('aria-describedby="email-mistake email-hint" aria-invalid="true"');
    expect(refused.text).toContain('value="not an address"');
  });

  test("delete-account: a dead link leads to the form for a new one", async () => {
    const dead = await visitor.open("delete-account?token=");
    expect(headingOf(dead)).toBe(DEAD);
    expect(dead.text).toContain('href="delete-account"');
    expect((await visitor.open("delete-account")).text).toContain('type="email"');
  });
});
