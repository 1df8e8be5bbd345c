import { describe, expect, test } from "vitest";
import type { ProjectSettings } from "../src/domain/projects/settings.ts";
import { useConsole } from "./console-page.ts";

describe("the console's languages", () => {
  const current = useConsole();

  const opened = async (settings: Partial<ProjectSettings> = {}) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", settings);
    await c.signIn();
    await c.goto("/p/fernweh/settings");
    const stored = async () =>
      (await c.t.projects(token).getProject({ project: project.id })).project?.settings;
    const form = c.page.getByRole("form", { name: "Languages", exact: true });
    return { c, form, stored, project };
  };

  test("the default language and the offered ones are chosen by their own names", async () => {
    const { c, form, stored } = await opened();
    const all = form.getByRole("switch", { name: "All languages" });
    expect(await all.isChecked()).toBe(true);
    await form.getByLabel("Default language").selectOption({ label: "Deutsch – German" });
    await all.click();
    const german = form.getByRole("checkbox", { name: "Deutsch" });
    expect([await german.isChecked(), await german.isDisabled()]).toEqual([true, true]);
    await form.getByRole("checkbox", { name: "português (Brasil)" }).check();
    await form.getByRole("checkbox", { name: "العربية" }).check();
    await form.getByRole("checkbox", { name: "العربية" }).uncheck();
    await c.inspect("languages");
    await form.getByRole("button", { name: "Save" }).click();
    await expect.poll(stored).toMatchObject({ defaultLanguage: "de", languages: ["de", "pt-BR"] });
    await form.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
    await all.click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect.poll(stored).toMatchObject({ defaultLanguage: "de", languages: [] });
    c.expectPeace();
  });

  test("a project of before offers English until somebody adds a language", async () => {
    const { form, stored } = await opened({ languages: ["en"] });
    expect(await form.getByRole("switch", { name: "All languages" }).isChecked()).toBe(false);
    expect(await form.getByRole("checkbox", { checked: true }).count()).toBe(1);
    await form.getByRole("checkbox", { name: "日本語" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await expect.poll(stored).toMatchObject({ defaultLanguage: "en", languages: ["en", "ja"] });
  });

  test("the language of a user is shown and changed, with what the server says to it", async () => {
    const { c, project } = await opened();
    const app = c.t.authWith({ "x-svc-key": project.publishableKey, "accept-language": "de-AT" });
    const { tokens } = await app.signUp({ email: "ada@example.com", password: "correct horse battery" });
    await c.goto(`/p/fernweh/users/${tokens?.user?.id}`);
    const form = c.page.getByRole("form", { name: "Profile", exact: true });
    const language = form.getByLabel("Language");
    expect(await language.inputValue()).toBe("de-AT");
    await language.fill("german please");
    await form.getByRole("button", { name: "Save" }).click();
    await form
      .getByText(/^Language is not a language tag/)
      .first()
      .waitFor();
    await language.fill("FR");
    await form.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => language.inputValue()).toBe("fr");
    c.forgive(/400/);
    c.expectPeace();
  });
});
