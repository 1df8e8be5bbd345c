import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type ThemeChangesSchema, ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { defaultTheme } from "../../domain/themes/theme.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "root@example.com";

describe.each(engines)("ThemeService on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Fernweh"));
    token = (await t.addAdmin(EMAIL)).token;
  });
  afterEach(() => t.close());

  const themes = (by = token) => t.client(ThemeService, { authorization: `Bearer ${by}` });
  const named = async (productName: string) =>
    (await themes().updateTheme({ project: "fernweh", theme: { productName } })).revision;
  const listed = async () =>
    (await themes().listThemeRevisions({ project: "fernweh" })).revisions.map(
      ({ theme }) => theme?.productName,
    );
  const current = async () => (await themes().getTheme({ project: "fernweh" })).revision;
  const events = () =>
    t.app.db
      .selectFrom("events")
      .select(["kind", "actor", "ip", "data"])
      .where("kind", "like", "admin.theme%")
      .orderBy("id")
      .execute();

  test("a project that never had a theme has the default one, as its only revision", async () => {
    const revision = await current();
    expect(revision).toMatchObject({
      id: "",
      isDefault: true,
      createdBy: "",
      theme: { colors: defaultTheme.colors, darkColors: defaultTheme.darkColors, cornerRadius: 10 },
    });
    expect(revision?.createdAt && timestampMs(revision.createdAt)).toBe(project.createdAt);
    const { revisions, nextPageToken } = await themes().listThemeRevisions({ project: project.id });
    expect(revisions).toEqual([revision]);
    expect(nextPageToken).toBe("");
    expect(await t.app.db.selectFrom("themeRevisions").selectAll().execute()).toEqual([]);
  });

  test("UpdateTheme replaces the theme whole, tells who and when, and dates the project", async () => {
    t.advance(60_000);
    const theme = {
      colors: { ...defaultTheme.colors, primary: "#0A7D55" },
      cornerRadius: 0,
      fontFamily: " Inter Tight ",
      productName: " Fernweh Pro ",
      supportEmail: "Help@Fernweh.EXAMPLE",
      privacyUrl: "https://fernweh.example/privacy?a=1",
      termsUrl: "https://fernweh.example/terms",
      footerText: "Fernweh GmbH\r\nBerlin",
      texts: {
        verify_email: { subject: "Hi", heading: "Welcome", body: "One\n\nTwo", button: "Go" },
        reset_password: { heading: "" },
      },
      fontUrl: "https://evil.example/font",
      logoUrl: "https://evil.example/logo",
    };
    const { revision } = await themes().updateTheme({ project: "fernweh", theme });
    expect(revision).toMatchObject({
      createdBy: EMAIL,
      isDefault: false,
      theme: {
        colors: { ...defaultTheme.colors, primary: "#0a7d55" },
        cornerRadius: 0,
        fontFamily: "Inter Tight",
        productName: "Fernweh Pro",
        supportEmail: "help@fernweh.example",
        privacyUrl: "https://fernweh.example/privacy?a=1",
        termsUrl: "https://fernweh.example/terms",
        footerText: "Fernweh GmbH\nBerlin",
        fontUrl: "",
        logoUrl: "",
      },
    });
    expect(revision?.theme?.darkColors).toBeUndefined();
    expect(revision?.theme?.texts).toMatchObject({ verify_email: { subject: "Hi", body: "One\n\nTwo" } });
    expect(Object.keys(revision?.theme?.texts ?? {})).toEqual(["verify_email"]);
    expect(revision?.createdAt && timestampMs(revision.createdAt)).toBe(t.app.clock());
    expect(await current()).toEqual(revision);
    const { project: dated } = await t.projects(token).getProject({ project: "fernweh" });
    expect(dated?.updatedAt && timestampMs(dated.updatedAt)).toBe(t.app.clock());

    await themes().updateTheme({ project: "fernweh", theme: { productName: "Other" } });
    expect((await current())?.theme).toMatchObject({ productName: "Other", supportEmail: "", texts: {} });
  });

  test("colours that are left out have their default, by day and by night", async () => {
    const theme = { colors: { primary: "#0a7d55" }, darkColors: { primary: "#7fe3bd" } };
    const { revision } = await themes().updateTheme({ project: "fernweh", theme });
    expect(revision?.theme?.colors).toMatchObject({ ...defaultTheme.colors, primary: "#0a7d55" });
    expect(revision?.theme?.darkColors).toMatchObject({ ...defaultTheme.darkColors, primary: "#7fe3bd" });
  });

  test("changes touch only what they name, also when two administrators send theirs at once", async () => {
    const project = "fernweh";
    const change = async (changes: MessageInitShape<typeof ThemeChangesSchema>) =>
      (await themes().updateTheme({ project, changes })).revision?.theme;
    const texts = { verify_email: { subject: "Hi" }, reset_password: { heading: "Again" } };
    const dark = { ...defaultTheme.darkColors, primary: "#7fe3bd" };
    await themes().updateTheme({
      project,
      theme: { productName: "Fern", footerText: "Berlin", cornerRadius: 4, texts, darkColors: dark },
    });
    const before = (await current())?.theme;
    expect(await change({})).toEqual(before);

    await Promise.all([
      change({ colors: { primary: "#0a7d55" } }),
      change({ footerText: "" }),
      change({ cornerRadius: 0 }),
      change({ texts: { reset_password: {} } }),
      change({ darkColors: { error: "#ffb0a8" } }),
    ]);
    expect((await current())?.theme).toMatchObject({
      colors: { ...defaultTheme.colors, primary: "#0a7d55" },
      darkColors: { ...dark, error: "#ffb0a8" },
      ...{ productName: "Fern", footerText: "", cornerRadius: 0 },
    });
    expect(Object.keys((await current())?.theme?.texts ?? {})).toEqual(["verify_email"]);
    expect((await change({ colors: { primary: "" } }))?.colors).toMatchObject(defaultTheme.colors);
    expect((await change({ removeDarkColors: true }))?.darkColors).toBeUndefined();
    expect((await change({ productName: "Farn" }))?.darkColors).toBeUndefined();
    expect((await change({ darkColors: { error: "#ffb0a8" } }))?.darkColors).toMatchObject({
      ...defaultTheme.darkColors,
      error: "#ffb0a8",
    });
  });

  test("changes that cannot be accepted change nothing", async () => {
    await named("One");
    const before = await current();
    for (const changes of [
      { colors: { text: "#ffffff" } },
      { colors: { text: "blue" } },
      { cornerRadius: 33 },
      { logoAsset: "gone.png" },
      { texts: { nowhere: { subject: "x" } } },
      { removeDarkColors: true, darkColors: {} },
    ]) {
      expect(await reasonOf(themes().updateTheme({ project: "fernweh", changes }))).toBe("INVALID_REQUEST");
    }
    const both = { project: "fernweh", theme: {}, changes: {} };
    expect(await reasonOf(themes().updateTheme(both))).toBe("INVALID_REQUEST");
    expect(await reasonOf(themes().updateTheme({ project: "fernweh" }))).toBe("INVALID_REQUEST");
    expect(await current()).toEqual(before);
  });

  test("a theme equal to the one in use writes nothing", async () => {
    const first = await named("One");
    t.advance(1000);
    const rows = await t.app.db.selectFrom("themeRevisions").selectAll().execute();
    expect(await named("One")).toEqual(first);
    expect(await named(" One ")).toEqual(first);
    await themes().restoreThemeRevision({ project: "fernweh", revisionId: first?.id ?? "" });
    expect(await t.app.db.selectFrom("themeRevisions").selectAll().execute()).toEqual(rows);
    expect(await events()).toHaveLength(1);
    const { project: dated } = await t.projects(token).getProject({ project: "fernweh" });
    expect(dated?.updatedAt && timestampMs(dated.updatedAt)).toBe(t.app.clock() - 1000);
  });

  test("saving or resetting the default theme of a new project writes nothing", async () => {
    const { darkColors = defaultTheme.colors, ...rest } = defaultTheme;
    await themes().updateTheme({
      project: "fernweh",
      theme: { ...rest, darkColors, texts: {} },
    });
    expect((await themes().resetTheme({ project: "fernweh" })).revision).toMatchObject({
      id: "",
      isDefault: true,
    });
    expect(await t.app.db.selectFrom("themeRevisions").selectAll().execute()).toEqual([]);
  });

  test("ResetTheme goes back to the default as a new revision", async () => {
    await named("One");
    const { revision } = await themes().resetTheme({ project: "fernweh" });
    expect(revision).toMatchObject({ isDefault: true, createdBy: EMAIL, theme: { productName: "" } });
    expect(revision?.id).not.toBe("");
    expect(await current()).toEqual(revision);
    expect(await listed()).toEqual(["", "One", ""]);
  });

  test("RestoreThemeRevision puts an earlier one to use again, also the first", async () => {
    const one = await named("One");
    await named("Two");
    const { revision } = await themes().restoreThemeRevision({
      project: "fernweh",
      revisionId: one?.id ?? "",
    });
    expect(revision).toMatchObject({ theme: { productName: "One" }, createdBy: EMAIL });
    expect(revision?.id).not.toBe(one?.id);
    expect(await listed()).toEqual(["One", "Two", "One", ""]);

    const { revisions } = await themes().listThemeRevisions({ project: "fernweh" });
    const first = revisions.at(-1);
    expect(first).toMatchObject({ isDefault: true, createdBy: "" });
    await themes().restoreThemeRevision({ project: "fernweh", revisionId: first?.id ?? "" });
    expect((await current())?.isDefault).toBe(true);
  });

  test("a revision that is not there, or is another project's, cannot be restored", async () => {
    const one = await named("One");
    await t.addProject("Other");
    const other = (revisionId: string) => themes().restoreThemeRevision({ project: "other", revisionId });
    for (const id of [one?.id ?? "", "", "nope"]) expect(await reasonOf(other(id))).toBe("NOT_FOUND");
    expect((await themes().getTheme({ project: "other" })).revision?.isDefault).toBe(true);
  });

  test("the newest 50 revisions are kept, and listed in pages", async () => {
    for (let n = 1; n <= 53; n++) await named(`Name ${n}`);
    const names = Array.from({ length: 50 }, (_, n) => `Name ${53 - n}`);
    expect(await listed()).toEqual(names);

    const found = [];
    for (let pageToken = ""; ; ) {
      const page = await themes().listThemeRevisions({ project: "fernweh", pageSize: 20, pageToken });
      found.push(...page.revisions.map(({ theme }) => theme?.productName));
      pageToken = page.nextPageToken;
      if (pageToken === "") break;
    }
    expect(found).toEqual(names);
    expect(await reasonOf(themes().listThemeRevisions({ project: "fernweh", pageToken: "x" }))).toBe(
      "INVALID_REQUEST",
    );
  });

  test("the last change is in use, also when the clock was set back", async () => {
    await named("One");
    t.advance(-3_600_000);
    await named("Two");
    expect((await current())?.theme?.productName).toBe("Two");
  });

  test("of changes at the same moment each is a revision, and one is in use", async () => {
    const names = ["A", "B", "C", "D", "E"];
    await Promise.all(names.map(named));
    const found = await listed();
    expect(found.toSorted()).toEqual(["", ...names]);
    expect(found[0]).toBe((await current())?.theme?.productName);
  });

  test("every change is in the audit log", async () => {
    const one = await named("One");
    await themes().resetTheme({ project: "fernweh" });
    const { revision } = await themes().restoreThemeRevision({
      project: "fernweh",
      revisionId: one?.id ?? "",
    });
    const found = await events();
    expect(found.map(({ kind, actor, ip }) => `${kind} ${actor} ${ip}`)).toEqual([
      `admin.theme_updated admin:${EMAIL} 127.0.0.1`,
      `admin.theme_reset admin:${EMAIL} 127.0.0.1`,
      `admin.theme_restored admin:${EMAIL} 127.0.0.1`,
    ]);
    expect(JSON.parse(found[2]?.data ?? "")).toMatchObject({
      revision: revision?.id,
      restored: one?.id,
      changes: expect.arrayContaining([{ field: "product_name", old: "", new: "One" }]),
    });
  });

  test("a project that is not there, and a caller who is no administrator", async () => {
    expect(await reasonOf(themes().getTheme({ project: "nope" }))).toBe("NOT_FOUND");
    expect(await reasonOf(themes().updateTheme({ project: "nope", theme: {} }))).toBe("NOT_FOUND");
    expect(await reasonOf(themes("nope").getTheme({ project: "fernweh" }))).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("the themes and files of a deleted project go with it", async () => {
    await named("One");
    await t.projects(token).deleteProject({ project: "fernweh" });
    expect(await t.app.db.selectFrom("themeRevisions").selectAll().execute()).toEqual([]);
  });
});
