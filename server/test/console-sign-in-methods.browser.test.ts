import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ProjectSettingsUpdateSchema } from "@svc/proto/svc/admin/v1/project_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TokenIssuer } from "../src/testing/token-issuer.ts";
import { useConsole } from "./console-page.ts";

const WEB = "1234-web.apps.googleusercontent.com";
const SECRET = "GOCSPX-a-secret";

describe("the console's sign-in methods", () => {
  let google: TokenIssuer;
  beforeAll(async () => {
    google = await TokenIssuer.open();
  });
  afterAll(() => google.close());
  // Apple's stand-in is missing: for the server, Apple is down.
  const current = useConsole(() => ({ providers: { google: google.url } }));

  const opened = async (settings: MessageInitShape<typeof ProjectSettingsUpdateSchema> = {}) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    const projects = c.t.projects(token);
    await projects.updateProject({ project: "fernweh", settings });
    google.clock = c.t.app.clock;
    await c.signIn();
    await c.goto("/p/fernweh/sign-in-methods");
    await c.heading("Sign-in methods");
    const stored = async () => (await projects.getProject({ project: "fernweh" })).project;
    const form = (name: string) => c.page.getByRole("form", { name, exact: true });
    const save = async (name: string): Promise<void> => {
      await form(name).getByRole("button", { name: "Save" }).click();
      await c.page.getByText("Saved.", { exact: true }).waitFor();
    };
    return { c, stored, form, save };
  };

  test("the password policy, sign-up and verification are what the switches say", async () => {
    const { c, stored, form, save } = await opened();
    const password = form("Email and password");
    await password.getByLabel("Minimum password length").fill("3");
    await password.getByRole("button", { name: "Save" }).click();
    await password.getByRole("alert").waitFor();
    expect(await password.getByLabel("Minimum password length").getAttribute("aria-invalid")).toBe("true");
    expect(await password.getByRole("alert").innerText()).toMatch(/whole number from 6 to 128.*Request id/s);
    expect((await stored())?.settings?.passwordPolicy?.minLength).toBe(8);

    await password.getByLabel("Minimum password length").fill("12");
    await password.getByLabel("Reject common passwords").uncheck();
    await password.getByLabel("Anyone can sign up").uncheck();
    await password.getByLabel("Users must verify their email").check();
    await save("Email and password");
    expect((await stored())?.settings).toMatchObject({
      passwordPolicy: { minLength: 12, allowCommon: true },
      signUpClosed: true,
      requireEmailVerification: true,
      allowAnonymousSignIn: false,
    });
    await c.page.reload();
    expect(await password.getByLabel("Minimum password length").inputValue()).toBe("12");
    expect(await password.getByLabel("Anyone can sign up").isChecked()).toBe(false);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("guests are allowed and kept for as many days, and an empty field is not for ever", async () => {
    const { c, stored, form, save } = await opened({ guestRetentionDays: 30 });
    const guests = form("Guests");
    await guests.getByLabel("Delete inactive guests").fill("");
    await guests.getByRole("button", { name: "Save" }).click();
    await guests.getByRole("alert").waitFor();
    expect((await stored())?.settings?.guestRetentionDays).toBe(30);
    await guests.getByLabel("Delete inactive guests").fill("90");
    await guests.getByLabel("Allow guests").check();
    await save("Guests");
    expect((await stored())?.settings).toMatchObject({ allowAnonymousSignIn: true, guestRetentionDays: 90 });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("Google is set up, its secret is never shown again, and the live check says what Google says", async () => {
    google.secrets.set(WEB, SECRET);
    const { c, stored, form, save } = await opened();
    const card = form("Google");
    await card.getByLabel("Users can sign in with Google").check();
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByRole("alert").waitFor();
    expect(await card.getByRole("alert").innerText()).toContain("needs “Web client id” or “iOS client id”");

    await card.getByLabel("Web client id", { exact: true }).fill(WEB);
    await card.getByLabel("Web client secret").fill(SECRET);
    await card.getByText("Android app", { exact: true }).click();
    await card.getByLabel("Package name").fill("com.example.fernweh");
    await card.getByLabel("SHA-256 fingerprints").fill(Array(32).fill("ab").join(":"));
    expect(await card.getByRole("button", { name: "Check now" }).isDisabled()).toBe(true);
    await save("Google");
    expect(await stored()).toMatchObject({
      settings: {
        google: {
          enabled: true,
          webClientId: WEB,
          hasWebClientSecret: true,
          androidPackage: "com.example.fernweh",
          androidSha256Fingerprints: [Array(32).fill("AB").join(":")],
        },
      },
      signInProviders: [{ browserReady: true }, {}],
    });
    await card.getByRole("region", { name: "Web client secret" }).getByText("Stored").waitFor();
    expect(await c.page.evaluate(() => [...document.querySelectorAll("input")].map(({ value }) => value)))
      .not //
      .toContain(SECRET);

    const redirect = card.getByRole("region", { name: "Authorised redirect URI" });
    await redirect.getByRole("button", { name: "Copy" }).click();
    await redirect.getByRole("button", { name: "Copied" }).waitFor();
    expect(await c.clipboard()).toBe(`${c.t.url}/oauth/google/callback`);

    await card.getByRole("button", { name: "Check now" }).click();
    const results = card.getByRole("list", { name: "Google check results" });
    await results.getByText("Google accepts it").waitFor();
    await c.page.getByText("Saved.", { exact: true }).waitFor({ state: "detached" });
    await c.page.evaluate(() => scrollTo(0, 0));
    await c.inspect("sign-in-methods");
    google.secrets.set(WEB, "another");
    await card.getByRole("button", { name: "Check again" }).click();
    await results.getByText("Google rejects it (invalid_client)").waitFor();
    const row = results.getByRole("listitem").filter({ hasText: "Google web secret" });
    expect(await row.innerText()).toMatch(/Failure.*How to fix it:.*secret/s);
    c.forgive(/400/);
    c.expectPeace();
  });

  test("the fields for Android are folded away until they are used", async () => {
    const { c, form, save } = await opened();
    const google = form("Google");
    expect(await google.getByLabel("Package name").isVisible()).toBe(false);
    await google.getByText("Android app", { exact: true }).click();
    await google.getByLabel("Package name").fill("com.example.fernweh");
    await save("Google");
    await c.page.reload();
    await google.getByLabel("Package name").waitFor();
    c.expectPeace();
  });

  test("a stored secret is replaced or removed on purpose only", async () => {
    const google = { enabled: true, webClientId: WEB, webClientSecret: SECRET };
    const { c, stored, form, save } = await opened({ google });
    const card = form("Google");
    const secret = card.getByRole("region", { name: "Web client secret" });
    await secret.getByRole("button", { name: "Replace" }).click();
    await card.getByLabel("Web client secret").fill("typed and thought better of");
    await card.getByRole("button", { name: "Keep the stored value" }).click();
    expect(await card.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await secret.getByRole("button", { name: "Remove" }).click();
    await secret.getByText("Will be removed when you save.").waitFor();
    expect((await stored())?.settings?.google?.hasWebClientSecret).toBe(true);
    await save("Google");
    expect((await stored())?.settings?.google?.hasWebClientSecret).toBe(false);
    await card.getByText("Missing: google.web_client_secret").waitFor();
    c.expectPeace();
  });

  test("Apple refuses what is no key, and what cannot be checked is told as such", async () => {
    const { c, stored, form, save } = await opened();
    const card = form("Apple");
    await card.getByLabel("Users can sign in with Apple").check();
    await card.getByLabel("Bundle id").fill("com.example.fernweh");
    await card.getByLabel("Team id").fill("TEAM123456");
    await card.getByLabel("Key id").fill("KEY1234567");
    await card.getByLabel("Sign-in key", { exact: true }).fill("no key at all");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByRole("alert").waitFor();
    expect(await card.getByLabel("Sign-in key", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await card.getByLabel("Sign-in key", { exact: true }).fill("");
    await save("Apple");
    expect((await stored())?.settings?.apple).toMatchObject({
      enabled: true,
      bundleId: "com.example.fernweh",
      teamId: "TEAM123456",
      hasKey: false,
    });
    expect(await card.innerText()).toContain(`${c.t.url}/oauth/apple/notifications/fernweh`);
    await card.getByRole("button", { name: "Check now" }).click();
    const results = card.getByRole("list", { name: "Apple check results" });
    const row = (title: string) => results.getByRole("listitem").filter({ hasText: title });
    expect(await row("Apple's keys").innerText()).toContain("Failure");
    expect(await row("Apple key stored").innerText()).toContain("Warning");
    expect(await row("Apple private relay").innerText()).toContain("Not checked");
    c.forgive(/400/);
    c.expectPeace();
  });

  test("what is not saved is not lost by a stray click", async () => {
    const { c, stored, form } = await opened();
    await form("Guests").getByLabel("Allow guests").check();
    const link = c.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Keys" });
    await link.click();
    const dialog = c.page.getByRole("dialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Keep editing" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await form("Guests").getByLabel("Allow guests").isChecked()).toBe(true);
    await link.click();
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await c.heading("Keys");
    expect((await stored())?.settings?.allowAnonymousSignIn).toBe(false);
    c.expectPeace();
  });
});
