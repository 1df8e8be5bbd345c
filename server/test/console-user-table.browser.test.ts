import { readFileSync } from "node:fs";
import type { Client } from "@connectrpc/connect";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { runUserJobs } from "../src/domain/user-jobs/run-user-jobs.ts";
import { insertManyUsers } from "../src/testing/many-users.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const DAY_MS = 86_400_000;

describe("the table of users", () => {
  const current = useConsole();

  type World = { c: ConsolePage; project: Project; users: Client<typeof UserService> };

  /** `user0` is the oldest. */
  const opened = async (count: number): Promise<World> => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await c.signIn();
    const userOf = (n: number) => ({
      email: `user${String(n).padStart(3, "0")}@example.com`,
      displayName: n === 0 ? "=SUM(A1)" : "",
      createdAt: c.t.app.clock() - (count - n) * DAY_MS,
    });
    await insertManyUsers(
      c.t.app,
      project,
      Array.from({ length: count }, (_, n) => userOf(n)),
    );
    const users = c.t.client(UserService, { authorization: `Bearer ${token}` });
    return { c, project, users };
  };

  const names = (c: ConsolePage): Promise<string[]> =>
    c.page.getByRole("table").locator("a bdi").allInnerTexts();
  const note = (c: ConsolePage, text: string) => c.page.getByText(text, { exact: true }).waitFor();
  const box = (c: ConsolePage, name: string) => c.page.getByRole("checkbox", { name: `Select ${name}` });
  const selected = (c: ConsolePage, count: number) => c.page.getByText(`${count} selected`).waitFor();

  test("it says how many match and which are shown, and has a way back (M5)", async () => {
    const { c } = await opened(124);
    await c.goto("/p/fernweh/users");
    await note(c, "Showing 1–50 of 124 users");
    expect(await c.page.getByRole("button", { name: "Previous page" }).isDisabled()).toBe(true);
    await c.press("Next page");
    await note(c, "Showing 51–100 of 124 users");
    await c.press("Next page");
    await note(c, "Showing 101–124 of 124 users");
    await c.page.reload();
    await note(c, "Showing 101–124 of 124 users");
    await c.press("Previous page");
    await note(c, "Showing 51–100 of 124 users");
    expect((await names(c))[0]).toBe("user073@example.com");
    await c.press("Previous page");
    await note(c, "Showing 1–50 of 124 users");
    await c.page.getByRole("searchbox").fill("user01");
    await note(c, "Showing 1–10 of 10 users");
    await c.inspect("users");
    c.expectPeace();
  });

  test("a click on a header sorts, and another one the other way (M5)", async () => {
    const { c } = await opened(60);
    await c.goto("/p/fernweh/users");
    await note(c, "Showing 1–50 of 60 users");
    const header = (name: string) => c.page.getByRole("columnheader", { name });
    expect(await header("Created").getAttribute("aria-sort")).toBe("descending");
    await c.press("Created");
    await expect.poll(async () => (await names(c))[0]).toBe("=SUM(A1)");
    expect(await header("Created").getAttribute("aria-sort")).toBe("ascending");
    await c.press("User");
    await expect.poll(() => header("User").getAttribute("aria-sort")).toBe("ascending");
    await c.press("User");
    await expect.poll(async () => (await names(c))[0]).toBe("user059@example.com");
    expect(new URL(c.page.url()).searchParams.get("sort")).toBe("email-descending");
    await c.press("Last sign-in");
    await expect.poll(() => header("Last sign-in").getAttribute("aria-sort")).toBe("descending");
    c.expectPeace();
  });

  test("shift selects everybody in between (M5)", async () => {
    const { c } = await opened(12);
    await c.goto("/p/fernweh/users");
    await box(c, "user010@example.com").click();
    await box(c, "user006@example.com").click({ modifiers: ["Shift"] });
    await selected(c, 5);
    await box(c, "user008@example.com").click();
    await selected(c, 4);
    await box(c, "user009@example.com").click({ modifiers: ["Shift"] });
    await selected(c, 3);
    expect(c.page.url()).toMatch(/\/users$/);
    c.expectPeace();
  });

  test("everybody who matches is disabled by a job, whose progress is told (M5)", async () => {
    const { c, users } = await opened(120);
    await c.goto("/p/fernweh/users?q=user0");
    await note(c, "Showing 1–50 of 100 users");
    await c.page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await c.press("Select all 100 users that match");
    await c.page.getByText("All 100 users that match are selected").waitFor();
    await c.inspect("users-all-selected");
    await c.press("Disable");
    await c.page.getByRole("heading", { name: "Disable 100 users?" }).waitFor();
    await c.dialog().getByText("Users that match: “user0”.").waitFor();
    await c.dialog().getByRole("button", { name: "Disable" }).click();
    const job = c.page.getByRole("region", { name: "Background job" });
    await job.getByRole("progressbar").waitFor();
    await job.getByText("Users that match: “user0”.").waitFor();
    await c.inspect("users-job");
    await runUserJobs(c.t.app);
    await job.getByText("100 users disabled").waitFor();
    await expect
      .poll(() => c.page.getByRole("table").getByText("Disabled", { exact: true }).count())
      .toBe(50);
    expect((await users.countUsers({ project: "fernweh", filters: { disabled: true } })).users).toBe(100);
    await job.getByRole("button", { name: "Close" }).click();
    await job.waitFor({ state: "detached" });

    await c.page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await c.press("Select all 100 users that match");
    await c.press("Delete");
    const confirm = c.dialog().getByRole("button", { name: "Delete" });
    expect(await confirm.isDisabled()).toBe(true);
    await c.page.getByLabel("Type delete 100 users to confirm").fill("delete 100 users");
    await confirm.click();
    await c.press("Cancel job");
    await job.getByText("Canceled before it was done.").waitFor();
    await runUserJobs(c.t.app);
    expect((await users.countUsers({ project: "fernweh" })).users).toBe(120);
    c.expectPeace();
  });

  test("a job for more users than are counted says so, and does not look finished before it is", async () => {
    const { c, project } = await opened(0);
    const people = Array.from({ length: 10_001 }, (_, n) => ({ email: `u${n}@example.com` }));
    await insertManyUsers(c.t.app, project, people);
    await c.page.setViewportSize({ width: 390, height: 844 });
    await c.goto("/p/fernweh/users?verified=no");
    await note(c, "Showing 1–50 of more than 10,000 users");
    await c.page.getByRole("checkbox", { name: "Select all on this page" }).check();
    await c.press("Select all users that match (more than 10,000)");
    await c.page.getByText("All users that match are selected (more than 10,000)").waitFor();
    await c.press("Delete");
    await c.page.getByRole("heading", { name: "Delete more than 10,000 users?" }).waitFor();
    await c.dialog().getByText("Users that match: Not verified.").waitFor();
    await c.page.getByLabel("Type delete all users that match to confirm").waitFor();
    await c.page.keyboard.type("delete all users that match");
    await c.dialog().getByRole("button", { name: "Delete" }).click();
    const job = c.page.getByRole("region", { name: "Background job" });
    await job.getByText("Users that match: Not verified.").waitFor();
    const bar = job.getByRole("progressbar");
    expect(await bar.getAttribute("aria-valuenow")).toBeNull();
    const share = await bar.evaluate((e) => (e.firstElementChild?.clientWidth ?? 0) / e.clientWidth);
    expect(share).toBeLessThan(0.5);
    await c.inspect("users-many-job");
    c.expectPeace();
  });

  test("text can be selected, a click elsewhere opens the user, and a date can be read (M6)", async () => {
    const { c } = await opened(40);
    await c.goto("/p/fernweh/users?sort=oldest");
    await note(c, "Showing 1–40 of 40 users");
    const row = c.page.getByRole("row").filter({ hasText: "=SUM(A1)" });
    await row.getByText("user000@example.com").dblclick({ position: { x: 8, y: 8 } });
    const chosen = await c.page.evaluate(() => String(getSelection()));
    expect("user000@example.com").toContain(chosen.trim());
    expect(chosen.trim()).not.toBe("");
    const name = await row.locator("a bdi").boundingBox();
    await c.page.mouse.move((name?.x ?? 0) + 1, (name?.y ?? 0) + 8);
    await c.page.mouse.down();
    await c.page.mouse.move((name?.x ?? 0) + (name?.width ?? 0) - 1, (name?.y ?? 0) + 8, { steps: 5 });
    await c.page.mouse.up();
    expect(await c.page.evaluate(() => String(getSelection()))).toContain("SUM(A");
    expect(c.page.url()).toContain("/users?sort=oldest");
    const time = row.locator("time").last();
    expect(await time.innerText()).toMatch(/^[A-Z][a-z]{2} \d{1,2}, /);
    expect(await time.getAttribute("title")).toMatch(/\d{4}.*\d:\d\d:\d\d/);
    const { x = 0, y = 0, width = 0, height = 0 } = (await time.boundingBox()) ?? {};
    const top = await c.page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.tagName,
      [x + width / 2, y + height / 2],
    );
    expect(top).toBe("TIME");
    await c.page.evaluate(() => getSelection()?.removeAllRanges());
    await row.getByText("Email only").click();
    await c.heading("=SUM(A1)");
    c.expectPeace();
  });

  test("columns are chosen, and filters saved; both are there the next time", async () => {
    const { c } = await opened(3);
    await c.goto("/p/fernweh/users?status=disabled");
    await c.press("Columns");
    await c.page.getByRole("menuitemcheckbox", { name: "User id" }).click();
    await c.page.getByRole("menuitemcheckbox", { name: "Created" }).click();
    await c.page.keyboard.press("Escape");
    await c.press("Saved filters");
    await c.page.getByRole("menuitem", { name: "Save or remove…" }).click();
    await c.page.getByLabel("Name of the current filters").waitFor();
    await c.page.keyboard.type("Locked out");
    await c.inspect("users-save-filters");
    await c.press("Save filters");
    await c.goto("/p/fernweh/users");
    await c.page.getByRole("columnheader", { name: "User id" }).waitFor();
    expect(await c.page.getByRole("columnheader", { name: "Created" }).count()).toBe(0);
    await c.press("Saved filters");
    await c.page.getByRole("menuitem", { name: "Locked out" }).click();
    await c.page.getByText("No users found").waitFor();
    expect(new URL(c.page.url()).search).toBe("?status=disabled");
    await c.press("Saved filters");
    await c.page.getByRole("menuitem", { name: "Save or remove…" }).click();
    await c.press("Remove Locked out");
    await c.page.getByRole("button", { name: "Remove Locked out" }).waitFor({ state: "detached" });
    c.expectPeace();
  });

  test("the list is exported as CSV, without a cell that a spreadsheet would run", async () => {
    const { c } = await opened(260);
    await c.goto("/p/fernweh/users?sort=oldest&q=user0");
    await c.press("Import and export");
    await c.page.getByRole("menuitem", { name: "Export this list as CSV…" }).click();
    await c.press("Export");
    await c.page.getByText("Exported 100 users.").waitFor();
    const download = c.page.waitForEvent("download");
    await c.page.getByRole("link", { name: "Save file" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("fernweh-users.csv");
    const lines = readFileSync(await file.path(), "utf8").split("\r\n");
    expect(lines).toHaveLength(102);
    expect(lines[0]).toBe("\ufeffid,email,email_verified,name,state,signs_in_with,created,last_sign_in");
    expect(lines[1]).toContain(`,user000@example.com,no,"'=SUM(A1)",enabled,`);
    await c.goto("/p/fernweh/events?source=admin");
    await c.page.getByRole("row", { name: /Users exported · 100 users/ }).waitFor();
    c.expectPeace();
  });
});
