import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { describe, expect, test } from "vitest";
import { resetFactors } from "../src/domain/admins/reset-factors.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";
import { addVirtualAuthenticator, type VirtualAuthenticator } from "./virtual-authenticator.ts";

const MINUTE = 60_000;
const ROOT = "root@example.com";
const NONE = "No passkeys yet.";

const card = (c: ConsolePage) => c.page.locator("section").filter({ hasText: "Your passkeys" }).last();
const line = (c: ConsolePage, name: string | RegExp) =>
  c.page.getByRole("list", { name: "Your passkeys" }).getByRole("listitem").filter({ hasText: name });
const passkeyButton = (c: ConsolePage) => c.page.getByRole("button", { name: "Sign in with a passkey" });

async function openAccount(c: ConsolePage): Promise<void> {
  await c.goto("/instance?tab=account");
  await c.heading("Instance");
  await card(c).waitFor();
}

describe("the passkeys of an administrator in the console", () => {
  const current = useConsole(() => ({ host: "localhost" }));

  const opened = async (): Promise<{ c: ConsolePage; token: string; manager: VirtualAuthenticator }> => {
    const c = current();
    const { token } = await c.t.addAdmin(ROOT);
    await c.t.addProject("Demo");
    const manager = await addVirtualAuthenticator(c.page);
    await c.signIn(ROOT);
    await openAccount(c);
    return { c, token, manager };
  };
  const add = async (c: ConsolePage): Promise<void> => {
    await c.press("Add a passkey");
    await line(c, "Passkey").waitFor();
  };
  /** For the button: the browser would sign in by itself, because its user agrees to every offer. */
  const withoutOffers = (c: ConsolePage) =>
    c.page.addInitScript(() =>
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined }),
    );

  test("are added, named and removed on the account page, and sign in by the button", async () => {
    const { c, token, manager } = await opened();
    await card(c).getByText(NONE).waitFor();
    await withoutOffers(c);
    await add(c);
    expect(await manager.count()).toBe(1);
    await c.press("Rename Passkey");
    await c.dialog().getByLabel("Name", { exact: true }).fill("Work laptop");
    await c.inspect("passkey-rename");
    await c.dialog().getByRole("button", { name: "Save" }).click();
    await line(c, /Work laptop.*last used never/is).waitFor();
    await c.inspect("own-passkeys");

    await c.signOut();
    await c.goto("/instance?tab=account");
    await c.page.getByLabel("Email address").waitFor();
    expect(await c.page.getByLabel("Email address").getAttribute("autocomplete")).toBe("username webauthn");
    await c.inspect("sign-in-with-passkey");
    await passkeyButton(c).click();
    await line(c, "Work laptop").waitFor();

    await c.press("Remove Work laptop");
    await c.inspect("passkey-remove");
    await c.dialog().getByRole("button", { name: "Remove" }).click();
    await card(c).getByText(NONE).waitFor();
    const own = c.t.client(SessionService, { authorization: `Bearer ${token}` });
    expect((await own.listMyPasskeys({})).passkeys).toEqual([]);
    c.expectPeace();
  });

  test("are offered where the address is typed", async () => {
    const { c } = await opened();
    await add(c);
    await c.signOut();
    await c.goto("/p/demo/overview");
    await c.heading("Overview");
    c.expectPeace();
  });

  test("prove who uses the session instead of the password", async () => {
    const { c, manager } = await opened();
    await add(c);
    c.t.advance(11 * MINUTE);
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.goto("/instance?tab=tokens");
    await c.press("New token");
    await c.page.getByLabel("Name", { exact: true }).fill("CI");
    await c.press("Create token");
    const question = c.page.getByRole("dialog", { name: "Confirm your password" });
    await question.getByText("your password or a passkey").waitFor();
    await c.inspect("passkey-question");

    // Whoever does not agree is asked again.
    await manager.agree(false);
    await question.getByRole("button", { name: "Use a passkey" }).click();
    await expect
      .poll(() => question.getByRole("button", { name: "Use a passkey" }).getAttribute("aria-busy"))
      .toBe("false");
    expect(await question.getByRole("alert").count()).toBe(0);
    await manager.agree(true);
    await question.getByRole("button", { name: "Use a passkey" }).click();
    await c.page.getByRole("dialog", { name: "New token" }).waitFor();
    c.forgive(/40[01]/);
    c.expectPeace();
  });

  test("do not sign in after svc admin reset-factors, and the page says so", async () => {
    const { c } = await opened();
    await withoutOffers(c);
    await add(c);
    expect((await resetFactors(c.t.app, ROOT)).removedPasskeys).toBe(1);
    await c.goto("/instance?tab=account");
    await passkeyButton(c).click();
    await c.page.getByRole("alert").getByText("This passkey was not accepted.").waitFor();
    await c.inspect("passkey-refused");
    await expect.poll(() => passkeyButton(c).getAttribute("aria-busy")).toBe("false");
    await c.page.getByLabel("Email address").waitFor();
    c.forgive(/40[01]/);
    c.expectPeace();
  });

  test("are made once for each password manager, and not by who does not agree", async () => {
    const { c, manager } = await opened();
    await manager.agree(false);
    await c.press("Add a passkey");
    await expect
      .poll(() => c.page.getByRole("button", { name: "Add a passkey" }).getAttribute("aria-busy"))
      .toBe("false");
    await card(c).getByText(NONE).waitFor();
    await manager.agree(true);
    await add(c);
    await c.press("Add a passkey");
    await c.page.getByText("already has a passkey for your account").waitFor();
    expect(await manager.count()).toBe(1);
    c.expectPeace();
  });
});

describe("a console at an IP address", () => {
  const current = useConsole();

  test("says that it cannot have passkeys, and offers none", async () => {
    const c = current();
    await c.t.addAdmin(ROOT);
    await c.goto("/instance?tab=account");
    await c.page.getByLabel("Email address").waitFor();
    expect(await passkeyButton(c).count()).toBe(0);
    await c.signIn(ROOT);
    await openAccount(c);
    await card(c).getByText("Passkeys need a domain name.").waitFor();
    expect(await c.page.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
    c.expectPeace();
  });
});
