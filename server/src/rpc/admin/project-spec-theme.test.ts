import { SpecChangeKind } from "@svc/proto/svc/admin/v1/project_spec_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { installTheme } from "../../domain/themes/current-theme.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const { SET, RESET } = SpecChangeKind;

describe.each(engines)("the theme of a spec on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const apply = (specYaml: string) => t.projects(token).applyProjectSpec({ specYaml });
  const dryRun = (specYaml: string) => t.projects(token).applyProjectSpec({ specYaml, dryRun: true });
  const dump = async () => (await t.projects(token).getProjectSpec({ project: "demo" })).specYaml;

  test("absent is the default one, present is installed whole and only when it differs", async () => {
    const { project } = await t.addProject("Demo");
    const themed = "slug: demo\ntheme:\n  product_name: Fern\n  colors: {primary: '#000000'}\n";
    t.advance(1000);
    const first = await apply(themed);
    expect(
      first.changes.map(({ path, oldValue, newValue, kind }) => [path, oldValue, newValue, kind]),
    ).toEqual(
      expect.arrayContaining([
        ["theme.colors.primary", '"#1d4ed8"', '"#000000"', SET],
        ["theme.product_name", '""', '"Fern"', SET],
      ]),
    );
    expect(first.changes).toHaveLength(2);
    expect(first.project?.updatedAt).not.toEqual(project.updatedAt);
    const revisions = async () => (await t.app.db.selectFrom("themeRevisions").select("id").execute()).length;
    const count = await revisions();
    t.advance(1000);
    const second = await apply(themed);
    expect(second.changes).toEqual([]);
    expect(second.project?.updatedAt).toEqual(first.project?.updatedAt);
    expect(await revisions()).toBe(count);
    expect(await apply(await dump())).toMatchObject({ changes: [] });

    const reset = await dryRun("slug: demo");
    expect(reset.changes).toMatchObject([{ path: "theme", kind: RESET, newValue: "" }]);
    expect(JSON.parse(reset.changes[0]?.oldValue ?? "")).toMatchObject({ product_name: "Fern" });
    expect((await apply("slug: demo")).changes).toEqual(reset.changes);
    expect((await apply("slug: demo")).changes).toEqual([]);
    expect(await dump()).toContain('dark_colors:\n    # Buttons and links.\n    primary: "#8ab4ff"\n');
  });

  test("a theme without dark colours says none, and every other theme has them", async () => {
    await t.addProject("Demo");
    const light = "slug: demo\ntheme: {dark_colors: none}\n";
    const { changes } = await apply(light);
    expect(changes).toHaveLength(7);
    expect(changes).toContainEqual(
      expect.objectContaining({ path: "theme.dark_colors.text", oldValue: '"#eceef2"', newValue: "" }),
    );
    expect(await dump()).toContain("  dark_colors: none\n");
    expect((await apply(await dump())).changes).toEqual([]);
    expect((await apply("slug: demo\ntheme: {footer_text: F}\n")).changes).toHaveLength(8);
    expect(await failureOf(apply("slug: demo\ntheme:\n  dark_colors: nothing\n"))).toMatchObject({
      metadata: {
        field: "theme.dark_colors",
        line: "3",
        problem: expect.stringMatching(/^must be a mapping with primary, .*, or none$/),
      },
    });
  });

  test("merged, an absent theme and absent parts of a theme stay as they are", async () => {
    await t.addProject("Demo");
    const merge = (specYaml: string) => t.projects(token).applyProjectSpec({ specYaml, merge: true });
    const words = "texts: {verify_email: {subject: Hi, body: Hello}}";
    await apply(`slug: demo\ntheme: {product_name: Fern, dark_colors: none, ${words}}`);
    expect(await merge("slug: demo")).toMatchObject({ changes: [], merged: true });

    const { changes } = await merge("slug: demo\ntheme: {footer_text: F, texts: {verify_email: {body: ''}}}");
    expect(changes.map(({ path, newValue }) => [path, newValue])).toEqual([
      ["theme.footer_text", '"F"'],
      ["theme.texts.verify_email.body", ""],
    ]);
    const spec = await dump();
    for (const kept of ["product_name: Fern", "dark_colors: none", "subject: Hi"])
      expect(spec).toContain(kept);

    const dark = await merge("slug: demo\ntheme: {dark_colors: {primary: '#aaccff'}}");
    expect(dark.changes.map(({ path, newValue }) => [path, newValue])).toEqual(
      expect.arrayContaining([
        ["theme.dark_colors.primary", '"#aaccff"'],
        ["theme.dark_colors.text", '"#eceef2"'],
      ]),
    );
    await merge("slug: demo\ntheme: {dark_colors: {error: '#ffcccc'}}");
    expect(await dump()).toContain('primary: "#aaccff"');
    expect((await merge("slug: demo\ntheme: {dark_colors: none}")).changes).toHaveLength(7);
  });

  test("what cannot be accepted is told with its place, also in a dry run", async () => {
    const unreadable = "name: D\nslug: demo\ntheme:\n  colors:\n    text: '#ffffff'\n";
    const missing = "name: D\nslug: demo\ntheme:\n  logo_asset: gone.png\n";
    for (const call of [apply, dryRun]) {
      expect(await failureOf(call(unreadable))).toMatchObject({
        metadata: { field: "theme.colors.text", line: "5" },
      });
      expect(await failureOf(call(missing))).toMatchObject({
        metadata: { field: "theme.logo_asset", line: "4" },
      });
    }
    expect((await t.projects(token).listProjects({})).projects).toEqual([]);
  });

  test("a new project may come with one", async () => {
    const { project } = await apply("name: Demo\nslug: demo\ntheme: {footer_text: 'Fern Ltd'}");
    expect(await dump()).toContain("footer_text: Fern Ltd");
    const by = { actor: "system", ip: null };
    await installTheme(t.app, { id: project?.id ?? "" }, { productName: "X" }, { by });
    expect(await dump()).toContain("product_name: X");
  });
});
