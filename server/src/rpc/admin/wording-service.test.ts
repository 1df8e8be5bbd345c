import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "root@example.com";
const SUBJECT = "email.verify_email.subject";
const BODY = "email.verify_email.body";
const project = "fernweh";
const language = "de";

describe.each(engines)("WordingService on $kind", (engine) => {
  let t: TestApp;
  let fernweh: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project: fernweh } = await t.addProject("Fernweh"));
    token = (await t.addAdmin(EMAIL)).token;
  });
  afterEach(() => t.close());

  const wording = (by = token) => t.client(WordingService, { authorization: `Bearer ${by}` });
  const update = (texts: Record<string, string>, etag = "") =>
    wording().updateWording({ project, language, texts, etag });
  const sentence = async (key: string, of: { project: string; language: string } = { project, language }) =>
    (await wording().getWording(of)).sentences.find((one) => one.key === key) ?? expect.fail(`no ${key}`);
  const rows = () => t.app.db.selectFrom("projectTexts").selectAll().execute();
  const events = () =>
    t.app.db
      .selectFrom("events")
      .select(["kind", "actor", "projectId", "data"])
      .where("kind", "like", "admin.wording%")
      .orderBy("id")
      .execute();

  test("every sentence is shown with its default text, its variables and where it appears", async () => {
    const { sentences, places, languages } = await wording().getWording({ project, language });
    expect(sentences.length).toBeGreaterThan(200);
    expect(languages).toHaveLength(20);
    expect(await sentence(SUBJECT)).toMatchObject({
      place: "email.verify_email",
      part: "subject",
      defaultFromTheme: false,
      ownText: "",
      variables: ["product", "support_email", "lifetime"],
      multiline: false,
      maxCharacters: 200,
    });
    expect((await sentence(SUBJECT)).defaultText).toContain("{product}");
    expect(places.slice(0, 2)).toMatchObject([
      { name: "email.verify_email", preview: "email.verify_email" },
      { name: "email.reset_password", preview: "email.reset_password" },
    ]);
    expect((await wording().getWording({ project })).language).toBe("en");
  });

  test("own texts are saved per language, and an empty one goes back to the default", async () => {
    await update({ [SUBJECT]: " Willkommen bei {product} ", [BODY]: "Hallo.\r\n\r\nBitte bestätige." });
    expect(await sentence(SUBJECT)).toMatchObject({ ownText: "Willkommen bei {product}" });
    expect(await sentence(BODY)).toMatchObject({ ownText: "Hallo.\n\nBitte bestätige." });
    expect(await sentence(SUBJECT, { project, language: "fr" })).toMatchObject({ ownText: "" });
    await update({ [SUBJECT]: "", "email.verify_email.button": "" });
    expect(await sentence(SUBJECT)).toMatchObject({ ownText: "" });
    expect(await rows()).toEqual([
      { projectId: fernweh.id, language, sentence: BODY, text: "Hallo.\n\nBitte bestätige." },
    ]);
    expect(
      (await events()).map(({ kind, actor, data }) => ({ kind, actor, data: JSON.parse(data) })),
    ).toEqual([
      {
        kind: "admin.wording_changed",
        actor: `admin:${EMAIL}`,
        data: {
          languages: "de",
          changes: [
            { field: `de.${SUBJECT}`, new: "Willkommen bei {product}" },
            { field: `de.${BODY}`, new: "Hallo.\n\nBitte bestätige." },
          ],
        },
      },
      {
        kind: "admin.wording_changed",
        actor: `admin:${EMAIL}`,
        data: {
          languages: "de",
          changes: [{ field: `de.${SUBJECT}`, old: "Willkommen bei {product}" }],
        },
      },
    ]);
  });

  test("one wrong text refuses them all and is named", async () => {
    const failure = await failureOf(update({ [SUBJECT]: "Hallo", [BODY]: "{password}" }));
    expect(failure).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field: `wording.de.${BODY}` } });
    expect(failure.metadata.problem).toContain("has {password}");
    expect(await rows()).toEqual([]);
    const unknown = wording().updateWording({ project, language: "tlh", texts: {} });
    expect(await failureOf(unknown)).toMatchObject({ metadata: { field: "language" } });
  });

  test("a change that is based on an old version of the language is refused", async () => {
    const { etag } = await wording().getWording({ project, language });
    const saved = await update({ [SUBJECT]: "Eins" }, etag);
    expect(await failureOf(update({ [SUBJECT]: "Zwei" }, etag))).toMatchObject({
      reason: "ETAG_MISMATCH",
      metadata: { resource: "wording" },
    });
    expect(await sentence(SUBJECT)).toMatchObject({ ownText: "Eins" });
    await wording().updateWording({ project, language: "fr", texts: { [SUBJECT]: "Un" }, etag: "" });
    await update({ [SUBJECT]: "Zwei" }, saved.etag);
    expect(await sentence(SUBJECT)).toMatchObject({ ownText: "Zwei" });
  });

  test("two changes from one version: one is made, the other is told", async () => {
    const { etag } = await wording().getWording({ project, language });
    const results = await Promise.allSettled([
      update({ [SUBJECT]: "Eins" }, etag),
      update({ [SUBJECT]: "Zwei" }, etag),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("all languages of a project together have at most 100 KB", async () => {
    const { sentences } = await wording().getWording({ project, language });
    const long = sentences.filter(({ maxCharacters }) => maxCharacters === 2000).slice(0, 26);
    const texts = Object.fromEntries(long.map(({ key }) => [key, "x".repeat(2000)]));
    await wording().updateWording({ project, language: "fr", texts, etag: "" });
    expect(await failureOf(update(texts))).toMatchObject({ metadata: { field: "wording" } });
    expect((await rows()).every((row) => row.language === "fr")).toBe(true);
  });

  test("texts of the theme are the default of the project's default language only", async () => {
    const themes = t.client(ThemeService, { authorization: `Bearer ${token}` });
    await themes.updateTheme({
      project,
      changes: { texts: { verify_email: { subject: "From the theme" } } },
    });
    const english = await sentence(SUBJECT, { project, language: "en" });
    expect(english).toMatchObject({ defaultText: "From the theme", defaultFromTheme: true, ownText: "" });
    expect(await sentence(SUBJECT)).toMatchObject({ defaultFromTheme: false });
    const shown = await wording().previewWording({ project, place: "email.verify_email", language: "en" });
    expect(shown.subject).toBe("From the theme");
  });

  test("another project and its administrators neither see nor change the texts", async () => {
    await t.addProject("Other");
    await update({ [SUBJECT]: "Nur Fernweh" });
    expect(await sentence(SUBJECT, { project: "other", language })).toMatchObject({ ownText: "" });
    const shown = await wording().previewWording({ project: "other", place: "email.verify_email", language });
    expect(shown.subject).not.toContain("Fernweh");
    await wording().updateWording({ project: "other", language, texts: { [SUBJECT]: "" } });
    expect(await sentence(SUBJECT)).toMatchObject({ ownText: "Nur Fernweh" });
  });

  test("the texts of a deleted project are gone", async () => {
    await update({ [SUBJECT]: "Weg" });
    await t.app.db.deleteFrom("projects").where("id", "=", fernweh.id).execute();
    expect(await rows()).toEqual([]);
    expect(await reasonOf(wording().getWording({ project, language }))).toBe("NOT_FOUND");
  });
});
