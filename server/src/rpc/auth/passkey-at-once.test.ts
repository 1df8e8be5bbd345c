import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { type PasskeyDevice, passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const password = "correct horse battery";
const CALLS = 6;
const CROWD = 64;

type Database = TestApp["app"]["db"];

/** The single statement does not wait for the row, and the transaction that decides then does. What changed meanwhile must count. */
describe.each(engines.filter(({ kind }) => kind === "postgres"))(
  "sign-ins with a passkey that wait for a row, on $kind",
  (engine) => {
    let t: TestApp;
    let project: Project;
    let device: PasskeyDevice;
    let accessToken: string;
    let userId: string;

    beforeEach(async () => {
      t = await TestApp.open(engine, { rateLimits: "off" });
      ({ project } = await t.addProject("Demo", { ...withPasskeys, maxSessionsPerUser: 0 }));
      await addUser("ada@example.com");
    });
    afterEach(() => t.close());

    async function addUser(email: string): Promise<void> {
      device = passkeyDevice(t, project);
      const tokens = await t.addUser(project, email, password);
      userId = tokens.user?.id ?? "";
      ({ accessToken } = await device.link(tokens.accessToken));
    }

    const outcomeOf = (call: Promise<unknown>) =>
      call.then(
        () => "OK",
        (error: unknown) => reasonOf(Promise.reject(error)),
      );
    const answers = async (count: number) => {
      const options = await passkeyClient(t, project).startPasskeySignIn({});
      const all = [device.asserted(options)];
      while (all.length < count) {
        all.push(device.asserted(await passkeyClient(t, project).startPasskeySignIn({})));
      }
      return all;
    };
    const signIn = (credentialJson: string) =>
      passkeyClient(t, project).signInWithPasskey({ credentialJson });
    const copies = async () => Array<string>(CALLS).fill((await answers(1))[0] ?? "");

    const passkeyId = async () => {
      const { passkeys } = await passkeyClient(t, project, accessToken).listMyPasskeys({});
      return passkeys[0]?.id ?? "";
    };
    const remove = (id: string) =>
      passkeyClient(t, project, accessToken).removeMyPasskey({ passkeyId: id, currentPassword: password });

    /** Starts calls while another transaction holds the row, and lets them go on once each of them waits or is answered. */
    async function behind(
      table: "users" | "passkeys",
      begin: readonly (() => Promise<unknown>)[],
      change: (db: Database) => Promise<unknown> = async () => {},
    ): Promise<string[]> {
      const column = table === "users" ? "id" : "userId";
      const calls = await t.app.db.transaction().execute(async (db) => {
        await db.selectFrom(table).select("id").where(column, "=", userId).forUpdate().execute();
        const calls: Promise<string>[] = [];
        let answered = 0;
        for (const call of begin) {
          calls.push(outcomeOf(call()).finally(() => (answered += 1)));
          await vi.waitFor(async () => expect((await waiting()) + answered).toBe(calls.length), 30_000);
        }
        expect(answered).toBeLessThan(calls.length);
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

    const signIns = (all: readonly string[]) => all.map((answer) => () => signIn(answer));
    const opened = () => t.app.db.selectFrom("sessions").select("id").where("userId", "=", userId);
    const sessions = () => opened().execute();
    const live = () => opened().where("revokedAt", "is", null);
    const ofPasskey = () => live().where("passkeyId", "is not", null).execute();

    test("never leave more sessions than the limit", async () => {
      await updateProject(t.app, systemActor, project.id, { settings: { maxSessionsPerUser: 3 } });
      const outcomes = await behind("users", signIns(await answers(CALLS)));
      expect(outcomes).toEqual(Array(CALLS).fill("OK"));
      expect(await live().execute()).toHaveLength(3);
    });

    test("open none for a user who was disabled meanwhile", async () => {
      const before = await sessions();
      const disable = (db: Database) =>
        db.updateTable("users").set({ disabledAt: 1 }).where("id", "=", userId).execute();
      const outcomes = await behind("users", signIns(await answers(CALLS)), disable);
      expect(outcomes).toEqual(Array(CALLS).fill("USER_DISABLED"));
      expect(await sessions()).toEqual(before);
    });

    test("open none for a passkey that was removed meanwhile", async () => {
      const before = await sessions();
      const removed = (db: Database) => db.deleteFrom("passkeys").where("userId", "=", userId).execute();
      const outcomes = await behind("passkeys", signIns(await answers(CALLS)), removed);
      expect(outcomes).toEqual(Array(CALLS).fill("PASSKEY_INVALID"));
      expect(await sessions()).toEqual(before);
    });

    test("are ended by the removal of the passkey that waits for them", async () => {
      const id = await passkeyId();
      const [answer = ""] = await answers(1);
      expect(await behind("users", [() => signIn(answer), () => remove(id)])).toEqual(["OK", "OK"]);
      expect(await ofPasskey()).toEqual([]);
    });

    test.each(["users", "passkeys"] as const)("copies of an answer: one signs in (%s)", async (table) => {
      const before = (await sessions()).length;
      const outcomes = await behind(table, signIns(await copies()));
      expect(outcomes.toSorted()).toEqual(["OK", ...Array(CALLS - 1).fill("PASSKEY_INVALID")]);
      expect(await sessions()).toHaveLength(before + 1);
    });

    test("copies of an answer: one signs in, also when the user has signed in elsewhere meanwhile", async () => {
      const before = (await sessions()).length;
      const elsewhere = (db: Database) =>
        db
          .updateTable("userActivity")
          .set({ lastActiveAt: t.app.clock() })
          .where("userId", "=", userId)
          .execute();
      const outcomes = await behind("users", signIns(await copies()), elsewhere);
      expect(outcomes.toSorted()).toEqual(["OK", ...Array(CALLS - 1).fill("PASSKEY_INVALID")]);
      expect(await sessions()).toHaveLength(before + 1);
    });

    test("a counter that another call has raised meanwhile leaves an event", async () => {
      const raise = (db: Database) =>
        db.updateTable("passkeys").set({ signCount: 9 }).where("userId", "=", userId).execute();
      const low = device.asserted(await passkeyClient(t, project).startPasskeySignIn({}), { counter: 5 });
      expect(await behind("passkeys", signIns([low]), raise)).toEqual(["OK"]);
      const kind = "user.passkey_counter_went_back";
      expect(await t.app.db.selectFrom("events").select("userId").where("kind", "=", kind).execute()).toEqual(
        [{ userId }],
      );
    });

    test("64 at once and the removal of the passkey leave no session of it behind", async () => {
      for (let round = 0; round < times(2, 30); round++) {
        await addUser(`user${round}@example.com`);
        const [id, all] = [await passkeyId(), await answers(CROWD)];
        const calls = all.map((answer) => outcomeOf(signIn(answer)));
        calls.splice(round * 9, 0, outcomeOf(remove(id)));
        const outcomes = await Promise.all(calls);
        expect(outcomes[round * 9]).toBe("OK");
        expect(new Set(outcomes).difference(new Set(["OK", "PASSKEY_INVALID"]))).toEqual(new Set());
        expect(await ofPasskey()).toEqual([]);
      }
    });
  },
);
