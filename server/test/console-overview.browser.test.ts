import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { seedDemo } from "./console-demo.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

const HOUR = 3_600_000;
const PASSWORD = "correct horse battery";

describe("the overview", () => {
  const current = useConsole();

  /** The clock of the page follows the server's, whose sessions end otherwise. */
  const open = async (c: ConsolePage, path: string): Promise<void> => {
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.signIn();
    await c.goto(path);
    await c.heading("Overview");
  };

  const tile = async (c: ConsolePage, label: string): Promise<string> => {
    const tile = c.page.locator("dl > div").filter({ has: c.page.getByText(label, { exact: true }) });
    return (await tile.first().locator("dd").first().innerText()).trim();
  };

  const signIn = (c: ConsolePage, project: Project, password = PASSWORD) =>
    c.t.auth(project).signIn({ email: "ada@example.com", password });

  test("until the first sign-in it says what is left to do, and notices what was done", async () => {
    const c = current();
    await c.t.addAdmin();
    const { project } = await c.t.addProject("Fernweh");
    await open(c, "/p/fernweh/overview");
    const checklist = c.page.getByRole("list").filter({ hasText: "Create a project and its keys" });
    const done = () => checklist.getByText(", done").count();
    await checklist.waitFor();
    expect(await done()).toBe(1);
    await c.inspect("overview-first");

    await c.t.addUser(project, "ada@example.com", PASSWORD);
    await c.page.reload();
    await c.page.getByText("Signed up").waitFor();
    expect(await done()).toBe(3);

    await signIn(c, project);
    await c.page.reload();
    await c.page.getByText("Sign-ins per day").waitFor();
    expect(await checklist.count()).toBe(0);
    c.expectPeace();
  });

  test("its steps lead to the key, the lines and the users", async () => {
    const c = current();
    await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    await open(c, "/p/fernweh/overview");
    for (const [link, heading] of [
      ["View code", "Connect"],
      ["Verify a token", "Connect"],
    ] as const) {
      await c.page.getByRole("link", { name: link }).press("Enter");
      await c.heading(heading);
      await c.page.goBack();
      await c.heading("Overview");
    }
    c.expectPeace();
  });

  test("a day ends when it does in the project's time zone", async () => {
    const c = current();
    await c.t.addAdmin();
    // At the server's midnight it is one in the afternoon there.
    const { project } = await c.t.addProject("Fernweh", { timezone: "Pacific/Auckland" });
    await c.t.addUser(project, "ada@example.com", PASSWORD);
    await signIn(c, project);
    await signIn(c, project, "wrong").catch(() => {});
    c.t.advance(12 * HOUR);
    await signIn(c, project);
    await open(c, "/p/fernweh/overview?range=7");
    await c.page.getByText("(Pacific/Auckland)").waitFor();
    await c.page
      .getByRole("figure", { name: "Sign-ins per day" })
      .getByRole("button", { name: "Show as a table" })
      .click();
    const rows = await c.page.getByRole("table").getByRole("row").allInnerTexts();
    expect(rows.map((row) => row.split(/\t|\n/).filter((cell) => cell.trim() !== ""))).toEqual([
      ["Sign-ins", "Failed"],
      ["Thu, Dec 27", "0", "0"],
      ["Fri, Dec 28", "0", "0"],
      ["Sat, Dec 29", "0", "0"],
      ["Sun, Dec 30", "0", "0"],
      ["Mon, Dec 31", "0", "0"],
      ["Tue, Jan 1", "1", "1"],
      ["Wed, Jan 2", "1", "0"],
    ]);
    await c.inspect("overview");
    c.expectPeace();
  });

  test("shows the server's numbers for the range in the address, which the keyboard changes", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await seedDemo(c.t, token, 40);
    await open(c, "/p/fernweh/overview?range=7");
    const stats = c.t.client(AnalyticsService, { authorization: `Bearer ${token}` });
    const number = new Intl.NumberFormat("en");
    const expectTiles = async (fromDate: string): Promise<void> => {
      const { tiles } = await stats.getStats({ project: "fernweh", fromDate });
      await expect.poll(() => tile(c, "New users")).toBe(number.format(tiles?.newUsers ?? 0));
      expect(await tile(c, "Users")).toBe(number.format(tiles?.users ?? 0));
      expect(await tile(c, "Monthly active users")).toBe(number.format(tiles?.monthlyActiveUsers ?? 0));
      expect(await tile(c, "Sign-ins")).toBe(number.format(tiles?.signIns ?? 0));
      expect(await tile(c, "Failed sign-ins")).toBe(number.format(tiles?.signInFailures ?? 0));
      expect(await tile(c, "Guests who became users")).toBe(number.format(tiles?.guestConversions ?? 0));
    };
    await c.page.getByText("Sign-ins by method").waitFor();
    await expectTiles("2030-02-04");
    await c.page.getByRole("radio", { name: "7 days" }).press("ArrowRight");
    await expectTiles("2030-01-12");
    expect(new URL(c.page.url()).search).toBe("");
    await c.page.getByText("A year", { exact: true }).click();
    await expectTiles("2029-02-11");
    expect(new URL(c.page.url()).search).toBe("?range=365");
    await c.page.reload();
    await c.page.getByText("Feb 11, 2029 to Feb 10, 2030 (Europe/Berlin)").waitFor();
    await c.page.getByRole("slider", { name: /^Sign-ins per day/ }).press("End");
    await c.page.getByText("Feb 10, 2030", { exact: true }).first().waitFor();
    c.expectPeace();
  });
});
