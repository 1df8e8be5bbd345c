import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { engines } from "../testing/engines.ts";
import { planOf } from "../testing/plan-of.ts";
import type { EventRow } from "./db.ts";
import { eraseFormerOwners, erasePeopleAsActors } from "./erase-people.ts";
import { type EventFilter, insertEvents, listEvents } from "./events.ts";
import { listUserEvents } from "./user-changes.ts";
import { listEventsOfUser } from "./user-export.ts";

const PROJECT = "01b8e512-6c00-7000-8000-000000000001";

/** Of a hundred events one is by an administrator, and each address has few. */
function event(n: number): EventRow {
  return {
    id: `event-${String(n).padStart(6, "0")}`,
    projectId: PROJECT,
    kind: n % 100 === 0 ? "admin.user_disabled" : "user.signed_in",
    at: n,
    userId: `user-${n % 500}`,
    actor: n % 100 === 0 ? `admin:${n % 300}@example.com` : `user:${n % 500}`,
    ip: `192.0.2.${n % 250}`,
    data: "{}",
    userAgent: null,
  };
}

const FILTERS: ReadonlyArray<[string, EventFilter]> = [
  ["events_by_admin", { admin: "100@example.com" }],
  ["events_by_admin", { admin: "100@example.com", exceptKinds: ["admin.user_disabled"] }],
  ["events_by_admin", { admin: "100@example.com", kind: "admin.user_disabled", from: 10, to: 9000 }],
  ["events_by_ip", { ip: "192.0.2.7" }],
  ["events_by_ip", { ip: "192.0.2.7", kind: "user.signed_in" }],
  ["events_by_user", { userId: "user-7", exceptKinds: ["admin.user_disabled"] }],
  ["events_newest", { exceptKinds: ["admin.user_disabled"] }],
];

describe.each(engines)("Lists of events on $kind", (engine) => {
  test("are read from an index, in its order", async () => {
    const db = await engine.open();
    const project = {
      slug: "p",
      name: "P",
      publishableKey: "pk",
      secretKeyHash: "h",
      secretKeyLast4: "last",
    };
    const times = { settings: "{}", createdAt: 1, updatedAt: 1, deletedAt: null };
    await db
      .insertInto("projects")
      .values({ id: PROJECT, ...project, ...times })
      .execute();
    const rows = Array.from({ length: 12_000 }, (_, n) => event(n));
    for (let at = 0; at < rows.length; at += 500) await insertEvents(db, rows.slice(at, at + 500));
    await sql`analyze`.execute(db);
    for (const [index, filter] of FILTERS) {
      for (const after of [undefined, { at: 6000, id: "event-006000" }]) {
        const plan = await planOf(db, (db) => listEvents(db, PROJECT, filter, after, 5));
        expect(plan, JSON.stringify(filter)).toContain(index);
        expect(plan, JSON.stringify(filter)).not.toMatch(/Seq Scan|SCAN events|TEMP B-TREE|Sort/);
      }
    }
    const user = { id: "user-7", projectId: PROJECT };
    const after = { at: 6000, id: "event-006000" };
    const exported = await planOf(db, (db) => listEventsOfUser(db, user, { after, limit: 5, until: 9000 }));
    expect(exported).toContain("events_by_user");
    expect(exported).not.toMatch(/Seq Scan|SCAN events|TEMP B-TREE|Sort/);
    const kinds = ["user.deleted", "user.disabled"];
    const changes = await planOf(db, (db) =>
      listUserEvents(db, PROJECT, kinds, { after, before: 9000, limit: 5 }),
    );
    expect(changes).toContain("events_by_kind");
    expect(changes).not.toMatch(/Seq Scan|SCAN events/);
    const erased = { userId: "01b8e512-6c00-7000-8000-000000000007", by: "random" };
    const acted = await planOf(db, (db) => erasePeopleAsActors(db, PROJECT, [erased]));
    expect(acted).toContain("events_by_another_user");
    const owned = await planOf(db, (db) => eraseFormerOwners(db, PROJECT, [erased.userId]));
    expect(owned).toContain("events_by_former_owner");
    for (const plan of [acted, owned]) expect(plan).not.toMatch(/Seq Scan|SCAN events/);
    await db.destroy();
  });
});
