import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { ADMIN_PASSWORD } from "../src/testing/test-app.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const RESTORED = "We restored your unsaved changes";

describe("what is not saved yet", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addAdmin("other@example.com");
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const userId = (await c.t.addUser(project, "ada@example.com", "correct horse battery")).user?.id ?? "";
    const name = async () => (await c.t.projects(token).getProject({ project: "fernweh" })).project?.name;
    return { c, token, users, userId, name };
  };
  const general = (c: ConsolePage) => c.page.getByRole("form", { name: "General" });
  const nameField = (c: ConsolePage) => general(c).getByLabel("Name", { exact: true });
  const save = (c: ConsolePage) => general(c).getByRole("button", { name: "Save" }).click();
  /** The dialog of the browser itself, over everything. */
  const prompt = (c: ConsolePage) => c.page.locator("dialog[open]");
  const reload = async (c: ConsolePage): Promise<void> => {
    c.page.once("dialog", (dialog) => void dialog.accept());
    await c.page.reload();
  };
  const stored = (c: ConsolePage) =>
    c.page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  const signInAgain = async (c: ConsolePage, email?: string): Promise<void> => {
    await prompt(c).waitFor();
    c.forgive(/401/);
    if (email) await prompt(c).getByLabel("Email address").fill(email);
    await prompt(c).getByLabel("Password").fill(ADMIN_PASSWORD);
    await prompt(c).getByRole("button", { name: "Sign in", exact: true }).click();
  };

  test("a session that ends in the middle of a form is renewed in place, and the save goes through", async () => {
    const { c, name } = await opened();
    await c.goto("/p/fernweh/settings");
    await nameField(c).fill("Typed");
    await c.signOut();
    await save(c);
    await prompt(c).getByText("Your session has ended").waitFor();
    await c.inspect("session-ended");
    await c.page.keyboard.press("Escape");
    await c.page.keyboard.press("Escape");
    expect(await prompt(c).isVisible()).toBe(true);
    await prompt(c).getByLabel("Password").fill("wrong");
    await prompt(c).getByRole("button", { name: "Sign in", exact: true }).click();
    await prompt(c).getByText("email address or password is wrong").waitFor();
    await signInAgain(c);
    await c.page.getByText("Saved.").waitFor();
    expect(await name()).toBe("Typed");
    expect(c.page.url()).toContain("/p/fernweh/settings");
    c.forgive(/401/); // of the ended session and of the wrong password: the browser may tell of them late
    c.expectPeace();
  });

  test("in a dialog, too: it stays open below, with what was typed", async () => {
    const { c, users } = await opened();
    await c.goto("/p/fernweh/users");
    await c.press("New user");
    await c.dialog().getByLabel("Email address").fill("eve@example.com");
    await c.signOut();
    await c.dialog().getByRole("button", { name: "Create and invite" }).click();
    await signInAgain(c);
    await c.dialog().waitFor({ state: "detached" });
    await users.getUser({ project: "fernweh", email: "eve@example.com" });
    c.expectPeace();
  });

  test("another administrator who signs in gets nothing of it", async () => {
    const { c, name } = await opened();
    await c.goto("/p/fernweh/settings");
    await nameField(c).fill("Secret plan");
    expect(await stored(c)).toContain("Secret plan");
    await c.signOut();
    await save(c);
    await signInAgain(c, "other@example.com");
    await c.page.getByRole("button", { name: "other@example.com" }).waitFor();
    expect(await nameField(c).inputValue()).toBe("Fernweh");
    expect(await stored(c)).not.toContain("Secret plan");
    expect(await name()).toBe("Fernweh");
    c.expectPeace();
  });

  test("survives a reload and the page to sign in, says so, and is gone once saved or discarded", async () => {
    const { c, name } = await opened();
    await c.goto("/p/fernweh/settings");
    await nameField(c).fill("Typed");
    await reload(c);
    await general(c).getByText(RESTORED).waitFor();
    expect(await nameField(c).inputValue()).toBe("Typed");
    await c.inspect("restored-draft");
    await c.signOut();
    await reload(c);
    await c.page.getByLabel("Email address").fill("root@example.com");
    c.forgive(/401/);
    await c.page.getByLabel("Password").fill(ADMIN_PASSWORD);
    await c.press("Sign in");
    await general(c).getByText(RESTORED).waitFor();
    await save(c);
    await c.page.getByText("Saved.").waitFor();
    expect(await name()).toBe("Typed");
    expect(await stored(c)).not.toContain("Typed");
    await nameField(c).fill("Other");
    await reload(c);
    await general(c).getByRole("button", { name: "Discard changes" }).click();
    expect(await nameField(c).inputValue()).toBe("Typed");
    await c.page.reload();
    await nameField(c).waitFor();
    expect(await general(c).getByText(RESTORED).count()).toBe(0);
    c.expectPeace();
  });

  test("a draft that was overtaken while the page was away is asked about", async () => {
    const { c, token, name } = await opened();
    await c.goto("/p/fernweh/settings");
    await nameField(c).fill("Mine");
    await c.t.projects(token).updateProject({ project: "fernweh", name: "Theirs" });
    await reload(c);
    await general(c).getByText(RESTORED).waitFor();
    await save(c);
    await c.dialog().getByText("Fernweh", { exact: true }).waitFor(); // what it was when the typing began
    await c.dialog().getByLabel("Use my change").check();
    await c.press("Save my choice");
    await c.page.getByText("Saved.").waitFor();
    expect(await name()).toBe("Mine");
    c.expectPeace();
  });

  test("leaving a page discards it, and so does signing out", async () => {
    const { c } = await opened();
    await c.goto("/p/fernweh/settings");
    await nameField(c).fill("Typed");
    await c.page.getByRole("link", { name: "Users", exact: true }).click();
    await c.dialog().getByRole("button", { name: "Discard changes" }).click();
    await c.heading("Users");
    expect(await stored(c)).not.toContain("Typed");
    await c.goto("/p/fernweh/settings");
    await nameField(c).fill("Typed");
    await c.page.getByRole("button", { name: "root@example.com" }).click();
    await c.page.getByRole("menuitem", { name: "Sign out" }).click();
    await c.page.getByLabel("Email address").waitFor();
    expect(await stored(c)).not.toContain("Typed");
    c.expectPeace();
  });

  test("claims, branding and a tier come back, secrets never leave the page", async () => {
    const { c, userId } = await opened();
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.page.getByLabel("Claims as JSON").fill('{"half": ');
    await reload(c);
    await expect.poll(() => c.page.getByLabel("Claims as JSON").inputValue()).toBe('{"half": ');
    await c.page
      .getByRole("form", { name: "Custom claims" })
      .getByRole("button", { name: "Discard" })
      .click();

    await c.goto("/p/fernweh/branding");
    await c.page.getByLabel("Footer").fill("Typed");
    await reload(c);
    await c.page.getByText(RESTORED).waitFor();
    await c.press("Discard changes");

    await c.goto("/p/fernweh/billing/catalog");
    await c.press("Add tier");
    await c.page.getByRole("form", { name: "New tier" }).getByLabel("Name").fill("Typed");
    await reload(c);
    const tier = c.page.getByRole("form", { name: "New tier" });
    await expect.poll(() => tier.getByLabel("Name").inputValue()).toBe("Typed");
    await tier.getByRole("button", { name: "Discard changes" }).click();

    await c.goto("/p/fernweh/sign-in-methods");
    await c.page.getByLabel("Web client id").fill("web-id");
    await c.page.getByLabel("Web client secret").fill("GOCSPX-hunter2");
    expect(await stored(c)).toContain("web-id");
    expect(await stored(c)).not.toContain("hunter2");
    await c.page
      .getByRole("form", { name: "Google" })
      .getByRole("button", { name: "Discard changes" })
      .click();
    await c.goto("/p/fernweh/settings?tab=yaml");
    const editor = c.page.locator("textarea");
    const spec = await editor.inputValue();
    await editor.fill(spec.replace("name: Fernweh", "name: Typed"));
    expect(await stored(c)).toContain("name: Typed");
    await editor.fill(spec.replace("  google:\n", "  google:\n    web_client_secret: hunter2\n"));
    expect(await stored(c)).not.toMatch(/hunter2|name: Typed/);
    c.expectPeace();
  });
});
