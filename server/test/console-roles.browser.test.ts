import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import type { Locator, Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { seedDemo } from "./console-demo.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const GRACE = "support@fernweh.example";

const screens = (userId: string): readonly string[] => [
  "/",
  "/p/fernweh/overview",
  "/p/fernweh/users",
  `/p/fernweh/users/${userId}`,
  "/p/fernweh/events",
  "/p/fernweh/billing",
  "/p/fernweh/billing/metrics",
  "/p/fernweh/billing/catalog",
  "/p/fernweh/billing/subscriptions",
  "/p/fernweh/billing/purchases",
  "/p/fernweh/billing/notifications",
  "/p/fernweh/push",
  "/p/fernweh/sign-in-methods",
  "/p/fernweh/urls",
  "/p/fernweh/branding",
  "/p/fernweh/wording",
  "/p/fernweh/keys",
  "/p/fernweh/settings",
  "/p/fernweh/settings?tab=yaml",
  "/p/fernweh/connect",
  "/instance",
];

describe("the console of an administrator with a role in one project", () => {
  const current = useConsole();

  /** A project with a past, and an administrator who has this role in it and no other. */
  async function signedInAs(role: AdminRole): Promise<{ c: ConsolePage; userId: string; refused: string[] }> {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { userId } = await seedDemo(c.t, token, 5);
    const { adminId } = await c.t.addAdmin(GRACE);
    const accounts = c.t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    await accounts.setAdminRole({ adminId, project: "fernweh", role });
    await accounts.setAdminRole({ adminId, role: AdminRole.NONE });
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn(GRACE);
    const refused: string[] = [];
    c.page.on("response", (response: Response) => {
      if (response.status() === 403) refused.push(`${response.url()} on ${c.page.url()}`);
    });
    return { c, userId, refused };
  }

  const settled = async ({ page }: ConsolePage): Promise<void> => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForLoadState("networkidle");
  };
  const buttonsIn = (place: Locator): Locator => place.getByRole("button", { disabled: false });

  /** With what is asked for, so that no button waits for it. */
  async function fillIn(dialog: Locator): Promise<void> {
    for (const field of await dialog.getByRole("textbox").all()) {
      const label = await field.evaluate((node: HTMLInputElement) => node.labels?.[0]?.innerText ?? "");
      const wanted = /^Type (.+) to confirm$/.exec(label)?.[1];
      await field.fill(wanted ?? "nobody@example.com", { timeout: 500 }).catch(() => {});
    }
  }

  /** Presses every button of the screen, and every button of what opens then. */
  async function pressEverything(c: ConsolePage, path: string): Promise<number> {
    await c.goto(path);
    await settled(c);
    const main = c.page.getByRole("main");
    // Chosen rows bring buttons of their own.
    for (const box of await main.getByRole("table").getByRole("checkbox").all())
      await box.check({ force: true });
    const count = await buttonsIn(main).count();
    for (let index = 0; index < count; index++) {
      const button = buttonsIn(main).nth(index);
      if (!(await button.isVisible())) continue;
      await button.click({ force: true, timeout: 5000 }).catch(() => {}); // it may be gone since
      const dialog = c.dialog().last();
      for (const entry of await c.page.getByRole("menuitem").all()) await entry.click().catch(() => {});
      const hasOpened = dialog.waitFor({ timeout: 300 }).then(
        () => true,
        () => false,
      );
      if (await hasOpened) {
        await fillIn(dialog);
        // From the last, which does it, to the first, which closes the dialog.
        for (const inner of (await buttonsIn(dialog).all()).reverse()) {
          await inner.click({ force: true, timeout: 500 }).catch(() => {});
        }
      }
      await c.page.keyboard.press("Escape");
      if (!c.page.url().endsWith(path)) {
        await c.goto(path);
        await settled(c);
      }
    }
    return count;
  }

  test("a viewer finds no control that would be refused, whatever is pressed", async () => {
    const { c, userId, refused } = await signedInAs(AdminRole.VIEWER);
    const pressed: Record<string, number> = {};
    for (const path of screens(userId)) pressed[path] = await pressEverything(c, path);
    expect(refused).toEqual([]);
    // Otherwise it would have looked at empty screens.
    expect(Object.values(pressed).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(40);
    c.forgive(/./);
  });

  test("what only owners see is not in the navigation, and forms can only be read", async () => {
    const { c, refused } = await signedInAs(AdminRole.VIEWER);
    await c.goto("/instance");
    await settled(c);
    expect(await c.page.getByRole("tab").allInnerTexts()).toEqual(["Your account", "Tokens"]);
    await c.page.getByText("Your account and your access tokens.", { exact: true }).waitFor();
    await c.goto("/p/fernweh/settings");
    await settled(c);
    expect(await c.page.getByLabel("Name", { exact: true }).isDisabled()).toBe(true);
    expect(await c.page.getByRole("button", { name: "Save" }).count()).toBe(0);
    expect(await c.page.getByText("Delete project").count()).toBe(0);
    await c.page.getByText("fernweh · Viewer").waitFor();
    await c.inspect("settings-viewer");
    for (const [path, button] of [
      ["urls", "Add scheme"],
      ["branding", "Upload"],
      ["wording", /^Insert /],
    ] as const) {
      await c.goto(`/p/fernweh/${path}`);
      await settled(c);
      expect(await c.page.getByRole("button", { name: button }).count(), path).toBe(0);
    }
    await c.goto("/");
    await settled(c);
    expect(await c.page.getByRole("table").getByRole("link").allInnerTexts()).toEqual(["Fernweh"]);
    expect(refused).toEqual([]);
    c.expectPeace();
  });

  test("support disables a user and cannot change the address", async () => {
    const { c, userId, refused } = await signedInAs(AdminRole.SUPPORT);
    await c.goto(`/p/fernweh/users/${userId}`);
    await settled(c);
    expect(await c.page.getByLabel("Email address").isDisabled()).toBe(true);
    await c.press("Actions");
    const entries = await c.page.getByRole("menuitem").allInnerTexts();
    expect(entries).toEqual([
      "Send password reset email",
      "Mark address as bouncing",
      "Sign out everywhere",
      "Disable user",
    ]);
    await c.page.getByRole("menuitem", { name: "Disable user" }).click();
    await c.dialog().getByRole("button", { name: "Disable user" }).click();
    await c.page.getByText("Disabled", { exact: true }).first().waitFor();
    expect(refused).toEqual([]);
    c.expectPeace();
  });

  test.each([
    ["a viewer", AdminRole.VIEWER],
    ["support", AdminRole.SUPPORT],
  ])("%s is not offered to export the list, and the server refuses it", async (_, role) => {
    const { c, refused } = await signedInAs(role);
    await c.goto("/p/fernweh/users");
    await settled(c);
    expect(await c.page.getByRole("button", { name: "Import and export" }).count()).toBe(0);
    const status = await c.page.evaluate(async () => {
      const answer = await fetch("/svc.admin.v1.UserService/ListUsers", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ project: "fernweh", forExport: true }),
      });
      return answer.status;
    });
    expect(status).toBe(403);
    expect(refused).toHaveLength(1);
    c.forgive(/403/);
    c.expectPeace();
  });

  test("an owner invites support for one project, and makes a viewer of somebody", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Demo");
    await c.t.addAdmin("kay@example.com");
    await c.signIn();
    await c.goto("/instance?tab=admins");
    await settled(c);
    await c.press("Invite");
    await c.page.getByLabel("Email address").fill("grace@example.com");
    await c.page.getByLabel("Role", { exact: true }).selectOption("Support");
    expect(await c.page.getByRole("button", { name: "Send invitation" }).isDisabled()).toBe(true);
    await c.page.getByRole("checkbox", { name: "Demo demo" }).check();
    await c.inspect("instance-invite-role");
    await c.press("Send invitation");
    await c.page.getByRole("row", { name: /grace@example.com Support of demo/ }).waitFor();

    await c.press("Change the roles of kay@example.com");
    await c.page.getByLabel("Owner of the instance").uncheck();
    await c.page.getByLabel("Role in Demo").selectOption("Viewer");
    await c.inspect("instance-change-roles");
    await c.press("Save");
    await c.page.getByRole("row", { name: /kay@example.com Viewer of demo/ }).waitFor();
    const accounts = c.t.client(AdminAccountService, { authorization: `Bearer ${token}` });
    const { admins, invites } = await accounts.listAdmins({});
    expect(admins.find(({ email }) => email === "kay@example.com")?.roles).toMatchObject([
      { project: "demo", role: AdminRole.VIEWER },
    ]);
    expect(invites).toMatchObject([{ roles: [{ project: "demo", role: AdminRole.SUPPORT }] }]);
    c.expectPeace();
  });
});
