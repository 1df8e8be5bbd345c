import { describe, expect, test } from "vitest";
import type { ProjectSettings } from "../src/domain/projects/settings.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

describe("the console's settings", () => {
  const current = useConsole();

  const opened = async (tab: "form" | "yaml", settings: Partial<ProjectSettings> = {}) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh", settings);
    await c.signIn();
    await c.goto(`/p/fernweh/settings${tab === "yaml" ? "?tab=yaml" : ""}`);
    await c.heading("Settings");
    const projects = c.t.projects(token);
    const stored = async (project = "fernweh") => (await projects.getProject({ project })).project;
    return { c, projects, stored };
  };

  const editor = (c: ConsolePage) => c.page.getByRole("textbox", { name: "Project spec" });
  const edit = async (c: ConsolePage, change: (text: string) => string): Promise<void> => {
    await editor(c).fill(change(await editor(c).inputValue()));
  };
  const plan = (c: ConsolePage) => c.page.getByRole("list", { name: "Planned changes" });

  test("name, time zone and the length of sessions are saved, each with what the server says to it", async () => {
    const { c, stored } = await opened("form");
    const form = (name: string) => c.page.getByRole("form", { name, exact: true });
    await form("Sessions").getByLabel("Maximum session length").fill("10");
    await form("Sessions").getByRole("button", { name: "Save" }).click();
    await form("Sessions")
      .getByText("Maximum session length must be at least “Inactivity timeout”.")
      .first()
      .waitFor();
    await form("Sessions").getByLabel("Inactivity timeout").fill("7");
    await form("Sessions").getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Saved.", { exact: true }).waitFor();
    await form("General").getByLabel("Name", { exact: true }).fill("  Fernweh Reisen ");
    await form("General").getByLabel("Time zone").fill("Europe/Berlin");
    await c.inspect("settings");
    await form("General").getByRole("button", { name: "Save" }).click();
    await form("General").getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
    expect(await form("General").getByLabel("Name", { exact: true }).inputValue()).toBe("Fernweh Reisen");
    expect(await stored()).toMatchObject({
      name: "Fernweh Reisen",
      settings: { timezone: "Europe/Berlin", refreshTokenDays: 7, sessionMaxDays: 10 },
    });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("the retention is saved; an empty field is not for ever", async () => {
    const { c, stored } = await opened("form");
    const form = c.page.getByRole("form", { name: "Retention", exact: true });
    const [events, addresses, purchases] = [
      form.getByLabel("Events"),
      form.getByLabel("IP addresses and user agents"),
      form.getByLabel("Purchases of deleted users"),
    ];
    expect([await events.inputValue(), await addresses.inputValue(), await purchases.inputValue()]).toEqual([
      "400",
      "0",
      "3650",
    ]);
    await purchases.fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await form
      .getByText(/^Purchases of deleted users must be/)
      .first()
      .waitFor();
    await purchases.fill("2190");
    await addresses.fill("30");
    await events.fill("90");
    await form.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await stored())?.settings)
      .toMatchObject({ eventRetentionDays: 90, ipRetentionDays: 30, ownerlessPurchaseRetentionDays: 2190 });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("the limit of sessions and the emails to users are saved; an empty limit is not no limit", async () => {
    const { c, stored } = await opened("form");
    const form = (name: string) => c.page.getByRole("form", { name, exact: true });
    const limit = form("Sessions").getByLabel("Sessions per user");
    expect(await limit.inputValue()).toBe("100");
    await limit.fill("");
    await form("Sessions").getByRole("button", { name: "Save" }).click();
    await form("Sessions")
      .getByText(/^Sessions per user must be/)
      .first()
      .waitFor();
    await limit.fill("0");
    await form("Sessions").getByRole("button", { name: "Save" }).click();
    await expect.poll(async () => (await stored())?.settings?.maxSessionsPerUser).toBe(0);

    const emails = form("Emails to users");
    const notices = emails.getByRole("switch", { name: "Security notices" });
    const newDevices = emails.getByRole("switch", { name: "New-device notices" });
    expect([await notices.isChecked(), await newDevices.isChecked()]).toEqual([true, false]);
    await notices.click();
    await newDevices.click();
    await emails.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await stored())?.settings)
      .toMatchObject({ securityNoticesDisabled: true, newDeviceNotices: true });
    await emails.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
    expect([await notices.isChecked(), await newDevices.isChecked()]).toEqual([false, true]);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("the plan says what a spec would do, and only applying does it", async () => {
    const { c, stored } = await opened("yaml", { allowAnonymousSignIn: true });
    await edit(c, (text) =>
      text.replace(/ {2}allow_anonymous_sign_in: true\n/, "").replace(/min_length: 8/, "min_length: 14"),
    );
    await c.page.getByText("svc project apply -f fernweh.yaml").waitFor(); // M10
    await c.press("Plan");
    const change = (path: string) => plan(c).getByRole("listitem").filter({ hasText: path });
    expect(await change("settings.password_policy.min_length").innerText()).toMatch(/8\s+14/);
    const off = await change("settings.allow_anonymous_sign_in").innerText();
    expect(off).toContain("Turned off: omitted from the spec");
    expect(off).toMatch(/true\s+false/);
    await c.page.getByText("1 setting is turned off because the spec omits it.").waitFor();
    await c.page.evaluate(() => scrollTo(0, 0));
    await c.inspect("settings-yaml");
    expect((await stored())?.settings?.passwordPolicy?.minLength).toBe(8);

    await c.press("Apply 2 changes");
    const dialog = c.page.getByRole("dialog", { name: "Apply this spec?" });
    await dialog
      .getByText("Turned off because the spec omits them: settings.allow_anonymous_sign_in.")
      .waitFor();
    await dialog.getByRole("button", { name: "Apply 2 changes" }).click();
    await c.page.getByText("Applied: 2 fields changed.").waitFor();
    expect((await stored())?.settings).toMatchObject({
      allowAnonymousSignIn: false,
      passwordPolicy: { minLength: 14 },
    });
    await expect.poll(() => editor(c).inputValue()).toContain("min_length: 14");
    await c.press("Plan");
    await c.page.getByText("No changes: the project already matches this spec.").waitFor();
    c.expectPeace();
  });

  test("a mistake is shown at its line with the nearest key, which one press puts in", async () => {
    const { c, stored } = await opened("yaml");
    const before = await stored();
    await edit(c, (text) => text.replace("sign_up_closed: false", "sign_up_closd: true"));
    const lines = (await editor(c).inputValue()).split("\n");
    const line = lines.findIndex((text) => text.includes("sign_up_closd")) + 1;
    await c.press("Plan");
    const alert = c.page.getByRole("alert").filter({ hasText: "sign_up_closd" });
    expect(await alert.innerText()).toContain(`Line ${line}, column 3.`);
    expect(await alert.innerText()).toContain("did you mean sign_up_closed?");
    await c.page.evaluate(() => scrollTo(0, 0));
    await c.inspect("settings-yaml-mistake");
    await c.press("Go to line");
    const selected = await editor(c).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(selected).toBe("sign_up_closd");
    await expect
      .poll(() => c.page.evaluate(() => document.querySelector("li.bg-danger")?.getBoundingClientRect().top))
      .toBeGreaterThan(100);
    await c.press("Use sign_up_closed");
    await alert.waitFor({ state: "detached" });
    await c.press("Plan");
    await plan(c).getByText("settings.sign_up_closed").waitFor();
    expect(await stored()).toEqual(before);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("Tab indents in the editor and does not hold anybody in it", async () => {
    const { c } = await opened("yaml");
    await editor(c).focus();
    await c.page.keyboard.press("Control+Home");
    await c.page.keyboard.press("Tab");
    expect(await editor(c).inputValue()).toMatch(/^ {2}#/);
    await c.page.keyboard.press("Control+z");
    expect(await editor(c).inputValue()).toMatch(/^#/);
    await c.page.keyboard.press("Escape");
    await c.page.keyboard.press("Tab");
    expect(await editor(c).and(c.page.locator(":focus")).count()).toBe(0);
    await c.page.keyboard.press("Shift+Tab");
    expect(await editor(c).and(c.page.locator(":focus")).count()).toBe(1);
    await c.page.keyboard.press("Shift+Tab");
    expect(await editor(c).and(c.page.locator(":focus")).count()).toBe(0);
    c.expectPeace();
  });

  test("a spec of another project says so, and a new project's secret is shown once", async () => {
    const { c, stored } = await opened("yaml");
    await edit(c, (text) =>
      text.replace(/^slug: .*/m, "slug: wanderlust").replace(/^name: .*/m, "name: Wanderlust"),
    );
    await c.press("Plan");
    await c.page.getByRole("button", { name: /^Apply \d+ changes$/ }).click();
    const dialog = c.page.getByRole("dialog", { name: "Apply this spec?" });
    await dialog.getByText("This creates another project with the short name wanderlust.").waitFor();
    await dialog.getByRole("button", { name: /^Apply/ }).click();
    const keys = c.page.getByRole("dialog", { name: "Created wanderlust" });
    await keys.getByRole("button", { name: "Show" }).click();
    const secret = /sk_\w{46}/.exec(await keys.innerText())?.[0] ?? expect.fail("no secret");
    await c.press("I’ve stored it");
    await keys.waitFor({ state: "detached" });
    expect(await c.page.content()).not.toContain(secret);
    expect((await stored("wanderlust"))?.name).toBe("Wanderlust");
    expect((await stored())?.name).toBe("Fernweh");
    c.expectPeace();
  });

  test("a project is deleted only by who types its name", async () => {
    const { c, projects } = await opened("form");
    await c.press("Delete project");
    const dialog = c.page.getByRole("dialog", { name: "Delete Fernweh?" });
    const confirm = dialog.getByRole("button", { name: "Delete project" });
    await dialog.getByLabel("Type fernweh to confirm").fill("fernwe");
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Type fernweh to confirm").fill("fernweh");
    await confirm.click();
    await c.heading("Projects");
    await c.page.getByText("Deleted Fernweh.").waitFor();
    expect(await reasonOf(projects.getProject({ project: "fernweh" }))).toBe("NOT_FOUND");
    c.forgive(/404/); // whatever of the project was still on screen
    c.expectPeace();
  });
});
