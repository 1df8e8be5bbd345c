import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const email = "ada@example.com";
const password = "correct horse battery";
const CALLS = 6;

/** The statement reads before it waits for the lock of the user. What changed meanwhile must count. */
describe.each(engines.filter(({ kind }) => kind === "postgres"))(
  "sign-ins that wait for the row of the user, on $kind",
  (engine) => {
    let t: TestApp;
    let project: Project;
    let userId: string;

    beforeEach(async () => {
      t = await TestApp.open(engine, { rateLimits: "off" });
      ({ project } = await t.addProject("Demo", { maxSessionsPerUser: 3 }));
      userId = (await t.addUser(project, email, password)).user?.id ?? "";
    });
    afterEach(() => t.close());

    const signIn = () => t.auth(project).signIn({ email, password });

    /** Starts the calls while another transaction holds the user, and lets them go on once all of them wait. */
    async function signInBehind(change: (db: TestApp["app"]["db"]) => Promise<unknown>) {
      const calls = await t.app.db.transaction().execute(async (db) => {
        await db.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
        const calls = Array.from({ length: CALLS }, signIn).map((call) =>
          call.then(
            () => "OK",
            (error: unknown) => reasonOf(Promise.reject(error)),
          ),
        );
        await vi.waitFor(async () => expect(await waiting()).toBe(CALLS), 30_000);
        await change(db);
        return calls;
      });
      return Promise.all(calls);
    }

    async function waiting(): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(t.app.db);
      return Number(rows[0]?.count);
    }

    const live = async () => {
      const rows = t.app.db.selectFrom("sessions").select("id").where("revokedAt", "is", null);
      return (await rows.execute()).length;
    };

    test("never leave more sessions than the limit", async () => {
      expect(await signInBehind(async () => {})).toEqual(Array(CALLS).fill("OK"));
      expect(await live()).toBe(3);
    });

    test("open none for a password that was replaced meanwhile", async () => {
      const before = await live();
      const replace = (db: TestApp["app"]["db"]) =>
        db.updateTable("users").set({ passwordHash: "replaced" }).where("id", "=", userId).execute();
      expect(await signInBehind(replace)).toEqual(Array(CALLS).fill("INVALID_CREDENTIALS"));
      expect(await live()).toBe(before);
    });

    test("open none for a user who was disabled meanwhile", async () => {
      const before = await live();
      const disable = (db: TestApp["app"]["db"]) =>
        db.updateTable("users").set({ disabledAt: 1 }).where("id", "=", userId).execute();
      expect(await signInBehind(disable)).toEqual(Array(CALLS).fill("USER_DISABLED"));
      expect(await live()).toBe(before);
    });
  },
);
