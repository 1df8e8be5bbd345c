import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { planOf } from "../testing/plan-of.ts";
import { deleteErasuresBefore, erasuresFrom, listErasures, putErasures } from "./erasures.ts";

const DAY_MS = 86_400_000;

describe.each(engines)("Many erasures on $kind", (engine) => {
  test("new ones are found and old ones deleted by the index, however many there are", async () => {
    const db = await engine.open();
    for (let at = 0; at < 20_000; at += 2_000) {
      const rows = Array.from({ length: 2_000 }, (_, n) => (at + n) * DAY_MS).map((recordedAt) => ({
        ...{ recordedAt, projectId: "p", userId: `u${recordedAt}`, erasedAt: recordedAt, banned: 0 },
      }));
      await putErasures(db, rows);
    }
    await sql`analyze`.execute(db);
    const queries = [
      (own: typeof db) => listErasures(own, erasuresFrom(19_990 * DAY_MS), 1_000),
      (own: typeof db) => deleteErasuresBefore(own, 10 * DAY_MS, 500),
    ];
    for (const query of queries) {
      const plan = await planOf(db, query);
      expect(plan).not.toMatch(/Seq Scan on erasures|SCAN erasures|TEMP B-TREE|Sort/);
    }
    expect(await listErasures(db, erasuresFrom(19_990 * DAY_MS), 1_000)).toHaveLength(10);
    expect(await listErasures(db, erasuresFrom(0), 11)).toMatchObject([
      { recordedAt: 10 * DAY_MS },
      ...Array(10).fill({}),
    ]);
    await db.destroy();
  });
});
