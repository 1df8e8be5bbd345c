import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("CountUsers on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo"));
    await t.addProject("Other");
    ({ token } = await t.addAdmin());
  });
  afterEach(() => t.close());

  const users = () => t.client(UserService, { authorization: `Bearer ${token}` });
  const add = (count: number) =>
    insertManyUsers(
      t.app,
      project,
      Array.from({ length: count }, (_, n) => ({
        email: `u${n}@example.com`,
        createdAt: 1000 + n,
        emailVerifiedAt: n % 10 === 0 ? 1 : null,
        disabledAt: n % 50 === 0 ? 1 : null,
      })),
    );
  const count = async (query = "", filters = {}) => {
    let calls = 0;
    for (let pageToken = ""; ; ) {
      const page = await users().countUsers({ project: "demo", query, filters, pageToken });
      calls += 1;
      pageToken = page.nextPageToken;
      if (pageToken === "") return { users: page.users, more: page.more, calls };
    }
  };

  test("it is exact, by an index or along the list, in one call or in several", async () => {
    const [first] = await add(7000);
    expect(await count()).toEqual({ users: 7000, more: false, calls: 1 });
    expect(await count("", { disabled: true })).toEqual({ users: 140, more: false, calls: 1 });
    expect(await count("U123@")).toEqual({ users: 1, more: false, calls: 1 });
    expect(await count("nobody")).toEqual({ users: 0, more: false, calls: 1 });
    expect(await count(first?.id)).toEqual({ users: 1, more: false, calls: 1 });
    expect(await count("", { emailVerified: true })).toEqual({ users: 700, more: false, calls: 2 });
    expect(await count("", { disabled: false, emailVerified: true })).toMatchObject({ users: 560 });
    expect(await count("example")).toMatchObject({ users: 7000, more: false });
    expect((await users().countUsers({ project: "other" })).users).toBe(0);
  });

  test("beyond 10,000 it says that there are more", async () => {
    await add(10_000);
    expect(await count()).toEqual({ users: 10_000, more: false, calls: 1 });
    await insertManyUsers(t.app, project, [{ email: "one@more.org", createdAt: 5 }]);
    expect(await count()).toEqual({ users: 10_000, more: true, calls: 1 });
    expect(await count("", { isAnonymous: false })).toMatchObject({ users: 10_000, more: true });
    expect(await count("example")).toMatchObject({ users: 10_000, more: false });
  });

  test("a token belongs to its query", async () => {
    await add(6500);
    const filters = { emailVerified: true };
    const { nextPageToken: pageToken } = await users().countUsers({ project: "demo", filters });
    expect(pageToken).not.toBe("");
    const forged = users().countUsers({ project: "demo", filters: { emailVerified: false }, pageToken });
    expect(await reasonOf(forged)).toBe("INVALID_REQUEST");
  });
});
