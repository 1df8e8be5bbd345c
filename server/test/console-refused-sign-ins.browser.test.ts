import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { reasonOf } from "../src/testing/reason-of.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe("why somebody cannot sign in", () => {
  const current = useConsole(() => ({ rateLimits: { sign_in_account: { limit: 2, windowMs: 180_000 } } }));

  const opened = async (settings: Parameters<ConsolePage["t"]["addProject"]>[1] = {}) => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", settings);
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const { user } = await users.createUser({ project: "fernweh", email: EMAIL, password: PASSWORD });
    const userId = user?.id ?? "";
    const signIn = (password = PASSWORD, email = EMAIL) =>
      reasonOf(c.t.auth(project).signIn({ email, password }));
    await c.signIn();
    return { c, users, userId, signIn };
  };
  const line = ({ page }: ConsolePage) => page.getByText("Cannot sign in:").locator("..");

  test("a disabled user: the page says since when, and the timeline that they tried", async () => {
    const { c, users, userId, signIn } = await opened();
    await users.disableUser({ project: "fernweh", userId });
    expect(await signIn()).toBe("USER_DISABLED");
    await c.goto(`/p/fernweh/users/${userId}`);
    await line(c).getByText("Cannot sign in: disabled since").waitFor();
    await c.page.getByText("Sign-in failed: user is disabled").waitFor();
    await c.inspect("user-cannot-sign-in");
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Enable user" }).click();
    await line(c).waitFor({ state: "detached" });
    c.expectPeace();
  });

  test("an address that must be verified", async () => {
    const { c, userId, signIn } = await opened({ requireEmailVerification: true });
    expect(await signIn()).toBe("EMAIL_NOT_VERIFIED");
    await c.goto(`/p/fernweh/users/${userId}`);
    await line(c).getByText("email not verified (this project requires it)").waitFor();
    await c.page.getByText("Sign-in failed: email not verified").waitFor();
    c.expectPeace();
  });

  test("too many wrong passwords: for how long, and every reason in the list of events and on the overview", async () => {
    const { c, userId, signIn } = await opened();
    await signIn("wrong", "nobody@example.com");
    for (const _ of [1, 2]) expect(await signIn("wrong")).toBe("INVALID_CREDENTIALS");
    expect(await signIn()).toBe("RATE_LIMITED");
    await c.goto(`/p/fernweh/users/${userId}`);
    await line(c).getByText("too many wrong passwords, next try in about 3 min").waitFor();
    await c.goto("/p/fernweh/events");
    await c.page.getByRole("row", { name: /Sign-in failed: too many wrong passwords before/ }).waitFor();
    await c.page
      .getByRole("row", { name: /Sign-in failed: unknown email address.*Not signed in/s })
      .waitFor();
    expect(await c.page.getByRole("row", { name: /Sign-in failed: wrong password/ }).count()).toBe(2);
    await c.page.getByRole("link", { name: /too many wrong passwords/ }).click();
    await c
      .dialog()
      .getByRole("heading", { name: "Sign-in failed: too many wrong passwords before" })
      .waitFor();
    await c.goto("/p/fernweh/overview");
    await c.page.getByText("Sign-in failed: wrong password").first().waitFor();
    await c.page.getByText("Too many wrong passwords before").first().waitFor();
    c.expectPeace();
  });
});
