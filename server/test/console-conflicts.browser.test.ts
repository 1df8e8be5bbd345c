import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { type ConsolePage, useConsole } from "./console-page.ts";

const EMAIL = "ada@example.com";

/** What an administrator does on a page that somebody else's change has overtaken. */
describe("two administrators change the same", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    const headers = { authorization: `Bearer ${token}` };
    const users = c.t.client(UserService, headers);
    const themes = c.t.client(ThemeService, headers);
    const projects = c.t.projects(token);
    const userId = (await c.t.addUser(project, EMAIL, "correct horse battery")).user?.id ?? "";
    const user = async () => (await users.getUser({ project: "fernweh", userId })).user;
    const change = (what: object) => users.updateUser({ project: "fernweh", userId, ...what });
    return { c, users, themes, projects, userId, user, change };
  };
  const title = "Someone else changed this";
  const form = (c: ConsolePage, name: string) => c.page.getByRole("form", { name });
  const save = (c: ConsolePage, name: string) => form(c, name).getByRole("button", { name: "Save" }).click();
  const saved = (c: ConsolePage, text = "Saved.") => c.page.getByText(text).waitFor();
  const conflict = async (c: ConsolePage) => {
    await c.dialog().getByText(title).waitFor();
    c.forgive(/409/);
    return c.dialog();
  };

  test("claims: rights that were taken meanwhile do not come back, and the review shows what is true", async () => {
    const { c, userId, user, change } = await opened();
    await change({ customClaims: { role: "admin", sub: "x" } });
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.page.getByLabel("Claims as JSON").fill('{"role": "admin", "vip": true}');
    await change({ customClaims: { role: "banned", sub: "x" } });
    await save(c, "Custom claims");
    await c.press("Save claims");
    await c.dialog().getByText("Their changes are kept").waitFor();
    await c.dialog().getByText("Last change of these claims: root@example.com, now").waitFor();
    c.forgive(/409/);
    const changes = c.dialog().getByRole("region", { name: "Changes" });
    expect(await changes.textContent()).toContain('"role": "banned"');
    await c.inspect("claims-merged");
    await c.press("Save claims");
    await saved(c, "Claims saved");
    expect((await user())?.customClaims).toEqual({ role: "banned", vip: true });
    c.expectPeace();
  });

  test("claims: of a key that both changed, the administrator sees three versions and chooses", async () => {
    const { c, userId, user, change } = await opened();
    await change({ customClaims: { role: "admin" } });
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.page.getByLabel("Claims as JSON").fill('{"role": "owner", "vip": true}');
    await change({ customClaims: { role: "banned" } });
    await save(c, "Custom claims");
    await c.press("Save claims");
    const dialog = await conflict(c);
    await dialog.getByText("Last change of these claims: root@example.com, now").waitFor();
    const role = dialog.getByRole("group", { name: "role" });
    for (const version of ["admin", "banned", "owner"])
      await role.getByText(version, { exact: true }).waitFor();
    await role.getByLabel("Keep their change").check();
    await dialog.getByRole("button", { name: "Use my choice" }).click();
    await c.press("Save claims");
    await saved(c, "Claims saved");
    expect((await user())?.customClaims).toEqual({ role: "banned", vip: true });
    c.expectPeace();
  });

  test("a profile: other fields are merged without a question, the same field is asked about", async () => {
    const { c, userId, user, change } = await opened();
    await c.goto(`/p/fernweh/users/${userId}`);
    const profile = form(c, "Profile");
    await profile.getByLabel("Name").fill("Mine");
    await change({ avatarUrl: "https://example.com/theirs.png" });
    await save(c, "Profile");
    await saved(c);
    c.forgive(/409/);
    expect(await user()).toMatchObject({ displayName: "Mine", avatarUrl: "https://example.com/theirs.png" });

    await profile.getByLabel("Name").fill("Mine again");
    await profile.getByLabel("Picture").fill("https://example.com/mine.png");
    await change({ displayName: "Theirs", avatarUrl: "https://example.com/other.png" });
    await save(c, "Profile");
    const dialog = await conflict(c);
    await dialog.getByText("Last change of this profile: root@example.com, now").waitFor();
    await c.inspect("conflict");
    expect(await dialog.getByRole("button", { name: "Save my choice" }).isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    expect(await profile.getByLabel("Name").inputValue()).toBe("Mine again");
    await save(c, "Profile");
    await (await conflict(c)).getByRole("button", { name: "Use all my changes" }).click();
    await c.dialog().getByRole("group", { name: "Picture" }).getByLabel("Keep their change").check();
    await c.press("Save my choice");
    await c.dialog().waitFor({ state: "detached" });
    await expect.poll(async () => (await user())?.displayName).toBe("Mine again");
    expect(await user()).toMatchObject({ avatarUrl: "https://example.com/other.png" });
    c.expectPeace();
  });

  test("the keyboard alone decides", async () => {
    const { c, userId, user, change } = await opened();
    await c.goto(`/p/fernweh/users/${userId}`);
    await form(c, "Profile").getByLabel("Name").fill("Mine");
    await change({ displayName: "Theirs" });
    await c.page.keyboard.press("Enter");
    const dialog = await conflict(c);
    await dialog.getByRole("radio").first().focus();
    await c.page.keyboard.press("ArrowDown");
    for (let count = 0; count < 2; count++) await c.page.keyboard.press("Tab");
    expect(await c.page.evaluate(() => document.activeElement?.textContent)).toBe("Save my choice");
    await c.page.keyboard.press("Enter");
    await saved(c);
    expect((await user())?.displayName).toBe("Mine");
    c.expectPeace();
  });

  test("branding: what another saved meanwhile is kept, colour by colour", async () => {
    const { c, themes } = await opened();
    const project = "fernweh";
    await c.goto("/p/fernweh/branding");
    await c.page.getByLabel("Terms of use").fill("https://example.com/terms");
    const changes = { supportEmail: "help@example.com", colors: { primary: "#0a7d55" } };
    await themes.updateTheme({ project, changes });
    await c.press("Save");
    await saved(c, "Saved. New emails");
    c.forgive(/409/);
    const { revision } = await themes.getTheme({ project });
    expect(revision?.theme).toMatchObject({
      ...{ supportEmail: "help@example.com", termsUrl: "https://example.com/terms" },
      colors: { primary: "#0a7d55" },
    });
    await c.page.getByLabel("Support email").fill("mine@example.com");
    await themes.updateTheme({ project, changes: { supportEmail: "theirs@example.com" } });
    await c.press("Save");
    const dialog = await conflict(c);
    await dialog.getByText("Last change of the branding: root@example.com, now").waitFor();
    await dialog.getByRole("group", { name: "Support email" }).getByLabel("Use my change").check();
    await dialog.getByRole("button", { name: "Save my choice" }).click();
    await expect
      .poll(async () => (await themes.getTheme({ project })).revision?.theme?.supportEmail)
      .toBe("mine@example.com");
    c.expectPeace();
  });

  test("branding: resetting and restoring refuse what was not seen", async () => {
    const { c, themes } = await opened();
    const project = "fernweh";
    await themes.updateTheme({ project, theme: { footerText: "One" } });
    await c.goto("/p/fernweh/branding");
    await c.page.getByText("In use").waitFor();
    await themes.updateTheme({ project, theme: { footerText: "Two" } });
    await c.press("Restore");
    await c.dialog().getByRole("button", { name: "Restore" }).click();
    await c.dialog().getByText("Nothing was saved").waitFor();
    c.forgive(/409/);
    expect((await themes.getTheme({ project })).revision?.theme?.footerText).toBe("Two");
    c.expectPeace();
  });

  test("settings: the same setting is asked about, another one is not", async () => {
    const { c, projects } = await opened();
    const project = "fernweh";
    await c.goto("/p/fernweh/settings");
    await form(c, "General").getByLabel("Name", { exact: true }).fill("Mine");
    await projects.updateProject({ project, settings: { timezone: "Europe/Berlin", maxSessionsPerUser: 7 } });
    await save(c, "General");
    await saved(c);
    c.forgive(/409/);
    const now = async () => (await projects.getProject({ project })).project;
    expect(await now()).toMatchObject({
      name: "Mine",
      settings: { timezone: "Europe/Berlin", maxSessionsPerUser: 7 },
    });
    await form(c, "General").getByLabel("Name", { exact: true }).fill("Mine again");
    await projects.updateProject({ project, name: "Theirs" });
    await save(c, "General");
    const dialog = await conflict(c);
    await dialog.getByText("Last change of this project’s settings: root@example.com, now").waitFor();
    await dialog.getByLabel("Keep their change").check();
    await dialog.getByRole("button", { name: "Save my choice" }).click();
    await c.page.getByText("No changes to save.").waitFor();
    expect((await now())?.name).toBe("Theirs");
    expect(await form(c, "General").getByLabel("Name", { exact: true }).inputValue()).toBe("Theirs");
    c.expectPeace();
  });

  test("the catalog: it names the administrator who changed the field, whoever changed others since", async () => {
    const { c, projects } = await opened();
    const { token: ofGrace } = await c.t.addAdmin("grace@example.com");
    const tier = (name: string) => ({ id: "pro", name, rank: 1, entitlements: [], products: [] });
    const update = async (name: string) => {
      const grace = c.t.client(BillingService, { authorization: `Bearer ${ofGrace}` });
      await grace.updateBillingSettings({
        project: "fernweh",
        settings: { tiers: { values: [tier(name)] } },
      });
    };
    await update("Pro");
    await c.goto("/p/fernweh/billing/catalog");
    await c.press("Edit Pro");
    await form(c, "Edit Pro").getByLabel("Name", { exact: true }).fill("Mine");
    await update("Theirs");
    c.t.advance(300_000);
    await projects.updateProject({ project: "fernweh", settings: { timezone: "Asia/Tokyo" } });
    await c.page.clock.setFixedTime(c.t.app.clock());
    await save(c, "Edit Pro");
    const dialog = await conflict(c);
    await dialog
      .getByText("Last change of this project’s settings: grace@example.com, 5 minutes ago")
      .waitFor();
    await dialog.getByLabel("Use my change").check();
    await dialog.getByRole("button", { name: "Save my choice" }).click();
    await saved(c);
    c.expectPeace();
  });

  test("YAML: a plan is not applied to another state, and an old text is not planned unseen", async () => {
    const { c, projects } = await opened();
    const project = "fernweh";
    const name = async () => (await projects.getProject({ project })).project?.name;
    await c.goto("/p/fernweh/settings?tab=yaml");
    const editor = c.page.locator("textarea");
    const spec = await editor.inputValue();
    await editor.fill(spec.replace("timezone: UTC", "timezone: Asia/Tokyo"));
    await c.press("Plan");
    await c.press("Apply 1 change");
    await projects.updateProject({ project, name: "Theirs" });
    await c.dialog().getByRole("button", { name: "Apply 1 change" }).click();
    await c.page.getByText("Someone else changed this in the meantime").waitFor();
    expect(await name()).toBe("Theirs");
    await c.press("Plan");
    const dialog = await conflict(c);
    await dialog.getByText("name: Theirs").waitFor();
    await dialog.getByLabel("Keep their change").check();
    await dialog.getByRole("button", { name: "Use my choice" }).click();
    expect(await editor.inputValue()).toContain("name: Theirs");
    c.expectPeace();
  });
});
