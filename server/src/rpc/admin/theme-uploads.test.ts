import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jpeg, jpegSegment, png, pngChunk, svg, webp, woff2 } from "../../testing/asset-files.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const MIB = 1024 * 1024;
const HOUR = 3_600_000;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`;

/** A PNG of exactly so many bytes. */
const pngOf = (size: number): Buffer =>
  png({ more: [pngChunk("iCCP", Buffer.alloc(size - png().length - 12, 7))] });
/** A PNG that differs from the others. */
const pngNumber = (n: number): Buffer => png({ width: n + 1 });

describe.each(engines)("uploads on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    await t.addProject("Fernweh");
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const themes = () => t.client(ThemeService, { authorization: `Bearer ${token}` });
  const logo = (data: Uint8Array, project = "fernweh") => themes().uploadLogo({ project, data });
  const font = (data: Uint8Array, project = "fernweh") => themes().uploadFont({ project, data });
  const use = (logoAsset: string, project = "fernweh") =>
    themes().updateTheme({ project, theme: { logoAsset } });
  const stored = () => t.app.db.selectFrom("assets").select(["name", "contentType"]).execute();
  const status = async (url: string) => (await fetch(url)).status;

  test.each([
    ["PNG", png(), "png", "image/png"],
    ["JPEG", jpeg(), "jpg", "image/jpeg"],
    ["WebP", webp(), "webp", "image/webp"],
    ["SVG", svg(), "svg", "image/svg+xml"],
  ])("a %s becomes a file named after its content", async (_, data, extension, contentType) => {
    const { asset, url } = await logo(data);
    expect(asset).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
    expect(url).toBe(`${t.url}/assets/fernweh/${asset}`);
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe(contentType);
    expect(Buffer.from(await answer.arrayBuffer()).equals(data)).toBe(true);
  });

  test("a WOFF2 font, too", async () => {
    const { asset, url } = await font(woff2());
    expect(asset).toMatch(/^[0-9a-f]{32}\.woff2$/);
    const answer = await fetch(url);
    expect(answer.headers.get("content-type")).toBe("font/woff2");
    expect(Buffer.from(await answer.arrayBuffer()).equals(woff2())).toBe(true);
  });

  test("the theme changes only when it names the file, and then tells its address", async () => {
    const uploadedLogo = await logo(png());
    const uploadedFont = await font(woff2());
    expect((await themes().getTheme({ project: "fernweh" })).revision?.isDefault).toBe(true);
    const theme = { logoAsset: uploadedLogo.asset, fontAsset: uploadedFont.asset, fontFamily: "Inter" };
    const { revision } = await themes().updateTheme({ project: "fernweh", theme });
    expect(revision?.theme).toMatchObject({
      ...theme,
      logoUrl: uploadedLogo.url,
      fontUrl: uploadedFont.url,
    });
  });

  test("a logo is no font, a font is no logo, and another project's file is neither", async () => {
    await t.addProject("Other");
    const { asset: image } = await logo(png());
    const { asset: letters } = await font(woff2());
    const { asset: foreign } = await logo(webp(), "other");
    const field = async (theme: object) =>
      (await failureOf(themes().updateTheme({ project: "fernweh", theme }))).metadata.field;
    expect(await field({ logoAsset: letters })).toBe("theme.logo_asset");
    expect(await field({ fontAsset: image, fontFamily: "Inter" })).toBe("theme.font_asset");
    expect(await field({ logoAsset: foreign })).toBe("theme.logo_asset");
    expect(await status(`${t.url}/assets/fernweh/${foreign}`)).toBe(404);
    expect(await status(`${t.url}/assets/other/${foreign}`)).toBe(200);
  });

  test.each([
    ["SVG", Buffer.from(SVG)],
    ["HTML that calls itself PNG", Buffer.from("\x89PNG\r\n\x1a\n<script>alert(1)</script>", "latin1")],
    ["a PNG cut short", png().subarray(0, -1)],
    ["a PNG with HTML behind it", Buffer.concat([png(), Buffer.from("<script>")])],
    ["a PNG 30,000 pixels wide and high", png({ width: 30_000, height: 30_000 })],
    ["a font", woff2()],
    ["nothing", Buffer.alloc(0)],
  ])("%s is refused as a logo, and nothing is stored", async (_, data) => {
    const { reason, metadata } = await failureOf(logo(data));
    expect([reason, metadata.field]).toEqual(["INVALID_REQUEST", "data"]);
    expect(await stored()).toEqual([]);
  });

  test("an image is refused as a font", async () => {
    expect((await failureOf(font(png()))).metadata).toEqual({
      field: "data",
      problem: "must be a WOFF2 font",
    });
  });

  test("a photo is served without what it tells about where it was taken", async () => {
    const { url } = await logo(jpeg({ more: [jpegSegment(0xe1, "Exif\0\0GPS 52.52 N")] }));
    const served = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(served.includes("GPS")).toBe(false);
    expect(served.equals(jpeg())).toBe(true);
  });

  test("a file may have 1 MiB and no byte more, and comes back whole", async () => {
    const { url } = await logo(pngOf(MIB));
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(pngOf(MIB))).toBe(true);
    for (const upload of [() => logo(pngOf(MIB + 1)), () => font(Buffer.alloc(MIB + 1))]) {
      expect(await failureOf(upload())).toMatchObject({
        reason: "REQUEST_TOO_LARGE",
        metadata: { max_bytes: String(MIB) },
      });
    }
  });

  test("the same file twice is one file", async () => {
    const first = await logo(png());
    expect(await logo(png())).toEqual(first);
    expect(await stored()).toHaveLength(1);
  });

  test("50 files are kept: what no revision names goes first, oldest first", async () => {
    const used = await logo(pngNumber(0));
    await use(used.asset);
    await use("");
    const uploaded = [];
    for (let n = 1; n <= 51; n++) {
      t.advance(1);
      uploaded.push(await logo(pngNumber(n)));
      if (n === 10) t.advance(HOUR);
    }
    expect(await stored()).toHaveLength(50);
    expect(await status(used.url)).toBe(200);
    expect(await Promise.all(uploaded.slice(0, 4).map(({ url }) => status(url)))).toEqual([
      404, 404, 200, 200,
    ]);

    t.advance(1);
    await logo(pngNumber(3)); // counts as new again
    t.advance(1);
    await logo(pngNumber(100));
    expect(await Promise.all(uploaded.slice(2, 5).map(({ url }) => status(url)))).toEqual([200, 404, 200]);
  });

  test("what is in use is never dropped; a restored revision lacks what is gone", async () => {
    const used = [];
    for (let n = 0; n < 26; n++) {
      t.advance(1);
      const { asset: logoAsset, url } = await logo(pngNumber(n));
      t.advance(1);
      const { asset: fontAsset } = await font(woff2({ unpacked: 20 + n }));
      const theme = { logoAsset, fontAsset, fontFamily: "Inter" };
      const { revision } = await themes().updateTheme({ project: "fernweh", theme });
      used.push({ id: revision?.id ?? "", url, theme });
    }
    const restore = async (revisionId = "") =>
      (await themes().restoreThemeRevision({ project: "fernweh", revisionId })).revision?.theme;
    expect(await stored()).toHaveLength(50);
    expect(await restore(used[1]?.id)).toMatchObject(used[1]?.theme ?? {});
    expect(await restore(used[0]?.id)).toMatchObject({ logoAsset: "", fontAsset: "", fontFamily: "Inter" });

    // The oldest files that are left are in use again: others go in their place.
    await restore(used[1]?.id);
    await logo(pngNumber(100));
    expect(await status(used[1]?.url ?? "")).toBe(200);
    expect(await status(used[2]?.url ?? "")).toBe(404);
  });

  test("uploads are in the audit log", async () => {
    const { asset } = await logo(png());
    await font(woff2());
    const events = await t.app.db
      .selectFrom("events")
      .select(["kind", "actor", "data"])
      .where("kind", "like", "%_uploaded")
      .orderBy("id")
      .execute();
    expect(events.map(({ kind, actor }) => `${kind} ${actor}`)).toEqual([
      "admin.logo_uploaded admin:root@example.com",
      "admin.font_uploaded admin:root@example.com",
    ]);
    expect(JSON.parse(events[0]?.data ?? "")).toEqual({ asset, bytes: png().length });
  });

  test("files go with their project", async () => {
    const { url } = await logo(png());
    await t.projects(token).deleteProject({ project: "fernweh" });
    expect(await status(url)).toBe(404);
    expect(await stored()).toEqual([]);
    await t.addProject("Fernweh");
    expect(await status(url)).toBe(404);
  });
});
