import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { describe, expect, test } from "vitest";
import { png, woff2 } from "../src/testing/asset-files.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

describe("the console's branding", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    await c.goto("/p/fernweh/branding");
    await c.heading("Branding");
    const themes = c.t.client(ThemeService, { authorization: `Bearer ${token}` });
    const theme = async () => (await themes.getTheme({ project: "fernweh" })).revision?.theme;
    return { c, project, themes, theme };
  };

  const frame = (c: ConsolePage) => c.page.frameLocator("iframe");
  /** The clock that the test gives to every frame is a script, which this one does not run. */
  const expectPeace = (c: ConsolePage): void => {
    c.forgive(/^Blocked script execution in .* frame is sandboxed/);
    c.expectPeace();
  };
  const light = (c: ConsolePage) => c.page.getByRole("group", { name: "Light", exact: true });
  const save = async (c: ConsolePage): Promise<void> => {
    await c.press("Save");
    await c.page.getByText("Saved. New emails and pages use this branding.").waitFor();
  };

  test("a look is tried in the preview, saved, and the emailed page shows it", async () => {
    const { c, project, theme } = await opened();
    await frame(c).getByRole("heading", { name: "Confirm your email address" }).waitFor();
    await light(c).getByLabel("Buttons and links", { exact: true }).fill("#0a7d55");
    await c.page.getByLabel("Product name").fill("Fernweh Reisen");
    const button = frame(c).getByRole("button", { name: "Confirm my email address" });
    const background = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(background).toBe("rgb(10, 125, 85)");
    expect((await theme())?.colors?.primary).toBe("#1d4ed8"); // nothing is saved by looking
    await c.page.evaluate(() => scrollTo(0, 0));
    await c.inspect("branding");
    await save(c);
    expect(await theme()).toMatchObject({ colors: { primary: "#0a7d55" }, productName: "Fernweh Reisen" });

    await c.t.addUser(project, "ada@example.com", "correct horse battery");
    await c.t.deliverMail();
    const link = /http\S+verify\?token=[\w-]+/.exec(c.t.mails[0]?.text ?? "")?.[0] ?? expect.fail("no link");
    const page = await (await fetch(link)).text();
    expect(page).toContain("--primary: #0a7d55");
    expect(page).toContain("Fernweh Reisen");
    expectPeace(c);
  });

  test("a colour that is hard to read is told at once with its contrast, and the server does not take it", async () => {
    const { c, theme } = await opened();
    const text = light(c).getByLabel("Secondary text", { exact: true });
    await text.fill("#9aa0a6");
    await light(c).getByText("Only 2.4:1 on the page. At least 4.5:1 is required.").waitFor();
    expect(await text.getAttribute("aria-invalid")).toBe("true");
    await frame(c).getByText("Didn't sign up").waitFor(); // even so, it can be looked at
    await c.press("Save");
    await c.page.getByRole("alert").getByText("is not readable on background").waitFor();
    expect((await theme())?.colors?.mutedText).toBe("#5a6170");
    await text.fill("#55606b");
    await light(c)
      .getByText(/^5\.\d:1 on the page/)
      .first()
      .waitFor();
    await save(c);
    expect((await theme())?.colors?.mutedText).toBe("#55606b");
    c.forgive(/400/);
    expectPeace(c);
  });

  test("every page and mail is shown by day and by night, on the phone and on the desktop", async () => {
    const { c } = await opened();
    const what = c.page.getByLabel("Page or email");
    const background = () =>
      frame(c)
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    for (const name of await what.locator("option").allInnerTexts()) {
      await what.selectOption(name);
      await c.page.frameLocator(`iframe[title="Preview: ${name}"]`).locator("h1").waitFor();
    }
    await what.selectOption("Email: reset password");
    await c.page.getByText("Subject: Set a new password for Fernweh").waitFor();
    await expect.poll(background).toBe("rgb(244, 245, 247)");
    await c.page.getByRole("group", { name: "Preview colours" }).getByText("Dark").click();
    await expect.poll(background).toBe("rgb(15, 18, 22)");
    await what.selectOption("Choose new password");
    await frame(c).getByLabel("New password").waitFor();
    await expect.poll(background).toBe("rgb(26, 30, 37)"); // a phone shows no card
    await c.page.getByRole("group", { name: "Preview width" }).getByText("Desktop").click();
    await expect.poll(background).toBe("rgb(15, 18, 22)");
    await c.inspect("branding-dark-preview");
    await c.page.reload();
    await frame(c).getByLabel("New password").waitFor();
    expect(await background()).toBe("rgb(15, 18, 22)");
    expectPeace(c);
  });

  test("the email whose wording is chosen is in the preview, with its default text; parts are a press away", async () => {
    const { c } = await opened();
    await c.page
      .getByRole("navigation", { name: "Parts of the branding" })
      .getByText("Wording")
      .press("Enter");
    expect(await c.page.evaluate(() => document.activeElement?.id)).toBe("wording");
    await c.page.getByLabel("Email and page").selectOption("Delete account");
    await c.page.getByText("Subject: Delete your Fernweh account").waitFor();
    expect(await c.page.getByLabel("Page or email").inputValue()).toBe("mailDeleteAccount");
    expectPeace(c);
  });

  test("a logo is uploaded and shown where users see it; what is no picture is refused", async () => {
    const { c, theme } = await opened();
    const chooser = c.page.getByLabel("Logo", { exact: true }).and(c.page.locator("input"));
    await chooser.setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    });
    await c.page
      .getByRole("alert")
      .getByText(/PNG, JPEG, WebP or SVG/)
      .waitFor();
    await chooser.setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: png({ width: 40, height: 10 }),
    });
    await c.page.getByText("Logo uploaded. Save to use it.").waitFor();
    await c.page.getByRole("img", { name: "Logo" }).waitFor();
    await frame(c).getByRole("img", { name: "Fernweh" }).waitFor();
    expect((await theme())?.logoAsset).toBe("");
    await save(c);
    const logo = (await theme())?.logoUrl ?? "";
    expect((await fetch(logo)).headers.get("content-type")).toBe("image/png");
    expect(await (await fetch(`${c.t.url}/p/fernweh/delete-account`)).text()).toContain(
      new URL(logo).pathname,
    );
    c.forgive(/400/);
    expectPeace(c);
  });

  test("a font is uploaded under the name of its file", async () => {
    const { c, theme } = await opened();
    const chooser = c.page.getByLabel("Font file", { exact: true }).and(c.page.locator("input"));
    await chooser.setInputFiles({ name: "Inter-Variable.woff2", mimeType: "font/woff2", buffer: woff2() });
    await c.page.getByText("Font uploaded. Save to use it.").waitFor();
    expect(await c.page.getByLabel("Font name").inputValue()).toBe("Inter");
    const font = () =>
      frame(c)
        .locator("body")
        .evaluate((body) => getComputedStyle(body).fontFamily);
    await expect.poll(font).toMatch(/^"?Inter"?,/);
    await save(c);
    expect(await theme()).toMatchObject({
      fontFamily: "Inter",
      fontAsset: expect.stringMatching(/\.woff2$/),
    });
    c.forgive(/Failed to decode downloaded font|OTS parsing error/); // it has no letters
    expectPeace(c);
  });

  test("earlier looks are restored, and the default one is a press away", async () => {
    const { c, themes, theme } = await opened();
    for (const productName of ["First", "Second"]) {
      c.t.advance(60_000);
      await themes.updateTheme({ project: "fernweh", theme: { cornerRadius: 10, productName } });
    }
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.page.reload();
    const table = c.page.getByRole("table", { name: "Branding revisions" });
    await table.getByRole("row", { name: /Second.*In use.*root@example.com/ }).waitFor();
    await c.page.getByLabel("Product name").fill("typed and not saved");
    await table.getByRole("row", { name: /First/ }).getByRole("button", { name: "Restore" }).click();
    await c.dialog().getByRole("button", { name: "Restore" }).click();
    await c.page.getByText("Restored.", { exact: true }).waitFor();
    expect((await theme())?.productName).toBe("First");
    await expect.poll(() => c.page.getByLabel("Product name").inputValue()).toBe("First");

    await c.press("Reset to default");
    await c.dialog().getByRole("button", { name: "Reset to default" }).click();
    await c.page.getByText("Reset to the default branding.").waitFor();
    expect((await theme())?.productName).toBe("");
    const { revisions } = await themes.listThemeRevisions({ project: "fernweh" });
    expect(revisions.map((one) => one.theme?.productName)).toEqual(["", "First", "Second", "First", ""]);
    await expect.poll(() => table.getByRole("row").count()).toBe(6);
    expectPeace(c);
  });
});
