import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addUser } from "../../domain/accounts/add-user.ts";
import { newUser } from "../../domain/accounts/new-user.ts";
import { recordEvent } from "../../domain/analytics/record-event.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { enqueueMail } from "../../domain/mail/enqueue-mail.ts";
import type { Project } from "../../domain/projects/project.ts";
import { admit } from "../../domain/sessions/admit.ts";
import { insertSignUpAttempt } from "../../storage/opening-attempts.ts";
import { transact } from "../../storage/transact.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { Gate } from "../../testing/gate.ts";
import { TestApp } from "../../testing/test-app.ts";

const DAY_MS = 86_400_000;
const PASSWORD = "correct horse battery";

describe.each(engines)("Calls that run while their project is deleted, on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    token = (await t.addAdmin()).token;
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });
  afterEach(() => t.close());

  /** The tables that have rows of the project, and how many. */
  /** Without the ledger, which says that the project was erased. */
  async function rowsOf(projectId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name, columns } of await t.app.db.introspection.getTables()) {
      if (name === "erasures" || !columns.some((column) => /^project_?id$/i.test(column.name))) continue;
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where project_id = ${projectId}`.execute(t.app.db);
      if (rows[0]?.n) counts[name] = Number(rows[0].n);
    }
    return counts;
  }

  const deletedProjects = () => t.app.db.selectFrom("deletedProjects").selectAll().execute();

  test("sign-ups, guests, sign-ins and refreshes leave nothing behind", async () => {
    const other = (await t.addProject("Other", { allowAnonymousSignIn: true })).project;
    await t.auth(other).signInAnonymously({});
    const kept = await rowsOf(other.id);
    for (let round = 0; round < times(3, 30); round++) {
      const { project } = await t.addProject(`Round ${round}`, { allowAnonymousSignIn: true });
      const known = await t.addUser(project, "ada@example.com", PASSWORD);
      const auth = t.auth(project);
      const someCalls = [1, 2, 3].flatMap((n) => [
        auth.signInAnonymously({}),
        auth.signUp({ email: `u${n}@example.com`, password: PASSWORD }),
        auth.signIn({ email: "ada@example.com", password: PASSWORD }),
        auth.signIn({ email: "ada@example.com", password: "wrong horse battery" }),
      ]);
      const refresh = auth.refreshToken({ refreshToken: known.refreshToken });
      const calls = Promise.allSettled([...someCalls, refresh]);
      await someCalls[round % someCalls.length]?.catch(() => {}); // so that others are under way
      const more = Promise.allSettled([1, 2, 3, 4].map(() => auth.signInAnonymously({})));
      await t.projects(token).deleteProject({ project: project.id });
      await Promise.all([calls, more]);
      await cleanUp(t.app);
      expect(await rowsOf(project.id)).toEqual({});
    }
    expect(await rowsOf(other.id)).toEqual(kept);
  });

  // On SQLite transactions run one after another, and the foreign key refuses the second one.
  if (engine.kind === "postgres") {
    test("what commits after the project is gone is deleted by the next clean-up", async () => {
      const gate = new Gate();
      const held = gate.holdNext();
      const late = transact(t.app, async (app) => {
        const user = newUser(app, project, { guestSince: app.clock() });
        await addUser(app, user, project);
        const device = { userAgent: "", ip: "192.0.2.1", isKnown: false };
        await admit(app, project, user, { method: "anonymous", isNew: true }, device);
        const by = { actor: "system", ip: null };
        await recordEvent(app, { kind: "user.guest_created", projectId: project.id, userId: user.id, by });
        await enqueueMail(app, project.id, { kind: "verify_email", recipient: "a@example.com" });
        const attempt = {
          projectId: project.id,
          attemptHash: "h",
          mac: "m",
          expiresAt: app.clock() + DAY_MS,
        };
        await insertSignUpAttempt(app.db, attempt, app.clock());
        await gate.pass();
      });
      await held.reached;
      await t.projects(token).deleteProject({ project: "demo" });
      expect(await t.app.db.selectFrom("projects").select("id").execute()).toEqual([]);
      held.release();
      await late;
      expect(await rowsOf(project.id)).toEqual({
        ...{ users: 1, user_activity: 1, user_active_days: 1, sessions: 1 },
        ...{ events: 1, outbox: 1, sign_up_attempts: 1 },
      });

      await cleanUp(t.app);
      expect(await rowsOf(project.id)).toEqual({});
    });

    test("a sign-in locks nothing that other sign-ins of the project lock", async () => {
      await t.auth(project).signInAnonymously({});
      const constraints = await sql<{ name: string }>`
        select conrelid::regclass::text as name from pg_constraint
        where contype = 'f' and confrelid = 'projects'::regclass order by 1`.execute(t.app.db);
      const written = Object.keys(await rowsOf(project.id)).filter((name) => name !== "signing_keys");
      expect(constraints.rows.map(({ name }) => name).filter((name) => written.includes(name))).toEqual([]);
    });
  }

  test("a deleted project is remembered for a day", async () => {
    await t.projects(token).deleteProject({ project: "demo" });
    t.advance(DAY_MS - 1);
    await cleanUp(t.app);
    expect(await deletedProjects()).toMatchObject([{ id: project.id }]);
    t.advance(1);
    await cleanUp(t.app);
    expect(await deletedProjects()).toEqual([]);
  });
});
