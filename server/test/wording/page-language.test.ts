import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import type { ProjectSettings } from "../../src/domain/projects/settings.ts";
import { changeTheme } from "../../src/domain/themes/current-theme.ts";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { headingOf, type Seen, Visitor } from "../pages-visitor.ts";

const EMAIL = "ada@example.com";

const languageOf = ({ text, headers }: Seen): string => {
  const [, lang, dir] = /<html lang="([^"]*)" dir="([^"]*)">/.exec(text) ?? expect.fail("no language");
  expect(headers.get("content-language")).toBe(lang);
  expect(headers.get("vary")).toMatch(/accept-language/i);
  return `${lang} ${dir}`;
};
const langFields = ({ text }: Seen): string[] =>
  [...text.matchAll(/<input type="hidden" name="lang" value="([^"]*)">/g)].map(([, tag = ""]) => tag);
const countOf = ({ text }: Seen, tag: string): number => text.split(tag).length - 1;

describe.each(engines)("the language of a page on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let visitor: Visitor;
  let userId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Fernweh"));
    const { accessToken } = await t.addUser(project, EMAIL, "correct horse battery");
    userId = (await t.auth(project, accessToken).getMe({})).user?.id ?? expect.fail();
    visitor = new Visitor(t, project);
  });
  afterEach(() => t.close());

  const offer = async (languages: Partial<Pick<ProjectSettings, "defaultLanguage" | "languages">>) => {
    const { db } = t.app;
    const projects = db.selectFrom("projects").where("id", "=", project.id);
    const { settings } = await projects.select("settings").executeTakeFirstOrThrow();
    const changed = JSON.stringify({ ...JSON.parse(settings), ...languages });
    await db.updateTable("projects").set({ settings: changed }).where("id", "=", project.id).execute();
  };
  const seen = async (lang: string | undefined, acceptLanguage?: string): Promise<string> => {
    const query = lang === undefined ? "" : `?lang=${encodeURIComponent(lang)}`;
    const headers = acceptLanguage === undefined ? {} : { "accept-language": acceptLanguage };
    return languageOf(await visitor.open(`delete-account${query}`, { headers }));
  };

  test("is that of the address, then what the browser wants, then the project's default", async () => {
    await offer({ defaultLanguage: "fr", languages: ["de", "ar"] });
    expect(await seen("ar", "de")).toBe("ar rtl");
    expect(await seen(undefined, "sv, de-AT;q=0.8, ar;q=0.2")).toBe("de ltr");
    expect(await seen(undefined, "sv")).toBe("fr ltr");
    expect(await seen(undefined)).toBe("fr ltr");
  });

  test("is never one that the project does not offer", async () => {
    await offer({ defaultLanguage: "fr", languages: ["de"] });
    expect(await seen("ja", "ko, de;q=0.5")).toBe("de ltr");
    for (const hostile of ['"><script>', "../de", "de\0", "x".repeat(9000), "__proto__"]) {
      const page = await visitor.open(`delete-account?lang=${encodeURIComponent(hostile)}`);
      expect(languageOf(page)).toBe("fr ltr");
      expect(langFields(page)).toEqual([]);
      expect(page.text).not.toContain("<script");
    }
  });

  test("of the address goes with every form, and the pages after it keep it", async () => {
    await offer({ defaultLanguage: "en", languages: [] });
    const token = await visitor.link("verify", userId, EMAIL);
    const asked = await visitor.open(`verify?token=${token}&lang=he`);
    expect(languageOf(asked)).toBe("he rtl");
    expect(langFields(asked)).toEqual(Array(countOf(asked, "<form ")).fill("he"));
    expect(langFields(asked).length).toBeGreaterThan(1);

    const notMe = await visitor.submit("verify", { token, lang: "he", step: "not-me" });
    expect(languageOf(notMe)).toBe("he rtl");
    expect(langFields(notMe)).toEqual(["he", "he"]);
    const done = await visitor.submit("verify", { token, lang: "he", step: "confirm" });
    expect([done.status, languageOf(done)]).toEqual([200, "he rtl"]);
    const dead = await visitor.submit("verify", { token, lang: "he", step: "confirm" });
    expect([dead.status, languageOf(dead)]).toEqual([400, "he rtl"]);
  });

  test("of the address goes with the link to another page", async () => {
    await offer({ languages: [] });
    const dead = await visitor.open(`delete-account?token=${"x".repeat(43)}&lang=ar`);
    expect(dead.text).toContain('href="delete-account?lang=ar"');
    const plain = await visitor.open(`delete-account?token=${"x".repeat(43)}`, {
      headers: { "accept-language": "ar" },
    });
    expect(languageOf(plain)).toBe("ar rtl");
    expect(plain.text).toContain('href="delete-account"');
  });

  test("of the browser alone is not written into a form: the browser says it again", async () => {
    await offer({ languages: [] });
    const page = await visitor.open("delete-account", { headers: { "accept-language": "de" } });
    expect([languageOf(page), ...langFields(page)]).toEqual(["de ltr"]);
  });

  test("is the visitor's on pages that belong to no project", async () => {
    const lost = new Visitor(t, { ...project, slug: "nobody" });
    expect(languageOf(await lost.open("verify?lang=ja"))).toBe("ja ltr");
    const headers = { "accept-language": "ar-EG" };
    expect(languageOf(await lost.open("verify", { headers }))).toBe("ar rtl");
    expect(languageOf(await lost.open("verify"))).toBe("en ltr");

    const root = await t.addAdmin();
    const accounts = t.client(AdminAccountService, { authorization: `Bearer ${root.token}` });
    await accounts.inviteAdmin({ email: "grace@example.com" });
    await t.deliverMail();
    const link = t.mails.findLast(({ to }) => to === "grace@example.com")?.link ?? expect.fail();
    const response = await fetch(`${link}&lang=he`);
    expect(response.headers.get("content-language")).toBe("he");
    expect(await response.text()).toContain('<input type="hidden" name="lang" value="he">');
  });

  test("is that of a sign-in with a provider, too", async () => {
    await offer({ languages: [] });
    const start = `${t.url}/oauth/google/start?key=${project.publishableKey}&redirect_to=evil:/`;
    const response = await fetch(start, { headers: { "accept-language": "he" } });
    expect(response.headers.get("content-language")).toBe("he");
    expect(await response.text()).toContain('<html lang="he" dir="rtl">');
  });

  test("default has the texts of the theme, and each language those of its own", async () => {
    await offer({ defaultLanguage: "en", languages: ["de"] });
    const texts = { verify_email: { heading: "Welcome <aboard>", button: "Aye" } };
    await changeTheme(t.app, project, { texts }, { by: systemActor });
    const sentence = "page.verify.heading";
    const row = { projectId: project.id, language: "de", sentence, text: "Willkommen bei {product}" };
    await t.app.db.insertInto("projectTexts").values(row).execute();
    const token = await visitor.link("verify", userId, EMAIL);
    const english = await visitor.open(`verify?token=${token}`);
    expect(headingOf(english)).toBe("Welcome &#60;aboard&#62;");
    expect(english.text).toContain('value="confirm">Aye</button>');
    const german = await visitor.open(`verify?token=${token}&lang=de`);
    expect(headingOf(german)).toBe("Willkommen bei Fernweh");
    expect(german.text).not.toContain(">Aye<");
  });

  test("of another project's texts is never used", async () => {
    const { project: other } = await t.addProject("Other");
    const row = {
      projectId: other.id,
      language: "en",
      sentence: "page.delete_account.ask_heading",
      text: "X",
    };
    await t.app.db.insertInto("projectTexts").values(row).execute();
    expect(headingOf(await visitor.open("delete-account"))).toBe("Delete your Fernweh account");
    expect(headingOf(await new Visitor(t, other).open("delete-account"))).toBe("X");
  });
});
