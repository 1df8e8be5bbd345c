import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { passkeyDevice, withPasskeys } from "../src/testing/passkeys.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const ADA = "ada@example.com";
const GRACE = "grace@example.com";

describe("the passkeys of a project in the console", () => {
  const current = useConsole();

  const openSettings = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    await c.goto("/p/fernweh/sign-in-methods");
    await c.heading("Sign-in methods");
    const stored = async () =>
      (await c.t.projects(token).getProject({ project: "fernweh" })).project?.settings?.passkeys;
    return { c, form: c.page.getByRole("form", { name: "Passkeys", exact: true }), stored };
  };
  const save = async ({ c, form }: Pick<Awaited<ReturnType<typeof openSettings>>, "c" | "form">) => {
    await form.getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Saved.", { exact: true }).last().waitFor();
  };

  test("are switched on with a domain, and another domain warns before it is saved", async () => {
    const { c, form, stored } = await openSettings();
    const card = c.page.locator("section").filter({ has: form });
    await card.getByText("Off", { exact: true }).waitFor();
    await form.getByLabel("Users can sign in with passkeys").check();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").waitFor(); // the server has an IP address
    expect(await form.getByLabel("Domain (RP ID)").getAttribute("aria-invalid")).toBe("true");
    await form.getByLabel("Domain (RP ID)").fill("Example.com");
    await form.getByLabel("Web origins").fill("https://app.example.com\nhttps://fernweh.example\n");
    expect(await form.getByText("stop working with another domain").count()).toBe(0);
    await save({ c, form });
    expect(await stored()).toMatchObject({
      enabled: true,
      rpId: "example.com",
      origins: ["https://app.example.com", "https://fernweh.example"],
    });
    await card.getByText("On", { exact: true }).waitFor();

    await form.getByLabel("Domain (RP ID)").fill("example.org");
    await form.getByText(/made for example\.com and stop working with another domain/).waitFor();
    await form.scrollIntoViewIfNeeded();
    await c.inspect("passkeys-other-domain");
    await form.getByLabel("Web origins").fill("");
    await save({ c, form });
    expect(await stored()).toMatchObject({ rpId: "example.org", origins: [] });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("are checked as phones and browsers do", async () => {
    const { c, form } = await openSettings();
    await form.getByLabel("Users can sign in with passkeys").check();
    await form.getByLabel("Domain (RP ID)").fill("example.com");
    await form.getByLabel("Web origins").fill("https://fernweh.example");
    expect(await form.getByRole("button", { name: "Check now" }).isDisabled()).toBe(true);
    await save({ c, form });
    await form.getByRole("button", { name: "Check now" }).click();
    const results = form.getByRole("list", { name: /Passkeys/ });
    await results.getByRole("listitem").filter({ hasText: "example.com" }).first().waitFor();
    await form.getByRole("button", { name: "Check again" }).waitFor();
    await form.scrollIntoViewIfNeeded();
    await c.inspect("passkeys-checked");
    c.expectPeace();
  });

  const userWithPasskey = async (
    role?: AdminRole,
  ): Promise<{ c: ConsolePage; userId: string; token: string }> => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", withPasskeys);
    const { user, accessToken } = await c.t.addUser(project, ADA, "correct horse battery");
    await passkeyDevice(c.t, project).link(accessToken);
    const { adminId } = await c.t.addAdmin(GRACE);
    const accounts = c.t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    if (role !== undefined) {
      await accounts.setAdminRole({ adminId, project: "fernweh", role });
      await accounts.setAdminRole({ adminId, role: AdminRole.NONE });
    }
    await c.signIn(GRACE);
    await c.goto(`/p/fernweh/users/${user?.id}`);
    await c.heading(ADA);
    return { c, userId: user?.id ?? "", token };
  };
  const passkeys = (c: ConsolePage) => c.page.getByRole("list", { name: "Passkeys" }).getByRole("listitem");

  test("stand on the page of their user, where an administrator removes them", async () => {
    const { c, userId, token } = await userWithPasskey(AdminRole.ADMINISTRATOR);
    await passkeys(c)
      .filter({ hasText: /Passkey.*last used never.*backed up/is })
      .waitFor();
    await passkeys(c).scrollIntoViewIfNeeded();
    await c.inspect("user-passkeys");
    await c.press("Remove the passkey Passkey");
    await c.dialog().getByRole("button", { name: "Remove" }).click();
    await c.page.getByText("No passkeys.").waitFor();
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    expect((await users.listUserPasskeys({ project: "fernweh", userId })).passkeys).toEqual([]);
    c.expectPeace();
  });

  test.each([
    ["support", AdminRole.SUPPORT],
    ["a viewer", AdminRole.VIEWER],
  ])("%s sees them without a way to remove them", async (_name, role) => {
    const { c } = await userWithPasskey(role);
    await passkeys(c).filter({ hasText: "Passkey" }).waitFor();
    expect(await c.page.getByRole("button", { name: /passkey/i }).count()).toBe(0);
    c.expectPeace();
  });

  test("have no card where they are off and the user has none", async () => {
    const c = current();
    await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    const { user } = await c.t.addUser(project, ADA, "correct horse battery");
    await c.signIn();
    await c.goto(`/p/fernweh/users/${user?.id}`);
    await c.heading(ADA);
    await c.page.waitForLoadState("networkidle");
    expect(await c.page.getByText("No passkeys.").count()).toBe(0);
    c.expectPeace();
  });
});
