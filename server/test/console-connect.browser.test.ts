import { describe, expect, test } from "vitest";
import { useConsole } from "./console-page.ts";

describe("the screen that connects an app", () => {
  const current = useConsole();

  test("its lines have this server's address and this project's key, and are copied whole", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.signIn();
    const { project } = await c.t.addProject("Fernweh");
    await c.goto("/p/fernweh/connect");
    await c.heading("Connect");
    const layout = c.page.getByRole("figure", { name: "src/app/_layout.tsx" });
    await layout.getByRole("button", { name: "Copy" }).click();
    const copied = await c.clipboard();
    expect(copied).toContain(`baseUrl: "${c.t.url}"`);
    expect(copied).toContain(`publishableKey: "${project.publishableKey}"`);
    expect(copied).toBe(await layout.locator("pre").innerText());
    const { hostname, port } = new URL(c.t.url);
    await c.page.getByText(`Phones can’t reach ${hostname}.`).waitFor();
    await c.page.getByText(`svc serve --base-url http://192.168.1.20:${port}`).waitFor();
    await c.page.getByText("svc skill export --project fernweh").waitFor();
    await c.inspect("connect");
    c.expectPeace();
  });

  test("platform and language are in the address, and the keyboard chooses them", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.signIn();
    await c.t.addProject("Fernweh");
    await c.goto("/p/fernweh/connect?backend=python");
    await c.page.getByText("def verify_access_token").waitFor();
    for (const [platform, line] of [
      ["Flutter", "class SecureAuthStorage implements AuthStorage"],
      ["Android", "androidAuthClient(this"],
      ["iOS", "storage: KeychainStorage()"],
    ] as const) {
      await c.page.getByRole("tab", { name: platform }).click();
      await c.page.getByText(line).first().waitFor();
    }
    await c.page.getByRole("tab", { name: "Expo" }).click();
    await c.page.keyboard.press("ArrowRight");
    await c.page.keyboard.press("Enter");
    await c.page.getByText("react-native-keychain").first().waitFor();
    expect(new URL(c.page.url()).search).toBe("?backend=python&app=react-native");
    await c.page.reload();
    await c.page.getByText("react-native-keychain").first().waitFor();
    await c.page.getByText("def verify_access_token").waitFor();
    c.expectPeace();
  });
});
