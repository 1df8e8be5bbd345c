import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../domain/projects/project.ts";
import { engines } from "../testing/engines.ts";
import { insertManyUsers } from "../testing/many-users.ts";
import { TestApp } from "../testing/test-app.ts";
import { findFlagged, findWithText } from "./user-candidates.ts";

/** More than are read for one page, and on PostgreSQL more than the index is asked for. */
const COUNT = 4500;

describe.each(engines)("Users whom an index finds on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo"));
  });
  afterEach(() => t.close());

  const addFolk = (emailOf: (n: number) => string) =>
    insertManyUsers(
      t.app,
      project,
      Array.from({ length: COUNT }, (_, n) => ({ email: emailOf(n), disabledAt: n < 3 ? 5 : null })),
    );
  const find = (query: string) => findWithText(t.app.db, project.id, { query });
  const flagged = (query: string, isDisabled: boolean) =>
    findFlagged(t.app.db, project.id, { query, isDisabled });

  test("the index is read for few users and not for many, who are found by walking along the list", async () => {
    const folk = await addFolk((n) => `user${n}@example.com`);
    expect(await find("user4242@example.com")).toEqual([folk[4242]?.id]);
    expect(await find("r424")).toHaveLength(11);
    expect(await find("nobody at all")).toEqual([]);
    expect(await find("example")).toBeUndefined();
    expect(await find("us")).toBeUndefined();
    expect(await flagged("", true)).toHaveLength(3);
    expect(await flagged("example", true)).toHaveLength(3);
    expect(await flagged("example", false)).toBeUndefined();
  });

  test("a whole address is found though thousands have the same letters before the domain", async () => {
    const folk = await addFolk((n) => `an@host${n}.com`);
    expect(await find("an@host77.com")).toEqual([folk[77]?.id]);
  });

  test("letters of every alphabet are found", async () => {
    const [ivan, zoe] = await insertManyUsers(t.app, project, [
      { displayName: "Иван Петров" },
      { displayName: "Zoë Müller" },
      { displayName: "Anna" },
    ]);
    // Where PostgreSQL's locale knows no such letters, the list is walked.
    expect([[ivan?.id], undefined]).toContainEqual(await find("петр"));
    expect(await find("müll")).toEqual([zoe?.id]);
  });
});
