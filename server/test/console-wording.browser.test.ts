import { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import { describe, expect, test } from "vitest";
import type { ProjectSettings } from "../src/domain/projects/settings.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const SUBJECT = "email.verify_email.subject";
const project = "fernweh";

describe("the console's wording", () => {
  const current = useConsole();

  const opened = async (search = "?language=de", settings: Partial<ProjectSettings> = {}) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh", settings);
    await c.signIn();
    await c.goto(`/p/fernweh/wording${search}`);
    await c.heading("Wording");
    const wording = c.t.client(WordingService, { authorization: `Bearer ${token}` });
    const own = async (key: string, language = "de") =>
      (await wording.getWording({ project, language })).sentences.find((one) => one.key === key)?.ownText;
    return { c, wording, own };
  };

  const frame = (c: ConsolePage) => c.page.frameLocator("iframe");
  const field = (c: ConsolePage, name: string) => c.page.getByLabel(name, { exact: true });
  /** The clock that the test gives to every frame is a script, which this one does not run. */
  const expectPeace = (c: ConsolePage): void => {
    c.forgive(/^Blocked script execution in .* frame is sandboxed/);
    c.expectPeace();
  };

  test("a text is typed with its variables, seen in the preview, saved and reset", async () => {
    const { c, own } = await opened();
    expect(await field(c, "Subject").getAttribute("placeholder")).toContain("{product}");
    await field(c, "Subject").fill("Willkommen bei ");
    await c.page.getByRole("button", { name: "Insert {product} into Subject" }).press("Enter");
    expect(await field(c, "Subject").inputValue()).toBe("Willkommen bei {product}");
    await c.page.getByText("24 of 200 characters").waitFor();
    await c.page.getByText("Subject: Willkommen bei Fernweh").waitFor();
    await field(c, "Text").fill("Eins.\n\n<b>Zwei</b>.");
    await frame(c).getByText("<b>Zwei</b>.").waitFor();
    expect(await own(SUBJECT)).toBe("");
    await c.page.evaluate(() => scrollTo(0, 0));
    await c.inspect("wording");
    await c.press("Save");
    await c.page.getByText("Saved. New emails and pages use these texts.").waitFor();
    expect(await own(SUBJECT)).toBe("Willkommen bei {product}");
    expect(await own("email.verify_email.body")).toBe("Eins.\n\n<b>Zwei</b>.");

    await c.page.getByRole("button", { name: "Reset Subject" }).click();
    await c.press("Save");
    await expect.poll(() => own(SUBJECT)).toBe("");
    expectPeace(c);
  });

  test("a variable that the sentence does not have is told beside the field and refused", async () => {
    const { c, own } = await opened("?language=de&place=email.email_code");
    await field(c, "Subject").fill("Dein Code: {code}");
    await c.page.getByText("{code} is no variable of this sentence.").waitFor();
    await c.press("Save");
    await c.page
      .getByText(/has \{code\}; the variables of this sentence are/)
      .first()
      .waitFor();
    expect(await own("email.email_code.subject")).toBe("");
    expect(await field(c, "Subject").getAttribute("aria-invalid")).toBe("true");
    c.forgive(/400/);
    expectPeace(c);
  });

  test("a right-to-left language has fields that begin on the right, and its own name", async () => {
    const { c } = await opened("");
    await c.page.getByLabel("Language", { exact: true }).selectOption("العربية – Arabic");
    await expect.poll(() => field(c, "Subject").getAttribute("lang")).toBe("ar");
    expect(await field(c, "Subject").getAttribute("dir")).toBe("rtl");
    await field(c, "Subject").fill("مرحبا {product}");
    expect(await field(c, "Subject").getAttribute("dir")).toBe("auto");
    await c.page.getByLabel("Email or page").selectOption("Rules for passwords");
    await field(c, "At least › two").waitFor();
    await c.inspect("wording-ar");
    expectPeace(c);
  });

  test("a language that the project does not offer is marked, and a long default text has room", async () => {
    const { c } = await opened("?place=page.verify", { defaultLanguage: "de", languages: ["en"] });
    const language = c.page.getByLabel("Language", { exact: true });
    await language
      .locator("option", { hasText: "Français – French (not offered)" })
      .waitFor({ state: "attached" });
    for (const offered of ["English", "Deutsch – German"]) {
      expect(await language.locator("option").getByText(offered, { exact: true }).count()).toBe(1);
    }
    const long = field(c, "Detach body");
    expect(await long.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    expect(await long.evaluate(({ tagName }) => tagName)).toBe("TEXTAREA");
    expectPeace(c);
  });

  test("an email is sent to the administrator who asks, with what was typed", async () => {
    const { c } = await opened();
    await field(c, "Subject").fill("Hallo");
    await c.press("Send me this email");
    await c.page.getByText("No mail server is set up: the email was printed in the server’s log.").waitFor();
    expect(c.t.mails.map(({ subject }) => subject)).toEqual(["[Preview] Hallo"]);
    await c.page.getByLabel("Email or page").selectOption({ label: "Choose new password" });
    await frame(c).locator("form").waitFor();
    expect(await c.page.getByRole("button", { name: "Send me this email" }).count()).toBe(0);
    expectPeace(c);
  });

  test("what was typed survives a reload, and what another saved meanwhile is asked about", async () => {
    const { c, wording, own } = await opened();
    await field(c, "Subject").fill("Meins");
    c.page.once("dialog", (dialog) => void dialog.accept());
    await c.page.reload();
    await expect.poll(() => field(c, "Subject").inputValue()).toBe("Meins");
    await wording.updateWording({ project, language: "de", texts: { [SUBJECT]: "Ihres" } });
    await c.press("Save");
    const dialog = c.page.getByRole("dialog");
    await dialog.getByText("Someone else changed this").waitFor();
    await dialog.getByText("Last change of the wording: root@example.com, now").waitFor();
    await dialog.getByText("Use my change").click();
    await dialog.getByRole("button", { name: "Save my choice" }).click();
    await expect.poll(() => own(SUBJECT)).toBe("Meins");
    c.forgive(/409/);
    expectPeace(c);
  });
});
