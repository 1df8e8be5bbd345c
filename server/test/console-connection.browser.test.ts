import { describe, expect, test } from "vitest";
import { mayHoldSecret } from "../../console/src/pages/settings/read-spec-text.ts";
import { providerSecrets } from "../../server/src/domain/projects/provider-secrets.ts";
import { useConsole } from "./console-page.ts";

const LOST = "Connection lost";

test("the console knows the key of every secret that a spec may hold", () => {
  for (const { path, presence } of providerSecrets) {
    const [key = "", flag = ""] = [path, presence].map((one) => one.split(".").at(-1));
    expect(mayHoldSecret(`settings: {x: {${key}: "s"}}`), key).toBe(true);
    expect(mayHoldSecret(`# ${key}\n${flag}: true\npubsub_service_account: a`), flag).toBe(false);
  }
});

describe("a server that does not answer", () => {
  const current = useConsole();

  test("is shown on every screen, and everything comes back by itself", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    await c.goto("/p/fernweh/settings");
    const name = c.page.getByRole("form", { name: "General" }).getByLabel("Name", { exact: true });
    await name.fill("Typed");
    await c.page.route("**/*", (route) => route.abort("connectionrefused"));
    await c.page.getByRole("form", { name: "General" }).getByRole("button", { name: "Save" }).click();
    await c.page.getByText(LOST).waitFor();
    await c.inspect("connection-lost");
    expect(await name.inputValue()).toBe("Typed");
    await c.page.getByText("Can’t reach the server").waitFor();
    expect(await c.page.getByText("UNREACHABLE").count()).toBe(0);
    await c.page.unroute("**/*");
    await c.page.getByText(LOST).waitFor({ state: "detached" });
    await c.page.getByText("Can’t reach the server").waitFor({ state: "detached" });
    await c.page.getByRole("form", { name: "General" }).getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Saved.").waitFor();
    c.forgive(/ERR_CONNECTION_REFUSED/);
    c.expectPeace();
  });

  test("a connection that is lost before the last part of a screen was loaded leaves the screen", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    await c.page.route("**/mail-banner*.js", (route) => route.abort("connectionrefused"));
    const failed = c.page.waitForEvent("requestfailed");
    await c.goto("/p/fernweh/settings");
    await failed;
    await c.page.getByRole("form", { name: "General" }).getByLabel("Name", { exact: true }).fill("Typed");
    await c.heading("Settings");
    c.forgive(/ERR_CONNECTION_REFUSED/);
    c.expectPeace();
  });

  test("a list that could not be loaded loads once the server is back", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    await c.page.route("**/svc.admin.v1.UserService/**", (route) => route.abort("connectionrefused"));
    await c.page.route("**/console/status.json", (route) => route.abort("connectionrefused"));
    await c.goto("/p/fernweh/users");
    await c.page.getByText("Can’t reach the server").waitFor();
    await c.page.unroute("**/svc.admin.v1.UserService/**");
    await c.page.unroute("**/console/status.json");
    await c.page.getByText("No users yet").waitFor();
    expect(await c.page.getByText(LOST).count()).toBe(0);
    c.forgive(/ERR_CONNECTION_REFUSED/);
    c.expectPeace();
  });
});
