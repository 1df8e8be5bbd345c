import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { UserJobAction } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { describe, expect, test } from "vitest";
import { runUserJobs } from "../src/domain/user-jobs/run-user-jobs.ts";
import { type ConsolePage, useConsole } from "./console-page.ts";

describe("what the list of events says", () => {
  const current = useConsole();

  const opened = async () => {
    const c = current();
    const as = { authorization: `Bearer ${(await c.t.addAdmin()).token}` };
    const { project } = await c.t.addProject("Fernweh");
    await c.t.addUser(project, "ada@example.com", "correct horse battery");
    await c.signIn();
    return { c, projects: c.t.client(ProjectService, as), users: c.t.client(UserService, as) };
  };
  const row = (c: ConsolePage, name: RegExp) => c.page.getByRole("row", { name });

  test("batches of one import are one row with the sum, and a later import is another", async () => {
    const { c, projects } = await opened();
    const send = (...names: string[]) =>
      projects.importUsers({
        project: "fernweh",
        users: names.map((name) => ({ email: `${name}@example.com`, emailVerified: true })),
      });
    await send("one", "two");
    c.t.advance(120_000);
    await send("three", "four");
    c.t.advance(30_000);
    await send("five", "one");
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.goto("/p/fernweh/events");
    await row(c, /Users imported · 3 created · 1 skipped/).waitFor();
    await row(c, /Users imported · 2 created/).waitFor();
    expect(await row(c, /Users imported/).count()).toBe(2);
    await row(c, /3 created/)
      .getByRole("link")
      .click();
    await c.dialog().getByRole("heading", { name: "Users imported · 3 created · 1 skipped" }).waitFor();
    c.expectPeace();
  });

  test("a change of many users says what was done, how it ended, to how many and to whom", async () => {
    const { c, users } = await opened();
    await users.startUserJob({
      project: "fernweh",
      action: UserJobAction.DISABLE,
      query: "ada",
      filters: { emailVerified: false },
    });
    await runUserJobs(c.t.app);
    await c.page.clock.setFixedTime(c.t.app.clock());
    await c.goto("/p/fernweh/events?source=admin");
    await row(
      c,
      /Change of many users ended · disable · done · 1 changed · search, email not verified/,
    ).waitFor();
    c.expectPeace();
  });

  test.each([390, 1280])("rows say all of it at %i px", async (width) => {
    const { c, users } = await opened();
    await users.startUserJob({
      project: "fernweh",
      action: UserJobAction.DISABLE,
      query: "ada",
      filters: { emailVerified: false },
    });
    await runUserJobs(c.t.app);
    const email = "maximiliane.hohenstein@accounting.example.com";
    const { user } = await users.createUser({ project: "fernweh", email });
    const userId = user?.id ?? expect.fail();
    await users.sendPasswordReset({ project: "fernweh", userId });
    await c.page.setViewportSize({ width, height: 800 });
    for (const path of ["events", "overview", `users/${userId}`]) {
      await c.goto(`/p/fernweh/${path}`);
      const rows = c.page
        .getByRole(path === "events" ? "row" : "listitem")
        .filter({ hasText: "Password reset" });
      await rows.first().waitFor();
      const cutOff = await c.page.getByRole("main").evaluate((main) =>
        [...main.querySelectorAll("td span, li span")]
          .filter((element) => !element.classList.contains("sr-only"))
          .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => {
            return clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight);
          })
          .map(({ textContent }) => textContent),
      );
      expect(cutOff, path).toEqual([]);
    }
    await c.goto("/p/fernweh/events");
    await row(c, /Password reset requested · email (queued|sent)/).waitFor();
    await row(c, /disable · done · 1 changed/).waitFor();
    c.expectPeace();
  });

  test("a filter with a part of an address asks for the whole one", async () => {
    const { c } = await opened();
    await c.goto("/p/fernweh/events?user=ada");
    await c.page.getByText("Enter the whole address").waitFor();
    await c.goto("/p/fernweh/events?ip=127.0");
    await c.page.getByText("The filter finds an IP address only as a whole").waitFor();
    await c.goto("/p/fernweh/events?ip=127.0.0.1&user=ada@example.com");
    await row(c, /Signed up/).waitFor();
    c.expectPeace();
  });

  test("without a mail server, owners are told that users get no email", async () => {
    const { c } = await opened();
    await c.goto("/p/fernweh/users");
    await c.page.getByText("No mail server is set up: users get no email.", { exact: true }).waitFor();
    await c.page.getByRole("link", { name: "Set up email" }).click();
    await c.page.getByText("the outbox counts them as sent").waitFor();
    await c.inspect("instance-no-mail-server");
    c.expectPeace();
  });
});
