import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { describe, expect, test } from "vitest";
import { reasonOf } from "../src/testing/reason-of.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const PASSWORD = "correct horse battery";

describe("the screen of keys", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    await c.t.addAdmin();
    await c.signIn();
    const made = await c.t.addProject("Fernweh");
    await c.goto("/p/fernweh/keys");
    await c.heading("Keys");
    await c.page.getByText("Signs new tokens").waitFor();
    return { c, ...made };
  };

  const kids = async (c: ConsolePage): Promise<string[]> => {
    const answer = await fetch(`${c.t.url}/p/fernweh/.well-known/jwks.json`);
    const { keys }: { keys: { kid: string }[] } = await answer.json();
    return keys.map(({ kid }) => kid);
  };

  const left = (c: ConsolePage, text: string): Promise<void> =>
    c.page.getByText(text).filter({ visible: true }).waitFor();

  test("has the publishable key and the addresses of the tokens, to copy", async () => {
    const { c, project } = await opened();
    for (const [label, value] of [
      ["Publishable key", project.publishableKey],
      ["JWKS URL", `${c.t.url}/p/fernweh/.well-known/jwks.json`],
      ["Issuer (iss)", `${c.t.url}/p/fernweh`],
      ["Audience (aud)", "fernweh"],
    ] as const) {
      await c.page.getByRole("region", { name: label }).getByRole("button", { name: "Copy" }).click();
      expect(await c.clipboard()).toBe(value);
    }
    const [kid = ""] = await kids(c);
    await c.press(`Show public key ${kid}`);
    await c.dialog().getByText("BEGIN PUBLIC KEY").waitFor();
    c.expectPeace();
  });

  test("a new secret key is shown once, and the old one no longer works", async () => {
    const { c, secretKey } = await opened();
    const users = (key: string) => c.t.client(UserService, { "x-svc-key": key }).listUsers({});
    await users(secretKey);
    await c.press("Roll secret key");
    const dialog = c.dialog();
    const action = dialog.getByRole("button", { name: "Roll secret key" });
    await dialog.getByLabel("Type fernweh to confirm").fill("fernwe");
    expect(await action.isDisabled()).toBe(true);
    await dialog.getByLabel("Type fernweh to confirm").fill("fernweh");
    await dialog.getByLabel("Type fernweh to confirm").press("Enter");
    const shown = c.page.getByRole("dialog", { name: "New secret key" });
    expect(await shown.getByTestId("secret").innerText()).toMatch(/^sk_•+$/);
    await shown.getByRole("button", { name: "Copy" }).click();
    const fresh = await c.clipboard();
    expect(fresh).toMatch(/^sk_\w{46}$/);
    expect(await c.page.content()).not.toContain(fresh);
    await users(fresh);
    expect(await reasonOf(users(secretKey))).toBe("API_KEY_INVALID");
    await shown.getByRole("button", { name: "Show" }).click();
    expect(await c.page.content()).toContain(fresh);
    // It cannot be read again, so it does not go by accident.
    await c.page.keyboard.press("Escape");
    await c.page.mouse.click(4, 4);
    await c.inspect("secret-once");
    expect(await c.page.content()).toContain(fresh);
    await c.press("I’ve stored it");
    await shown.waitFor({ state: "detached" });
    expect(await c.page.content()).not.toContain(fresh);
    c.expectPeace();
  });

  test("the old secret key can be kept for a while, is shown then, and can be ended", async () => {
    const { c, secretKey } = await opened();
    const users = (key: string) => c.t.client(UserService, { "x-svc-key": key }).listUsers({});
    await c.press("Roll secret key");
    const dialog = c.dialog();
    await dialog.getByLabel("Keep the current key for").selectOption("1 day");
    await dialog.getByLabel("Type fernweh to confirm").fill("fernweh");
    await c.inspect("roll-secret-key");
    await dialog.getByLabel("Type fernweh to confirm").press("Enter");
    await c.press("I’ve stored it");
    await c.page.getByText(`sk_…${secretKey.slice(-4)}`).waitFor();
    await users(secretKey);
    await c.inspect("old-secret-key");

    await c.press("End it now");
    await c.dialog().getByRole("button", { name: "End it now" }).click();
    await c.page.getByText(`sk_…${secretKey.slice(-4)}`).waitFor({ state: "detached" });
    expect(await reasonOf(users(secretKey))).toBe("API_KEY_INVALID");
    c.expectPeace();
  });

  test("a rotated key stays published for its grace, which is counted down", async () => {
    const { c } = await opened();
    const [old = "", standBy = ""] = await kids(c);
    await c.press("Rotate");
    const dialog = c.dialog();
    await dialog.getByText("may refuse new tokens for up to 15 min 0 s").waitFor();
    await dialog.getByLabel("Keep the old key for").selectOption("Custom");
    await dialog.getByLabel("Seconds").fill("5400");
    await dialog.getByRole("button", { name: "Rotate key" }).click();
    await left(c, "in 1 h 30 min");
    const [fresh = "", next = "", third = ""] = await kids(c);
    expect([fresh, third]).toEqual([standBy, old]);
    const rows = await c.page.getByRole("table").getByRole("row").allInnerTexts();
    expect(rows[1]).toContain(fresh);
    expect(rows[1]).toContain("Signs new tokens");
    expect(rows[2]).toContain(next);
    expect(rows[2]).toContain("Stand-by, signs next");
    expect(rows[3]).toContain(old);
    await c.inspect("keys");

    c.t.advance(5_340_000);
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn(); // the session of before may have ended by then
    await c.goto("/p/fernweh/keys");
    await left(c, "in 1 min 0 s");
    c.t.advance(61_000);
    await c.page.reload();
    await c.page.getByText(fresh).waitFor();
    expect(await c.page.getByText(old).count()).toBe(0);
    expect(await kids(c)).toEqual([fresh, next]);
    await c.press("Rotate");
    expect(await c.dialog().getByText("may refuse new tokens").count()).toBe(0);
    c.expectPeace();
  });

  test("a reset says what it breaks, and then ends every session", async () => {
    const { c, project } = await opened();
    const { refreshToken } = await c.t.addUser(project, "ada@example.com", PASSWORD);
    const before = await kids(c);
    await c.press("Reset signing key");
    const dialog = c.dialog();
    await dialog.getByText("Every session ends").waitFor();
    await c.inspect("keys-reset");
    await dialog.getByLabel("Type fernweh to confirm").fill("fernweh");
    await dialog.getByRole("button", { name: "Reset signing key" }).click();
    await c.page.getByText("Reset the signing key and ended 1 session.").waitFor();
    const after = await kids(c);
    expect(after).toHaveLength(2);
    expect(after.filter((kid) => before.includes(kid))).toEqual([]);
    expect(await reasonOf(c.t.auth(project).refreshToken({ refreshToken }))).toMatch(
      /^(SESSION_REVOKED|REFRESH_TOKEN_INVALID)$/,
    );
    c.expectPeace();
  });

  test("a refused rotation says why in the dialog, which stays", async () => {
    const { c } = await opened();
    await c.press("Rotate");
    await c.page.route("**/svc.admin.v1.ProjectService/RotateSigningKey", (route) => route.abort());
    const dialog = c.dialog();
    await dialog.getByRole("button", { name: "Rotate key" }).click();
    await dialog.getByRole("alert").getByText("Can’t reach the server.").waitFor();
    expect(await kids(c)).toHaveLength(2);
    c.forgive(/ERR_FAILED/);
    c.expectPeace();
  });
});
