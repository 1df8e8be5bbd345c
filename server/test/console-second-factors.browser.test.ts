import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { MfaPolicy } from "@svc/proto/svc/auth/v1/config_pb";
import { describe, expect, test } from "vitest";
import { challengeOf, enrollTotp, mfaClient, shownCode } from "../src/testing/factors.ts";
import { passkeyDevice, withPasskeys } from "../src/testing/passkeys.ts";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const ADA = "ada@example.com";
const GRACE = "grace@example.com";
const PASSWORD = "correct horse battery";
const MINUTE = 60_000;

describe("the second factors of users in the console", () => {
  const current = useConsole();

  const openSettings = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await c.signIn();
    await c.goto("/p/fernweh/sign-in-methods");
    await c.heading("Sign-in methods");
    const stored = async () =>
      (await c.t.projects(token).getProject({ project: "fernweh" })).project?.settings?.mfa;
    return { c, form: c.page.getByRole("form", { name: "Two-step verification" }), stored };
  };
  const save = async ({ c, form }: Pick<Awaited<ReturnType<typeof openSettings>>, "c" | "form">) => {
    await form.getByRole("button", { name: "Save" }).click();
    await c.page.getByText("Saved.", { exact: true }).last().waitFor();
    await form.getByText("Unsaved changes").waitFor({ state: "detached" });
  };

  test("are required or switched off after a warning of what happens to users", async () => {
    const { c, form, stored } = await openSettings();
    const policy = (name: string) => form.getByRole("radio", { name, exact: true });
    const warning = form.locator("p.bg-warn-soft");
    expect(await policy("Off").isChecked()).toBe(true);
    await policy("Optional").check();
    expect(await warning.count()).toBe(0);
    await save({ c, form });
    expect((await stored())?.policy).toBe(MfaPolicy.OPTIONAL);

    await policy("Required").check();
    await warning.filter({ hasText: "without a second factor have to set up" }).waitFor();
    await form.scrollIntoViewIfNeeded();
    await c.inspect("mfa-required");
    await save({ c, form });
    expect(await warning.count()).toBe(0);
    expect((await stored())?.policy).toBe(MfaPolicy.REQUIRED);

    await policy("Off").check();
    await warning.filter({ hasText: "stay stored" }).waitFor();
    await save({ c, form });
    expect((await stored())?.policy).toBe(MfaPolicy.OFF);
    c.expectPeace();
  });

  test("are required by a claim, whose name the server asks for", async () => {
    const { c, form, stored } = await openSettings();
    await form.getByRole("radio", { name: "Required by claim" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("alert").waitFor();
    expect(await form.getByLabel("Custom claim").getAttribute("aria-invalid")).toBe("true");
    await form.getByLabel("Custom claim").fill("role");
    await form.getByLabel("Values").fill("admin\nfirst line support\n");
    await form.scrollIntoViewIfNeeded();
    await c.inspect("mfa-by-claim");
    await save({ c, form });
    expect(await stored()).toMatchObject({
      policy: MfaPolicy.REQUIRED_BY_CLAIM,
      claim: "role",
      claimValues: ["admin", "first line support"],
    });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("are changed only after a recent sign-in", async () => {
    const { c, form, stored } = await openSettings();
    c.t.advance(11 * MINUTE);
    await form.getByRole("radio", { name: "Optional" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await confirmPassword(c);
    await c.page.getByText("Saved.", { exact: true }).last().waitFor();
    expect((await stored())?.policy).toBe(MfaPolicy.OPTIONAL);
    c.forgive(/400/);
    c.expectPeace();
  });

  async function confirmPassword(c: ConsolePage): Promise<void> {
    const question = c.page.getByRole("dialog", { name: "Confirm your password" });
    await question.getByLabel("Your password").fill(ADMIN_PASSWORD);
    await c.page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
  }

  const userWithApp = async (role?: AdminRole) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const mfa = { policy: "optional" as const, claim: "", claimValues: [] };
    const { project } = await c.t.addProject("Fernweh", { ...withPasskeys, mfa });
    const { user, accessToken } = await c.t.addUser(project, ADA, PASSWORD);
    const { secret } = await enrollTotp(c.t, project, accessToken);
    await passkeyDevice(c.t, project).link(accessToken);
    c.t.advance(MINUTE); // the code of the enrollment is used
    const signIn = () => c.t.auth(project).signIn({ email: ADA, password: PASSWORD });
    const { token: mfaToken } = await challengeOf(signIn());
    const proof = { case: "totpCode" as const, value: shownCode(c.t, secret) };
    await mfaClient(c.t, project).completeSignIn({ mfaToken, proof });
    const { adminId } = await c.t.addAdmin(GRACE);
    const accounts = c.t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    if (role !== undefined) {
      await accounts.setAdminRole({ adminId, project: "fernweh", role });
      await accounts.setAdminRole({ adminId, role: AdminRole.NONE });
    }
    await c.signIn(GRACE);
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.goto(`/p/fernweh/users/${user?.id}`);
    await c.heading(ADA);
    const card = c.page
      .locator("section")
      .filter({ has: c.page.getByRole("heading", { name: "Second factors", exact: true }) });
    return { c, card, signIn, userId: user?.id ?? "", token };
  };

  test("stand on the page of their user, where an administrator resets them after a recent sign-in", async () => {
    const { c, card, signIn, userId, token } = await userWithApp(AdminRole.ADMINISTRATOR);
    await card.getByText(/set up .*ago|set up now/).waitFor();
    for (const fact of ["Last code used", "Recovery codes left", "Passkeys", "Needs a second factor"]) {
      await card.getByText(fact, { exact: true }).waitFor();
    }
    await card.getByText("10", { exact: true }).waitFor();
    await card.scrollIntoViewIfNeeded();
    await c.inspect("user-factors");

    c.t.advance(11 * MINUTE);
    await card.getByRole("button", { name: "Reset second factors" }).click();
    const dialog = c.page.getByRole("dialog", { name: `Reset the second factors of ${ADA}?` });
    await dialog.getByText(/verify who is asking/).waitFor();
    await dialog.getByText(/Passkeys are removed too/).waitFor();
    await dialog.getByText(/All sessions end/).waitFor();
    await c.inspect("user-factors-reset");
    await dialog.getByRole("button", { name: "Reset second factors" }).click();
    await confirmPassword(c);
    await c.page.getByText("Reset the second factors. All sessions of the user have ended.").waitFor();
    await card.getByText("Not set up").waitFor();
    await c.page.getByText("No active sessions.").waitFor();

    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const { factors } = await users.getUserFactors({ project: "fernweh", userId });
    expect(factors).toMatchObject({ recoveryCodesLeft: 0, passkeys: 0, required: false });
    expect((await signIn()).accessToken).not.toBe("");
    c.forgive(/400/);
    c.expectPeace();
  });

  test.each([
    ["support", AdminRole.SUPPORT],
    ["a viewer", AdminRole.VIEWER],
  ])("%s sees them without a way to reset them", async (_name, role) => {
    const { c, card } = await userWithApp(role);
    await card.getByText("Recovery codes left").waitFor();
    expect(await card.getByRole("button").count()).toBe(0);
    c.expectPeace();
  });

  test("have no card where they are off and the user has none, and none for a guest", async () => {
    const c = current();
    await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", { allowAnonymousSignIn: true });
    const { user } = await c.t.addUser(project, ADA, PASSWORD);
    const guest = await c.t.auth(project).signInAnonymously({});
    await c.signIn();
    for (const id of [user?.id, guest.user?.id]) {
      await c.goto(`/p/fernweh/users/${id}`);
      await c.page.getByRole("heading", { name: "Sessions" }).waitFor();
      await c.page.waitForLoadState("networkidle");
      expect(await c.page.getByRole("heading", { name: "Second factors" }).count()).toBe(0);
    }
    c.expectPeace();
  });
});
