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

  /** The cells of a chart's table, which is opened. */
  const tableOf = async (c: ConsolePage, name: string): Promise<string[][]> => {
    const figure = c.page.getByRole("figure", { name, exact: true });
    await figure.getByRole("button", { name: "Show as a table" }).click();
    const rows = await figure.getByRole("row").allInnerTexts();
    return rows.map((row) => row.split(/\t|\n/).filter((cell) => cell.trim() !== ""));
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
    await c.page.getByText("Days are in Pacific/Auckland time.").waitFor();
    await c.page
      .getByRole("figure", { name: "Sign-ins per day" })
      .getByRole("button", { name: "Show as a table" })
      .click();
    const rows = await c.page.getByRole("table").getByRole("row").allInnerTexts();
    expect(rows.map((row) => row.split(/\t|\n/).filter((cell) => cell.trim() !== ""))).toEqual([
      ["Sign-ins", "Failed", "Previous period"],
      ["Thu, Dec 27", "0", "0", "0"],
      ["Fri, Dec 28", "0", "0", "0"],
      ["Sat, Dec 29", "0", "0", "0"],
      ["Sun, Dec 30", "0", "0", "0"],
      ["Mon, Dec 31", "0", "0", "0"],
      ["Tue, Jan 1", "1", "1", "0"],
      ["Wed, Jan 2", "1", "0", "0"],
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
    const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
    const expectTiles = async (fromDate: string): Promise<void> => {
      const { tiles } = await stats.getStats({ project: "fernweh", fromDate });
      await expect.poll(() => tile(c, "New users")).toBe(number.format(tiles?.newUsers ?? 0));
      expect(await tile(c, "Users")).toBe(number.format(tiles?.users ?? 0));
      expect(await tile(c, "Monthly active users")).toBe(number.format(tiles?.monthlyActiveUsers ?? 0));
      expect(await tile(c, "Sign-ins")).toBe(number.format(tiles?.signIns ?? 0));
      const { signIns = 0, signInFailures = 0, guestConversions = 0, newGuests = 0 } = tiles ?? {};
      expect(await tile(c, "Sign-in success rate")).toBe(
        percent.format(signIns / (signIns + signInFailures)),
      );
      expect(await tile(c, "Guest conversion")).toBe(percent.format(guestConversions / newGuests));
    };
    await c.page.getByRole("heading", { name: "Sign-ins by method" }).waitFor();
    await expectTiles("2030-02-04");
    await c.page.getByRole("radio", { name: "7 days" }).press("ArrowRight");
    await expectTiles("2030-01-12");
    expect(new URL(c.page.url()).search).toBe("");
    await c.page.getByText("A year", { exact: true }).click();
    await expectTiles("2029-02-11");
    expect(new URL(c.page.url()).search).toBe("?range=365");
    await c.page.reload();
    await c.page.getByText("Feb 11, 2029 to Feb 10, 2030. Days are in Europe/Berlin time.").waitFor();
    await c.page.getByRole("slider", { name: /^Sign-ins per day/ }).press("End");
    await c.page.getByText("Feb 10, 2030", { exact: true }).first().waitFor();
    c.expectPeace();
  });

  test("any days can be chosen, are in the address and are compared with as many before them", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await seedDemo(c.t, token, 40);
    await open(c, "/p/fernweh/overview");
    await c.page.getByText("Custom", { exact: true }).click();
    await c.page.getByLabel("First day").fill("2030-01-24");
    await c.page.getByLabel("Last day").fill("2030-02-06");
    await c.page.getByText("Jan 24, 2030 to Feb 6, 2030.").waitFor();
    expect(new URL(c.page.url()).search).toBe("?range=custom&from=2030-01-24&to=2030-02-06");
    await c.page.reload();

    const stats = c.t.client(AnalyticsService, { authorization: `Bearer ${token}` });
    const of = (fromDate: string, toDate: string) => stats.getStats({ project: "fernweh", fromDate, toDate });
    const now = await of("2030-01-24", "2030-02-06");
    const before = await of("2030-01-10", "2030-01-23");
    await expect.poll(() => tile(c, "Sign-ins")).toBe(String(now.tiles?.signIns));
    const rows = await tableOf(c, "Sign-ins per day");
    expect(rows.at(-1)).toEqual([
      "Wed, Feb 6",
      ...[now.days.at(-1)?.signIns, now.days.at(-1)?.signInFailures, before.days.at(-1)?.signIns].map(String),
    ]);
    c.expectPeace();
  });

  test("methods over time, reasons of failures and weekly retention have values on hover and as a table", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    const { project } = await seedDemo(c.t, token, 40);
    await c.t
      .auth(project)
      .signIn({ email: "nobody@example.com", password: "wrong" })
      .catch(() => {});
    await open(c, "/p/fernweh/overview");
    const methods = await tableOf(c, "Sign-in methods per day");
    expect(methods[0]).toEqual(["Password", "Google", "Apple", "Guest"]);
    expect(methods).toHaveLength(31);
    const weeks = await tableOf(c, "Weekly retention");
    expect(weeks).toHaveLength(5);
    expect(weeks.at(-1)?.join()).toMatch(/^Week to Sun, Feb 10,[\d.]+%$/);
    const reasons = c.page.getByRole("figure", { name: "Failed sign-ins by reason" });
    expect(await reasons.innerText()).toMatch(/Wrong password\s+\d+\s.*Unknown email address\s+1\s/s);

    const chart = c.page.getByRole("slider", { name: /^Sign-in methods per day/ });
    const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
    await chart.hover({ position: { x: width - 2, y: height / 2 } });
    const [last = []] = methods.slice(-1);
    expect((await chart.innerText()).replaceAll(/\s+/g, " ")).toContain(`${last[0]} Password ${last[1]}`);
    await c.page.mouse.move(0, 0);
    await c.inspect("overview-breakdowns");
    c.expectPeace();
  });

  test("imported users are said not to be among the new ones", async () => {
    const c = current();
    const { token } = await c.t.addAdmin();
    await c.t.addProject("Fernweh");
    const users = ["ada@example.com", "bob@example.com"].map((email) => ({ email }));
    await c.t.projects(token).importUsers({ project: "fernweh", users });
    await open(c, "/p/fernweh/overview");
    await c.page.getByText("not including 2 imported").waitFor();
    expect(await tile(c, "New users")).toBe("0");
    c.expectPeace();
  });
});
