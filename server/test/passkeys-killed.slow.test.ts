import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { App } from "../src/app.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { type Authenticator, createAuthenticator } from "../src/testing/authenticator.ts";
import { engines } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";
import { ORIGIN, withPasskeys } from "../src/testing/passkeys.ts";
import { ServedInstance } from "./served-instance.ts";

const PEOPLE = 8;
const ANSWERS_EACH = 40;
/** Fewer calls than a server takes on at once. */
const LANES = 40;
const origin = { origin: ORIGIN };

describe.each(engines)("a server on $kind that is killed while people sign in with passkeys", (engine) => {
  let s: ServedInstance;
  beforeEach(async () => {
    s = await ServedInstance.create({ SVC_RATE_LIMITS: "off" }, engine);
    const settings = { ...withPasskeys, maxSessionsPerUser: 0 };
    await s.instance.use((app) => updateProject(app, systemActor, s.project.id, { settings }));
    await s.start();
  });
  afterEach(() => s.close());

  const call = (method: string, message: object) => s.call(`auth.v1.PasskeyService/${method}`, message);
  const signUp = async (): Promise<Authenticator> => {
    const device = createAuthenticator();
    const { body } = await call("StartPasskeySignUp", {});
    const answer = await call("SignUpWithPasskey", {
      credentialJson: device.create(body.optionsJson, origin),
    });
    expect(answer.reason).toBe("");
    return device;
  };
  const answerOf = async (device: Authenticator): Promise<string> =>
    device.get((await call("StartPasskeySignIn", {})).body.optionsJson, origin);
  /** The reason, empty after a sign-in; undefined when the connection broke. */
  const signIn = (credentialJson: string): Promise<string | undefined> =>
    call("SignInWithPasskey", { credentialJson }).then(
      ({ reason }) => reason,
      () => undefined,
    );
  /** Calls for all of them, several at a time. */
  const inLanes = async <T>(all: readonly string[], act: (one: string) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    const rest = all.entries();
    const lane = async () => {
      for (const [at, one] of rest) results[at] = await act(one);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return results;
  };
  /** PostgreSQL finishes a statement although its caller is dead. */
  const isAtRest = ({ db }: Pick<App, "db">) =>
    sql`select 1 from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
      .execute(db)
      .then(({ rows }) => rows.length === 0);
  /** What a sign-in leaves behind, beside that of the sign-ups. */
  const left = () =>
    s.instance.use(async (app) => {
      const { db } = app;
      if (engine.kind === "postgres") await expect.poll(() => isAtRest(app), { timeout: 60_000 }).toBe(true);
      const used = await db.selectFrom("usedPasskeyChallenges").select("hash").execute();
      const sessions = await db
        .selectFrom("sessions")
        .select("userId")
        .where("passkeyId", "is not", null)
        .execute();
      const events = await db
        .selectFrom("events")
        .select("id")
        .where("kind", "=", "user.signed_in")
        .execute();
      return { used: used.length - PEOPLE, sessions: sessions.length - PEOPLE, events: events.length };
    });

  test("leaves whole sign-ins only, and no answer works twice", { timeout: 300_000 }, async () => {
    const people: Authenticator[] = [];
    while (people.length < PEOPLE) people.push(await signUp());
    for (let round = 0; round < times(2, 20); round++) {
      const before = await left();
      const answers: string[] = [];
      while (answers.length < PEOPLE * ANSWERS_EACH) {
        answers.push(await answerOf(people[answers.length % PEOPLE] as Authenticator));
      }
      const enough = 5 + round * 7;
      let told = 0;
      const outcomes = await inLanes(answers, async (answer) => {
        const outcome = await signIn(answer);
        if (outcome !== undefined && ++told === enough) s.running.child.kill("SIGKILL");
        return outcome;
      });
      await s.running.finished;
      const after = await left();
      const done = after.sessions - before.sessions;
      const used = after.used - before.used;
      expect(outcomes.filter((outcome) => outcome !== undefined && outcome !== "")).toEqual([]);
      expect(done).toBeGreaterThanOrEqual(outcomes.filter((outcome) => outcome === "").length);
      expect(done, "some were under way").toBeLessThan(answers.length);
      expect(after.events - before.events).toBe(done);
      // On PostgreSQL one that waited for another of the same person may have used its challenge up for nothing.
      if (engine.kind === "sqlite") expect(used).toBe(done);
      else expect(used).toBeGreaterThanOrEqual(done);

      await s.start();
      const again = await inLanes(answers, signIn);
      expect(again.filter((outcome) => outcome === "PASSKEY_INVALID")).toHaveLength(used);
      expect(again.filter((outcome) => outcome === "")).toHaveLength(answers.length - used);
    }
    await s.stop();
  });
});
