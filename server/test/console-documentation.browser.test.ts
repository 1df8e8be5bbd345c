import { describe, expect, test } from "vitest";
import { useConsole } from "./console-page.ts";

describe("the console's link to the documentation", () => {
  const current = useConsole();

  test("opens the page about the screen, with the project in its examples", async () => {
    const c = current();
    await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    await c.goto("/p/fernweh/connect");
    const link = c.page.getByRole("link", { name: "Documentation" });
    await c.page.locator(`a[href*="${project.publishableKey}"]`).waitFor({ state: "attached" });
    await c.page.setViewportSize({ width: 1280, height: 800 });
    const [opened] = await Promise.all([c.page.context().waitForEvent("page"), link.click()]);
    await opened.waitForURL(`${c.t.url}/docs/guides/first-steps`);
    expect(await opened.getByRole("heading", { level: 1 }).innerText()).toBe("First steps");
    await opened.goto(`${c.t.url}/docs/guides/quick-start-web`);
    expect(await opened.locator("pre", { hasText: project.publishableKey }).count()).toBeGreaterThan(0);
    await opened.close();
    c.expectPeace();
  });

  test("is on every screen, and leads to another page from each", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    const seen = new Set<string>();
    for (const screen of ["/", "/instance", "/p/fernweh/users", "/p/fernweh/keys", "/p/fernweh/billing"]) {
      await c.goto(screen);
      const link = c.page.locator('a[target="_blank"][href^="/docs/"]');
      await link.waitFor({ state: "attached" });
      seen.add(((await link.getAttribute("href")) ?? "").replace(/project=.*&/, ""));
    }
    expect(seen.size).toBe(5);
    c.expectPeace();
  });

  test("is on the page to sign in, too", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.goto("/sign-in");
    await c.page.getByRole("link", { name: "Documentation" }).click();
    await c.page.waitForURL(`${c.t.url}/docs/guides/first-steps`);
  });
});
