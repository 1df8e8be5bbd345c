import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { type PasskeyDevice, passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

type Person = Readonly<{ device: PasskeyDevice; userId: string }>;
type Database = TestApp["app"]["db"];

const PEOPLE = 6;
const LOCK = 7;

/** Sign-ins of several users are one statement. None may profit from another one, or suffer from it. */
describe.each(engines.filter(({ kind }) => kind === "postgres"))(
  "sign-ins with passkeys that go together, on $kind",
  (engine) => {
    let t: TestApp;
    let project: Project;
    let people: Person[];

    beforeEach(async () => {
      t = await TestApp.open(engine, { rateLimits: "off" });
      ({ project } = await t.addProject("Demo", { ...withPasskeys, maxSessionsPerUser: 0 }));
      people = [];
      while (people.length < PEOPLE) people.push(await newPerson());
      await Promise.all(people.map(async ({ device }) => signIn(device.asserted(await start()))));
    });
    afterEach(() => t.close());

    async function newPerson(): Promise<Person> {
      const device = passkeyDevice(t, project);
      const tokens = await t.addUser(project, `user${people.length}@example.com`, "correct horse battery");
      await device.link(tokens.accessToken);
      return { device, userId: tokens.user?.id ?? "" };
    }

    const start = () => passkeyClient(t, project).startPasskeySignIn({});
    const signIn = (credentialJson: string) =>
      passkeyClient(t, project).signInWithPasskey({ credentialJson });
    const outcomeOf = (call: ReturnType<typeof signIn>) =>
      call.then(
        ({ user }) => user?.id,
        (error: unknown) => reasonOf(Promise.reject(error)),
      );
    const answers = () => Promise.all(people.map(async ({ device }) => device.asserted(await start())));
    const userIds = () => people.map(({ userId }) => userId);
    const all = (credentials: readonly string[]) => credentials.map((answer) => outcomeOf(signIn(answer)));
    const sessions = async () =>
      Number(
        (
          await t.app.db
            .selectFrom("sessions")
            .select((row) => row.fn.countAll().as("count"))
            .executeTakeFirstOrThrow()
        ).count,
      );

    /** The sign-ins reach their statement before this work, and go on in it after this work. */
    async function meanwhile(credentials: readonly string[], work: (db: Database) => Promise<unknown>) {
      await sql`create function wait_for_test() returns trigger language plpgsql as
        ${sql.lit(`begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end`)}`.execute(t.app.db);
      await sql`create trigger wait_for_test before insert on used_passkey_challenges
        for each row execute function wait_for_test()`.execute(t.app.db);
      const { calls } = await t.app.db.connection().execute(async (db) => {
        await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(db);
        const calls = all(credentials);
        await vi.waitFor(async () => expect(await waiting(db)).toBeGreaterThan(0), 30_000);
        await work(db);
        await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(db);
        return { calls };
      });
      return Promise.all(calls);
    }

    async function waiting(db: Database): Promise<number> {
      const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return Number(rows[0]?.count);
    }

    test("an answer counts once, whether its copies go together or not", async () => {
      const credentials = await answers();
      const outcomes = await Promise.all(all([...credentials, ...credentials, ...credentials]));
      const refused = Array(2 * PEOPLE).fill("PASSKEY_INVALID");
      expect(outcomes.toSorted()).toEqual([...userIds(), ...refused].toSorted());
    });

    test("a challenge that two users answer signs one of them in", async () => {
      const options = await start();
      const credentials = people.slice(0, 2).map(({ device }) => device.asserted(options));
      const [one, other] = await Promise.all(all(credentials));
      expect([one, other].toSorted()).toContain("PASSKEY_INVALID");
      expect(userIds().slice(0, 2)).toContain([one, other].find((outcome) => outcome !== "PASSKEY_INVALID"));
    });

    test("what changes after the statement has begun counts", async () => {
      const [disabled = "", removed = "", elsewhere = "", ...others] = userIds();
      const before = await sessions();
      const outcomes = await meanwhile(await answers(), async (db) => {
        await db.updateTable("users").set({ disabledAt: 1 }).where("id", "=", disabled).execute();
        await db.deleteFrom("passkeys").where("userId", "=", removed).execute();
        const now = { lastActiveAt: t.app.clock() };
        await db.updateTable("userActivity").set(now).where("userId", "=", elsewhere).execute();
      });
      expect(outcomes).toEqual(["USER_DISABLED", "PASSKEY_INVALID", elsewhere, ...others]);
      expect(await sessions()).toBe(before + 1 + others.length);
    });

    test("replays at two servers, in another order at each, never lock each other out", async () => {
      const replica = await TestApp.open(engine, { database: t.database, rateLimits: "off" });
      try {
        for (let round = 0; round < times(3, 50); round++) {
          const credentials = await answers();
          const at = (server: TestApp, list: readonly string[]) =>
            list.map((credentialJson) =>
              outcomeOf(passkeyClient(server, project).signInWithPasskey({ credentialJson })),
            );
          const outcomes = await Promise.all([
            ...at(t, credentials),
            ...at(replica, credentials.toReversed()),
          ]);
          const refused = Array(PEOPLE).fill("PASSKEY_INVALID");
          expect(outcomes.toSorted()).toEqual([...userIds(), ...refused].toSorted());
        }
        await sql`select pg_stat_force_next_flush()`.execute(t.app.db);
        const { rows } = await sql<{ deadlocks: number }>`select deadlocks from pg_stat_database
          where datname = current_database()`.execute(t.app.db);
        expect(Number(rows[0]?.deadlocks)).toBe(0);
      } finally {
        await replica.close();
      }
    });
  },
);
