import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const DAY_MS = 86_400_000;
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("Sign-ups that are repeated, on $kind", (engine) => {
  let t: TestApp;
  let open: Project;
  let verifying: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, {});
    open = (await t.addProject("Open", { allowAnonymousSignIn: true })).project;
    verifying = (await t.addProject("Verifying", { requireEmailVerification: true })).project;
  });
  afterEach(() => t.close());

  const newAttemptId = () => randomBytes(16).toString("base64url");
  const signUp = (project: Project, attemptId: string, email = EMAIL, password = PASSWORD) =>
    t.auth(project).signUp({ email, password, attemptId });
  const counts = async () => ({
    users: (await t.app.db.selectFrom("users").select("id").execute()).length,
    sessions: (await t.app.db.selectFrom("sessions").select("id").execute()).length,
    mails: (await t.app.db.selectFrom("outbox").select("id").execute()).length,
  });
  const attempts = () => t.app.db.selectFrom("signUpAttempts").selectAll().execute();

  test("a repeated SignUp gets the same session, for the right password only", async () => {
    const attempt = newAttemptId();
    const first = await signUp(open, attempt);
    const again = await signUp(open, attempt, "ADA@example.com");
    expect(again.tokens?.refreshToken).toBe(first.tokens?.refreshToken);
    expect(await counts()).toEqual({ users: 1, sessions: 1, mails: 1 });
    expect(await reasonOf(signUp(open, attempt, EMAIL, "another horse battery"))).toBe("ATTEMPT_INVALID");
    expect(await reasonOf(signUp(open, attempt, "eve@example.com"))).toBe("ATTEMPT_INVALID");
    expect(await reasonOf(signUp(open, newAttemptId()))).toBe("EMAIL_ALREADY_EXISTS");
    expect((await signUp(open, attempt)).tokens?.refreshToken).toBe(first.tokens?.refreshToken);
    expect(await counts()).toEqual({ users: 1, sessions: 1, mails: 1 });
  });

  test("an attempt id is no way around the limit of wrong passwords", async () => {
    const attempt = newAttemptId();
    await signUp(open, attempt);
    const reasons: (string | undefined)[] = [];
    for (let n = 0; n < 12; n++)
      reasons.push(await reasonOf(signUp(open, attempt, EMAIL, `wrong password ${n}`)));
    expect(reasons.at(0)).toBe("ATTEMPT_INVALID");
    expect(reasons.at(-1)).toBe("RATE_LIMITED");
    expect(await reasonOf(signUp(open, attempt))).toBe("RATE_LIMITED");
    const signIn = t.auth(open).signIn({ email: EMAIL, password: PASSWORD });
    expect(await reasonOf(signIn)).toBe("RATE_LIMITED");
  });

  test("copies of a SignUp at the same time make one user with one session", async () => {
    for (let round = 0; round < times(3, 50); round++) {
      const attempt = newAttemptId();
      const before = await counts();
      const email = `ada-${round}@example.com`;
      const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(open, attempt, email)));
      expect(new Set(answers.map(({ tokens }) => tokens?.refreshToken)).size).toBe(1);
      const after = await counts();
      expect([after.users - before.users, after.sessions - before.sessions]).toEqual([1, 1]);
    }
  });

  test("where the email must be verified, a repeated SignUp answers OK and sends nothing, for new and taken addresses alike", async () => {
    await signUp(verifying, newAttemptId(), "taken@example.com");
    for (const email of ["new@example.com", "taken@example.com"]) {
      const attempt = newAttemptId();
      expect((await signUp(verifying, attempt, email)).tokens).toBeUndefined();
      const before = await counts();
      // Without a look at the password: the answer would tell who has an account.
      for (const password of [PASSWORD, "another horse battery"]) {
        expect((await signUp(verifying, attempt, email, password)).tokens).toBeUndefined();
      }
      expect(await reasonOf(signUp(verifying, attempt, "eve@example.com"))).toBe("ATTEMPT_INVALID");
      expect(await counts()).toEqual(before);
    }
    const [first] = await attempts();
    expect((await attempts()).map((row) => Object.keys(row))).toEqual(
      [1, 2, 3].map(() => Object.keys(first ?? {})),
    );
    expect(await counts()).toMatchObject({ users: 2, sessions: 0, mails: 3 });
  });

  test("copies of a SignUp that must be verified send one email", async () => {
    const attempt = newAttemptId();
    await Promise.all(Array.from({ length: 6 }, () => signUp(verifying, attempt)));
    expect(await counts()).toEqual({ users: 1, sessions: 0, mails: 1 });
  });

  test("such an attempt is kept for 24 hours, and opens no session in that time", async () => {
    const attempt = newAttemptId();
    await signUp(verifying, attempt);
    const guests = (await t.addProject("Guests", { allowAnonymousSignIn: true })).project;
    await t.auth(guests).signInAnonymously({ attemptId: attempt }); // another project, another attempt
    await t.app.db.updateTable("users").set({ emailVerifiedAt: t.app.clock() }).execute();
    const signIn = () => t.auth(verifying).signIn({ email: EMAIL, password: PASSWORD, attemptId: attempt });
    expect(await reasonOf(signIn())).toBe("ATTEMPT_INVALID");

    t.advance(DAY_MS - 1);
    await cleanUp(t.app);
    expect(await attempts()).toHaveLength(1);
    expect(await reasonOf(signIn())).toBe("ATTEMPT_INVALID");
    t.advance(1);
    await signUp(verifying, attempt, "later@example.com"); // before the clean-up
    t.advance(DAY_MS);
    await signIn();
    expect(await cleanUp(t.app)).toMatchObject({ signUpAttempts: 1 });
    expect(await attempts()).toEqual([]);
  });

  test("an attempt that opened a session signs nobody up, in either mode", async () => {
    const attempt = newAttemptId();
    await t.auth(open).signInAnonymously({ attemptId: attempt });
    expect(await reasonOf(signUp(open, attempt))).toBe("ATTEMPT_INVALID");
    expect(await counts()).toMatchObject({ users: 1, mails: 0 });
  });

  test("failures are not remembered", async () => {
    const attempt = newAttemptId();
    expect(await reasonOf(signUp(verifying, attempt, EMAIL, "short"))).toBe("WEAK_PASSWORD");
    expect(await attempts()).toEqual([]);
    await signUp(verifying, attempt, "other@example.com");
  });

  test("the attempts of a deleted project go with it", async () => {
    await signUp(verifying, newAttemptId());
    const { token } = await t.addAdmin();
    await t.projects(token).deleteProject({ project: verifying.slug });
    expect(await attempts()).toEqual([]);
  });
});
