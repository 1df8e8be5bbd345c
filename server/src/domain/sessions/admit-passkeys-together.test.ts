import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { type PasskeyDevice, passkeyClient, passkeyDevice, withPasskeys } from "../../testing/passkeys.ts";
import { TestApp } from "../../testing/test-app.ts";
import { usedChallenge } from "../passkeys/challenge.ts";
import { provePasskey } from "../passkeys/prove-passkey.ts";
import type { Project } from "../projects/project.ts";
import { rememberedProject } from "../projects/remembered-projects.ts";
import { admitPasskeyAtOnce } from "./admit-at-once.ts";

type Person = Readonly<{ device: PasskeyDevice; userId: string }>;
type Answer = Readonly<{ by: Person; credentialJson: string }>;

const PEOPLE = 6;
const device = { ip: "192.0.2.1", userAgent: "test" };

/** What was proven is admitted in one turn of the event loop here, so it goes together. */
describe.each(engines.filter(({ kind }) => kind === "postgres"))(
  "passkeys of several users that are admitted by one statement, on $kind",
  (engine) => {
    let t: TestApp;
    let project: Project;
    let people: Person[];

    beforeEach(async () => {
      t = await TestApp.open(engine, { rateLimits: "off" });
      ({ project } = await t.addProject("Demo", { ...withPasskeys, maxSessionsPerUser: 0 }));
      people = [];
      while (people.length < PEOPLE) people.push(await newPerson());
      await noteSteps();
    });
    afterEach(() => t.close());

    async function newPerson(): Promise<Person> {
      const device = passkeyDevice(t, project);
      const tokens = await t.addUser(project, `user${people.length}@example.com`, "correct horse battery");
      await device.link(tokens.accessToken);
      return { device, userId: tokens.user?.id ?? "" };
    }

    /** The rows that statements write, in their order, with the transaction that wrote them. */
    async function noteSteps(): Promise<void> {
      await sql`create table steps (n bigserial, xid xid8, step text, value text)`.execute(t.app.db);
      const steps = [
        ["used_passkey_challenges", "insert", "hash"],
        ["passkeys", "update", "id"],
        ["sessions", "insert", "user_id"],
      ] as const;
      for (const [table, change, value] of steps) {
        const name = sql.ref(`note_${table}`);
        const body = `begin insert into steps (xid, step, value)
          values (pg_current_xact_id(), '${table}', new.${value}); return new; end`;
        await sql`create function ${name}() returns trigger language plpgsql as ${sql.lit(body)}`.execute(
          t.app.db,
        );
        await sql`create trigger ${name} before ${sql.raw(change)} on ${sql.table(table)}
          for each row execute function ${name}()`.execute(t.app.db);
      }
    }

    const steps = async () =>
      (
        await sql<{ xid: string; step: string; value: string }>`select xid::text, step, value from steps
          order by n`.execute(t.app.db)
      ).rows;

    const start = () => passkeyClient(t, project).startPasskeySignIn({});
    const answer = async (by: Person): Promise<Answer> => ({
      by,
      credentialJson: by.device.asserted(await start()),
    });
    const answers = () => Promise.all(people.map(answer));

    const prove = (all: readonly Answer[]) =>
      Promise.all(all.map(({ credentialJson }) => provePasskey(t.app, project, credentialJson)));

    function admitProven(proofs: Awaited<ReturnType<typeof prove>>) {
      const admissions = proofs.map(({ passkey, user, activity, challenge, facts, state }) => {
        const { id, signCount: signCountBefore } = passkey;
        const { signCount, backupState } = state;
        const use = {
          passkey: { id, signCountBefore, signCount, backedUp: backupState ? 1 : 0 },
          challenge: usedChallenge(challenge, facts),
        };
        return admitPasskeyAtOnce(t.app, project, { ...user, activity }, use, device, undefined);
      });
      return Promise.allSettled(admissions);
    }

    const admit = async (all: readonly Answer[]) => admitProven(await prove(all));

    const opened = { status: "fulfilled", value: { hasUsedChallenge: true, pair: expect.anything() } };
    const nothingOpened = { status: "fulfilled", value: { hasUsedChallenge: true, pair: undefined } };
    const nothingDone = { status: "fulfilled", value: { hasUsedChallenge: false, pair: undefined } };

    test("each opens a session of its own user, in one transaction", async () => {
      const admissions = await admit(await answers());
      expect(admissions).toEqual(Array(PEOPLE).fill(opened));
      const sessions = (await steps()).filter(({ step }) => step === "sessions");
      expect(sessions.map(({ value }) => value).toSorted()).toEqual(
        people.map(({ userId }) => userId).toSorted(),
      );
      expect(new Set(sessions.map(({ xid }) => xid)).size).toBe(1);
    });

    test("the challenges are used up first, in the order of their hashes", async () => {
      await admit(await answers());
      const all = await steps();
      const hashes = all.slice(0, PEOPLE);
      expect(hashes.map(({ step }) => step)).toEqual(Array(PEOPLE).fill("used_passkey_challenges"));
      expect(hashes).toEqual(hashes.toSorted((a, b) => (a.value < b.value ? -1 : 1)));
      expect(all.slice(PEOPLE).map(({ step }) => step)).not.toContain("used_passkey_challenges");
    });

    test.each([
      ["users", "id"],
      ["passkeys", "userId"],
      ["userActivity", "userId"],
    ] as const)("nobody waits for a row of %s that another transaction has locked", async (table, column) => {
      const all = await answers();
      const admissions = await t.app.db.transaction().execute(async (db) => {
        const locked = people[2]?.userId ?? "";
        await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${locked} for update`.execute(
          db,
        );
        return admit(all);
      });
      expect(admissions).toEqual(all.map((_, at) => (at === 2 ? nothingOpened : opened)));
    });

    test.each([
      ["users", "id", "disabled_at = 1"],
      ["users", "id", "deletion_due_at = 1"],
      ["passkeys", "user_id", "sign_count = 99"],
      ["passkeys", "user_id", "user_id = user_id || '0', project_id = '0'"],
      ["user_activity", "user_id", "last_sign_in_at = 1"],
    ])(
      "one whose row of %s has changed since it was read opens nothing (%s, %s)",
      async (table, column, set) => {
        const proofs = await prove(await answers());
        const changed = sql.lit(people[2]?.userId);
        await sql`alter table users disable trigger all`.execute(t.app.db);
        await sql`alter table passkeys disable trigger all`.execute(t.app.db);
        await sql`update ${sql.table(table)} set ${sql.raw(set)} where ${sql.ref(column)} = ${changed}`.execute(
          t.app.db,
        );
        expect(await admitProven(proofs)).toEqual(people.map((_, at) => (at === 2 ? nothingOpened : opened)));
      },
    );

    test("none opens anything for a project that has changed since it was read", async () => {
      const proofs = await prove(await answers());
      const remembered = rememberedProject(t.app.db, project.publishableKey);
      project = remembered ?? project;
      await sql`update projects set name = 'Other'`.execute(t.app.db);
      expect(await admitProven(proofs)).toEqual(Array(PEOPLE).fill(nothingDone));
    });

    test("one that cannot be stored fails alone", async () => {
      const unlucky = sql.lit(people[2]?.userId);
      await sql`alter table sessions add constraint no_room check (user_id <> ${unlucky}) not valid`.execute(
        t.app.db,
      );
      const admissions = await admit(await answers());
      expect(admissions.map(({ status }) => status === "fulfilled")).toEqual(people.map((_, at) => at !== 2));
      expect((await steps()).filter(({ step }) => step === "sessions")).toHaveLength(PEOPLE - 1);
    });

    test("two of one user open one session: the other has read an older activity", async () => {
      const [person] = people as [Person];
      const admissions = await admit([await answer(person), await answer(person)]);
      expect(admissions).toContainEqual(opened);
      expect(admissions).toContainEqual(nothingOpened);
    });

    test("two that answer the same challenge open one session", async () => {
      const options = await start();
      const same = people
        .slice(0, 2)
        .map((by) => ({ by, credentialJson: by.device.asserted(options) }) satisfies Answer);
      const admissions = await admit(same);
      expect(admissions).toContainEqual(opened);
      expect(admissions).toContainEqual(nothingDone);
    });
  },
);
