import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { describe, expect, test } from "vitest";
import { adminFactors, type Phone } from "../src/testing/admin-factors.ts";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";
import { readQrCode } from "./read-qr-code.ts";
import { addVirtualAuthenticator } from "./virtual-authenticator.ts";

const MINUTE = 60_000;
const STEP = 30_000;
const ROOT = "root@example.com";
const EVE = "eve@example.com";

const card = (c: ConsolePage) =>
  c.page.locator("section").filter({ hasText: "Two-step verification" }).last();
const codeField = (c: ConsolePage) => c.page.getByLabel("Code", { exact: true });

async function advance(c: ConsolePage, ms: number): Promise<void> {
  c.t.advance(ms);
  await c.page.clock.setFixedTime(c.t.app.clock());
}

async function openAccount(c: ConsolePage): Promise<void> {
  await c.goto("/instance?tab=account");
  await c.heading("Instance");
  await card(c).waitFor();
}

async function typePassword(c: ConsolePage, email = ROOT): Promise<void> {
  await c.page.getByLabel("Email address").fill(email);
  await c.page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  await c.page.keyboard.press("Enter");
}

/** Scans what is on the screen, as a phone does. */
async function scan(c: ConsolePage): Promise<Phone> {
  const shown = c.page.getByRole("img", { name: "QR code for the authenticator app" });
  const uri = new URL((await readQrCode(c.page.context(), shown)) ?? "no code");
  const secret = uri.searchParams.get("secret") ?? "";
  const typed = await c.page.getByTestId("totp-secret").textContent();
  expect(typed?.replaceAll(" ", "")).toBe(secret);
  return adminFactors(c.t).phone(secret);
}

async function listedCodes(c: ConsolePage): Promise<string[]> {
  const list = c.page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  return list.getByRole("listitem").allTextContents();
}

describe("two-step verification in the console", () => {
  const current = useConsole(() => ({ host: "localhost" }));

  /** An administrator with an app, signed out. */
  async function enrolled(): Promise<{ c: ConsolePage; phone: Phone }> {
    const c = current();
    await c.t.addAdmin(ROOT);
    await c.t.addProject("Demo");
    const phone = await adminFactors(c.t).enroll(await c.t.login(ROOT));
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.goto("/instance?tab=account");
    await c.page.getByLabel("Email address").waitFor();
    return { c, phone };
  }

  test("is set up by scanning a code, asks at the next sign-in, and is turned off", async () => {
    const c = current();
    await c.t.addAdmin(ROOT);
    await c.signIn(ROOT);
    await openAccount(c);
    await card(c).getByText("Off. Your password alone signs you in.").waitFor();
    await c.inspect("two-step-off");
    await c.press("Set up");
    await c.page.getByRole("img", { name: "QR code" }).waitFor();
    await c.inspect("two-step-scan");
    const phone = await scan(c);
    await c.page.getByLabel("Six digits from the app").fill(phone.wrongCode());
    await c.page.keyboard.press("Enter");
    await c.dialog().getByRole("alert").getByText("The code is wrong").waitFor();
    await c.page.keyboard.type(phone.code()); // the field has the focus
    await c.page.keyboard.press("Enter");
    await c.dialog().getByText("Each code signs you in once").waitFor();
    const codes = await listedCodes(c);
    expect(codes.length).toBe(10);
    await c.inspect("two-step-codes");
    await c.dialog().getByRole("button", { name: "Copy" }).click();
    expect((await c.clipboard()).trim().split("\n")).toEqual(codes);
    const [saved] = await Promise.all([
      c.page.waitForEvent("download"),
      c.dialog().getByRole("button", { name: "Download" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("svc-recovery-codes.txt");
    await c.press("I’ve stored it");
    await card(c).getByText("10 recovery codes left").waitFor();
    await c.inspect("two-step-on");

    await advance(c, STEP);
    await c.signOut();
    await c.goto("/instance?tab=account");
    await typePassword(c);
    await codeField(c).waitFor();
    await c.inspect("two-step-sign-in");
    await c.page.keyboard.type(phone.wrongCode());
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("alert").getByText("The code is wrong").waitFor();
    await c.inspect("two-step-sign-in-wrong");
    await c.page.keyboard.type(phone.code());
    await c.page.keyboard.press("Enter");
    await card(c).getByText("10 recovery codes left").waitFor();

    await advance(c, 11 * MINUTE);
    await c.press("Turn off");
    await c.dialog().getByRole("button", { name: "Turn off" }).click();
    // One question: a code proves more than the password.
    const question = c.page.getByRole("dialog", { name: "Confirm it’s you" });
    await question.waitFor();
    await c.inspect("two-step-question");
    await c.page.keyboard.type(phone.code());
    await c.page.keyboard.press("Enter");
    await card(c).getByText("Off. Your password alone signs you in.").waitFor();
    c.forgive(/40[01]/);
    c.expectPeace();
  });

  test("lets in who has lost the phone, with a recovery code, to set up a new one", async () => {
    const { c, phone } = await enrolled();
    await typePassword(c);
    await codeField(c).waitFor();
    await c.press("Use a recovery code");
    await c.page.getByLabel("Recovery code", { exact: true }).waitFor();
    await c.inspect("two-step-recovery");
    await c.page.keyboard.type("AAAA-BBBB-CCCC");
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("alert").getByText("The recovery code is wrong or was already used.").waitFor();
    await c.page.keyboard.type((phone.recoveryCodes[0] ?? "").toLowerCase());
    await c.page.keyboard.press("Enter");
    await card(c).getByText("9 recovery codes left").waitFor();
    await c.press("Replace the app");
    const replaced = await scan(c);
    await c.page.getByLabel("Six digits from the app").fill(replaced.code());
    await c.page.keyboard.press("Enter");
    await c.press("I’ve stored it");
    await card(c).getByText("10 recovery codes left").waitFor();
    await c.press("New recovery codes");
    await c.inspect("two-step-new-codes");
    await c.press("Generate codes");
    expect((await listedCodes(c)).length).toBe(10);
    await c.press("I’ve stored it");
    c.forgive(/40[01]/);
    c.expectPeace();
  });

  test("goes back to the password, and says when the sign-in took too long", async () => {
    const { c, phone } = await enrolled();
    await typePassword(c);
    await codeField(c).waitFor();
    await advance(c, 5 * MINUTE);
    await codeField(c).fill(phone.code());
    await c.page.keyboard.press("Enter");
    await c.page.getByRole("alert").getByText("This sign-in took too long").waitFor();
    await c.press("Back");
    await typePassword(c);
    await codeField(c).fill(phone.code());
    await c.page.keyboard.press("Enter");
    await card(c).waitFor();
    c.forgive(/400/);
    c.expectPeace();
  });

  test("is required by an owner, and set up during the sign-in of who has none", async () => {
    const { c, phone } = await enrolled();
    await c.t.addAdmin(EVE);
    await typePassword(c);
    await codeField(c).fill(phone.code());
    await c.page.keyboard.press("Enter");
    await card(c).waitFor();
    await c.goto("/instance?tab=admins");
    const all = c.page.getByRole("switch", { name: "Require it for all administrators" });
    await all.click();
    await c.inspect("two-step-require");
    await c.press("Require it");
    await expect.poll(() => all.isChecked(), { timeout: 60_000 }).toBe(true);
    await c.inspect("two-step-required");

    await c.signOut();
    await c.goto("/instance?tab=account");
    await typePassword(c, EVE);
    await c.page.getByText("This server requires two-step verification for all administrators.").waitFor();
    await c.page.getByRole("img", { name: "QR code" }).waitFor();
    await c.inspect("two-step-enroll-at-sign-in");
    const hers = await scan(c);
    await c.page.getByLabel("Six digits from the app").fill(hers.code());
    await c.page.keyboard.press("Enter");
    expect((await listedCodes(c)).length).toBe(10);
    await c.inspect("two-step-codes-at-sign-in");
    await c.press("I’ve stored them");
    await card(c).getByText("10 recovery codes left").waitFor();
    c.forgive(/400/);
    c.expectPeace();
  });

  test("takes a passkey as the second step", async () => {
    const c = current();
    await c.t.addAdmin(ROOT);
    await addVirtualAuthenticator(c.page);
    // The browser would sign in by itself, because its user agrees to every offer.
    await c.page.addInitScript(() =>
      Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: undefined }),
    );
    await c.signIn(ROOT);
    await openAccount(c);
    await c.press("Add a passkey");
    await c.page.getByRole("button", { name: "Remove Passkey" }).waitFor();
    const [cookie] = (await c.page.context().cookies()).filter(({ name }) => /admin|session/.test(name));
    const own = c.t.client(AdminFactorService, { cookie: `${cookie?.name}=${cookie?.value}` });
    await own.setAdminFactorPolicy({ requireFactors: true });
    await c.signOut();
    await c.goto("/instance?tab=account");
    await typePassword(c);
    await c.page.getByText("Your account also needs a passkey.").waitFor();
    await c.inspect("two-step-passkey");
    await c.press("Use a passkey");
    await card(c).getByText("Your passkey is the second step.").waitFor();
    c.forgive(/400/);
    c.expectPeace();
  });
});
