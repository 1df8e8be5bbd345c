import { readFileSync } from "node:fs";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { useConsole } from "./console-page.ts";

describe("what the screen of a user knows about them", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    const { user } = await c.t.addUser(project, "ada@example.com", "correct horse battery");
    return { c, users, userId: user?.id ?? "" };
  };

  test("notes are added with their author, and deleted", async () => {
    const { c, users, userId } = await opened();
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.page.getByLabel("New note").fill("Called about the invoice.\nWants a refund.");
    await c.press("Add note");
    const note = c.page.getByRole("listitem").filter({ hasText: "Wants a refund." });
    await note.waitFor();
    expect(await note.innerText()).toContain("root@example.com");
    expect(await c.page.getByLabel("New note").inputValue()).toBe("");
    expect((await users.listUserNotes({ project: "fernweh", userId })).notes).toHaveLength(1);
    await c.inspect("user-notes");
    await note.getByRole("button", { name: "Delete note" }).click();
    await c.dialog().getByRole("button", { name: "Delete note" }).click();
    await note.waitFor({ state: "detached" });
    expect((await users.listUserNotes({ project: "fernweh", userId })).notes).toEqual([]);
    c.expectPeace();
  });

  test("everything about them is downloaded as one file, and the timeline says so", async () => {
    const { c, userId } = await opened();
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.press("Actions");
    const [download] = await Promise.all([
      c.page.waitForEvent("download"),
      c.page.getByRole("menuitem", { name: "Export this person's data" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${userId}.json`);
    const file = JSON.parse(readFileSync(await download.path(), "utf8"));
    expect(file).toMatchObject({ format: 1, user: { id: userId, email: "ada@example.com" } });
    await c.page.getByText("Personal data exported").first().waitFor();
    c.expectPeace();
  });

  test("the timeline has what happened to them once each, and goes further back", async () => {
    const { c, users, userId } = await opened();
    for (let n = 0; n < 10; n++) {
      c.t.advance(1000);
      await users.disableUser({ project: "fernweh", userId });
      c.t.advance(1000);
      await users.enableUser({ project: "fernweh", userId });
    }
    await c.goto(`/p/fernweh/users/${userId}`);
    const timeline = c.page.locator("section", { has: c.page.getByRole("heading", { name: "Timeline" }) });
    await timeline.getByRole("listitem").first().waitFor();
    await timeline.getByRole("button", { name: "Show earlier events" }).click();
    await timeline.getByText("Signed up").waitFor();
    const lines = await timeline.getByRole("listitem").allInnerTexts();
    expect(lines.filter((line) => line.includes("enabled"))).toHaveLength(10);
    c.expectPeace();
  });

  test("the raw record is what the API returns, ready to copy", async () => {
    const { c, userId } = await opened();
    await c.goto(`/p/fernweh/users/${userId}`);
    await c.press("Show JSON");
    const record = c.page.getByRole("figure", { name: "Raw record" });
    await record.waitFor();
    await c.inspect("user-raw");
    await record.getByRole("button", { name: "Copy" }).click();
    await record.getByRole("button", { name: "Copied" }).waitFor();
    expect(JSON.parse(await c.clipboard())).toMatchObject({ id: userId, email: "ada@example.com" });
    c.expectPeace();
  });
});
