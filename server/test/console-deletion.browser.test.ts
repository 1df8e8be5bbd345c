import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { useConsole } from "./console-page.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe("deletion of accounts in the console", () => {
  const current = useConsole();

  test("the grace period and the ban are saved; an empty period is not no period", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh", { deletionGraceDays: 7 });
    await c.signIn();
    await c.goto("/p/fernweh/settings");
    const form = c.page.getByRole("form", { name: "Deletion of accounts", exact: true });
    const days = form.getByLabel("Grace period");
    const save = () => form.getByRole("button", { name: "Save" }).click();
    const stored = async () =>
      (await c.t.projects(token).getProject({ project: "fernweh" })).project?.settings;
    await days.fill("");
    await save();
    await form
      .getByText(/^Grace period must be/)
      .first()
      .waitFor();
    await days.fill("30");
    await form.getByRole("switch", { name: "Ban disabled users who are deleted" }).click();
    await c.inspect("settings-deletion");
    await save();
    await expect
      .poll(async () => {
        const { deletionGraceDays, banErasedUsers } = (await stored()) ?? {};
        return { deletionGraceDays, banErasedUsers };
      })
      .toEqual({ deletionGraceDays: 30, banErasedUsers: true });
    c.forgive(/400/);
    c.expectPeace();
  });

  test("a user who waits for the deletion has a badge and a date, and an administrator keeps the account", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh", { deletionGraceDays: 14 });
    const { accessToken, user } = await c.t.addUser(project, EMAIL, PASSWORD);
    const userId = user?.id ?? "";
    await c.t.auth(project, accessToken).deleteAccount({});
    await c.signIn();
    await c.goto("/p/fernweh/users");
    await c.page.getByText("To be deleted").first().waitFor();
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.heading(EMAIL);
    await c.page.getByText("To be deleted").waitFor();
    await c.page.getByText("Will be deleted").waitFor();
    await c.inspect("user-to-be-deleted");
    await c.press("Actions");
    await c.page.getByRole("menuitem", { name: "Keep account" }).click();
    await c.page.getByText("The account is kept.").first().waitFor();
    await c.page.getByText("To be deleted").waitFor({ state: "detached" });
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    expect((await users.getUser({ project: "fernweh", userId })).user?.deletionTime).toBeUndefined();
    c.expectPeace();
  });
});
