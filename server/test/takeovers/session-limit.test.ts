import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { idOf, MINUTE_MS, PASSWORD, TakeoverBench, VICTIM } from "./takeover-bench.ts";

/** The limit of live sessions per user. */
describe.each(engines)("max_sessions_per_user on $kind", (engine) => {
  let b: TakeoverBench;
  let userId: string;
  const open = async (maxSessionsPerUser: number): Promise<void> => {
    b = await TakeoverBench.open(engine, { maxSessionsPerUser });
    userId = idOf(await b.users.createUser({ email: VICTIM, password: PASSWORD, emailVerified: true }));
  };
  beforeEach(() => open(3));
  afterEach(() => b.close());

  const signIn = () => {
    b.t.advance(MINUTE_MS);
    return b.signIn();
  };
  const live = async () => (await b.sessions(userId)).length;

  test("3: the fourth sign-in ends the session idle longest", async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    b.t.advance(MINUTE_MS);
    const used = await b.auth.refreshToken({ refreshToken: first.refreshToken });
    const fourth = await signIn();
    expect(await reasonOf(b.as(second).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(b.auth.refreshToken({ refreshToken: second.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    for (const tokens of [used, third, fourth]) await b.as(tokens).getMe({});
    expect(await live()).toBe(3);
  });

  test("3: SignInWithOAuth counts and is counted like every other way in", async () => {
    const first = await signIn();
    await b.oauth.link(b.project, first.accessToken, "google", "own");
    for (let n = 0; n < 4; n++) await b.oauth.signIn(b.project, "google", "own");
    expect(await live()).toBe(3);
    await signIn();
    expect(await live()).toBe(3);
  });

  test("3: sessions that have ended do not count", async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()];
    await b.as(second).signOut({});
    const fourth = await signIn();
    for (const tokens of [first, third, fourth]) await b.as(tokens).getMe({});
  });

  test("3: nobody else's sessions end", async () => {
    const other = await b.signUp("other@example.com");
    for (let n = 0; n < 5; n++) await signIn();
    await b.as(other).getMe({});
  });

  test("0 = no limit", async () => {
    await b.close();
    await open(0);
    for (let n = 0; n < 8; n++) await signIn();
    expect(await live()).toBe(8);
  });

  test("a limit made smaller takes effect with the next sign-in", async () => {
    await b.close();
    await open(0);
    for (let n = 0; n < 6; n++) await signIn();
    await updateProject(b.t.app, systemActor, b.project.id, { settings: { maxSessionsPerUser: 2 } });
    const last = await signIn();
    expect(await live()).toBe(2);
    await b.as(last).getMe({});
  });

  test("two sign-ins at once never leave more than the limit", async () => {
    for (let n = 0; n < 3; n++) await signIn();
    for (let round = 0; round < times(4, 60); round++) {
      b.t.advance(MINUTE_MS);
      await Promise.all([b.signIn(), b.signIn()]);
      expect(await live()).toBe(3);
    }
  });

  test("many sign-ins at once of a user with room for some never leave more than the limit", async () => {
    for (let round = 0; round < times(3, 30); round++) {
      await b.users.revokeUserSessions({ userId });
      b.t.advance(MINUTE_MS);
      await signIn();
      await Promise.all(Array.from({ length: 8 }, () => b.signIn()));
      expect(await live()).toBe(3);
    }
  });

  test("many sign-ins of both kinds at once never leave more than the limit", async () => {
    const first = await signIn();
    await b.oauth.link(b.project, first.accessToken, "google", "own");
    for (let round = 0; round < times(3, 30); round++) {
      const ways = Array.from({ length: 8 }, (_, n) =>
        n % 2 === 0 ? b.signIn() : b.oauth.signIn(b.project, "google", "own"),
      );
      await Promise.all(ways);
      expect(await live()).toBe(3);
    }
  });
});
