import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { App } from "../../app.ts";
import { recordEvent, systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { listUserChanges } from "../../domain/user-data/list-user-changes.ts";
import { transact } from "../../storage/transact.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { TestApp } from "../../testing/test-app.ts";

/** What the list tolerates between the clocks of replicas. */
const CLOCKS_APART_MS = 5_000;

describe.each(engines)("ListUserChanges while transactions commit, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  /** The time of the machine, because the database measures transactions by it. */
  let writer: App;
  /** Its clock uses up the tolerance, so that only the order of transactions keeps the list right. */
  let reader: App;
  beforeEach(async () => {
    t = await TestApp.open(engine, { now: Date.now() });
    ({ project } = await t.addProject());
    writer = { ...t.app, clock: () => Date.now() };
    reader = { ...t.app, clock: () => Date.now() + CLOCKS_APART_MS };
  });
  afterEach(() => t.close());

  const list = (cursor: string, limit = 0) =>
    listUserChanges(reader, project, { cursor, limit, fromNow: false });
  /** Of users who are gone, so that none has to be there. */
  const change = (app: App, userId: string) =>
    recordEvent(app, { kind: "user.deleted", projectId: project.id, userId, by: systemActor });

  test("a change that commits late is not passed by one that was made after it", async () => {
    const recorded = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const slow = transact(writer, async (app) => {
      await change(app, "slow");
      recorded.resolve();
      await release.promise;
    });
    await recorded.promise;
    const reading = transact(writer, (app) => change(app, "fast")).then(() => list(""));
    if (engine.kind === "postgres") await reading; // on SQLite they wait for the other one
    release.resolve();
    const early = await reading;
    await slow;
    const late = await list(early.nextCursor);
    expect([...early.changes, ...late.changes].map(({ userId }) => userId)).toEqual(["slow", "fast"]);
  });

  test("a reader that polls all the time sees every change once and in order", async () => {
    const WRITERS = 6;
    const CHANGES = times(25, 300);
    let running = WRITERS;
    const write = async (name: number): Promise<void> => {
      for (let number = 0; number < CHANGES; number++) {
        await transact(writer, async (app) => {
          await change(app, `${name}-${number}`);
          // The others overtake it for as long as this takes.
          for (let turn = (name * number) % 5; turn > 0; turn--) await sql`select 1`.execute(app.db);
        });
      }
      running--;
    };
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      let cursor = "";
      for (let isLast = false; !isLast; ) {
        isLast = running === 0;
        await setImmediate(); // reading from SQLite takes no turn of its own
        const page = await list(cursor, 7);
        seen.push(...page.changes.map(({ userId }) => userId));
        cursor = page.nextCursor;
        isLast &&= !page.hasMore;
      }
    };
    await Promise.all([read(), ...Array.from({ length: WRITERS }, (_, name) => write(name))]);
    const stored = await t.app.db
      .selectFrom("events")
      .select("userId")
      .where("kind", "=", "user.deleted")
      .orderBy("at")
      .orderBy("id")
      .execute();
    expect(seen).toHaveLength(WRITERS * CHANGES);
    expect(seen).toEqual(stored.map(({ userId }) => userId));
  });
});
