import { createHash, randomBytes } from "node:crypto";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { regenerateSecretKey } from "../../domain/projects/regenerate-secret-key.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { disableUser } from "../../domain/users/disable-user.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "a long enough password";
const MINUTE = 60_000;
const ADA = "ada@example.com";

describe.each(engines)("Sign-in with an email code on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { allowEmailCodes: true }));
  });
  afterEach(() => t.close());

  type Flow = { flowId: string; codeVerifier: string; codeChallenge: string };
  const ask = async (email = ADA, again?: Flow): Promise<Flow> => {
    const codeVerifier = again?.codeVerifier ?? randomBytes(32).toString("base64url");
    const codeChallenge = createHash("sha256").update(codeVerifier).digest("base64url");
    const { flowId } = await t
      .auth(project)
      .requestEmailCode({ email, codeChallenge, flowId: again?.flowId ?? "" });
    return { flowId, codeVerifier, codeChallenge };
  };
  const mailed = async ({ flowId }: Flow): Promise<string> => {
    await t.deliverMail();
    const link = t.mails.findLast((mail) => mail.link?.includes(flowId))?.link ?? "";
    return /code=(\d{8})$/.exec(link)?.[1] ?? "";
  };
  const signIn = ({ flowId, codeVerifier }: Flow, code: string, more: object = {}) =>
    t.auth(project).signInWithEmailCode({ flowId, codeVerifier, code, ...more });
  const wrong = (code: string) => String((Number(code) + 1) % 1e8).padStart(8, "0");
  const settings = async (changes: Partial<Project["settings"]>) => {
    project = await updateProject(t.app, systemActor, project.id, { settings: changes });
  };
  const events = async (): Promise<string[]> => {
    const rows = await t.app.db
      .selectFrom("events")
      .select("kind")
      .where("projectId", "=", project.id)
      .execute();
    return rows.map(({ kind }) => kind);
  };

  test("creates the user with a verified address, and the next time signs in", async () => {
    const flow = await ask();
    const { user, accessToken } = await signIn(flow, await mailed(flow));
    expect(user).toMatchObject({ email: ADA, emailVerified: true });
    expect((await t.auth(project, accessToken).getMe({})).user?.id).toBe(user?.id);
    const later = await ask();
    expect((await signIn(later, await mailed(later))).user?.id).toBe(user?.id);
    expect(await events()).toEqual(
      expect.arrayContaining(["user.signed_up", "user.email_verified", "user.signed_in"]),
    );
  });

  test("the first proof of the mailbox removes what others have prepared", async () => {
    const squatter = await t.addUser(project, ADA, PASSWORD);
    const flow = await ask();
    const owner = await signIn(flow, await mailed(flow));
    expect(owner.user?.id).toBe(squatter.user?.id);
    expect(await reasonOf(t.auth(project, squatter.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: squatter.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    expect(await reasonOf(t.auth(project).signIn({ email: ADA, password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(await events()).toContain("user.password_removed");
  });

  test("a later code leaves password and sessions alone", async () => {
    const first = await ask();
    const { accessToken, user } = await signIn(first, await mailed(first));
    await t
      .auth(project, accessToken)
      .linkPassword({ email: ADA, password: PASSWORD })
      .catch(() => {});
    const second = await ask();
    await signIn(second, await mailed(second));
    expect((await t.auth(project, accessToken).getMe({})).user?.id).toBe(user?.id);
  });

  test("a guest whom a backend gave the address becomes permanent with the same id", async () => {
    await settings({ allowAnonymousSignIn: true });
    const { user: guest } = await t.auth(project).signInAnonymously({});
    const { secretKey } = await regenerateSecretKey(t.app, systemActor, project.id);
    const users = t.client(UserService, { "x-svc-key": secretKey });
    await users.updateUser({ userId: guest?.id ?? "", email: ADA, emailVerified: true });
    const flow = await ask();
    const { user } = await signIn(flow, await mailed(flow));
    expect(user).toMatchObject({ id: guest?.id, isAnonymous: false });
    expect(await events()).toContain("user.guest_converted");
  });

  test("a guest without an address stays a guest, and the code signs in to another account", async () => {
    await settings({ allowAnonymousSignIn: true });
    const guest = await t.auth(project).signInAnonymously({});
    const flow = await ask();
    const { flowId, codeVerifier } = flow;
    const code = await mailed(flow);
    const { user } = await t
      .auth(project, guest.accessToken)
      .signInWithEmailCode({ flowId, codeVerifier, code });
    expect(user).toMatchObject({ email: ADA, isAnonymous: false });
    expect(user?.id).not.toBe(guest.user?.id);
    const { user: still } = await t.auth(project, guest.accessToken).getMe({});
    expect(still).toMatchObject({ id: guest.user?.id, isAnonymous: true, email: "" });
  });

  test("a code is used once", async () => {
    const flow = await ask();
    const code = await mailed(flow);
    await signIn(flow, code);
    expect(await reasonOf(signIn(flow, code))).toBe("EMAIL_CODE_INVALID");
  });

  test("of 64 calls at once one opens a session", async () => {
    const flow = await ask();
    const code = await mailed(flow);
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => signIn(flow, code)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await t.app.db.selectFrom("sessions").select("id").execute()).toHaveLength(1);
  });

  test("five wrong codes are counted although the calls fail, also at once, and the right one is refused then", async () => {
    const flow = await ask();
    const code = await mailed(flow);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => reasonOf(signIn(flow, wrong(code)))));
    expect(new Set(outcomes)).toEqual(new Set(["EMAIL_CODE_INVALID"]));
    const row = await t.app.db.selectFrom("oneTimeCodes").select("attempts").executeTakeFirstOrThrow();
    expect(Number(row.attempts)).toBe(5);
    expect(await reasonOf(signIn(flow, code))).toBe("EMAIL_CODE_INVALID");
  });

  test("another device, flow or project is refused, and spends no attempt", async () => {
    const flow = await ask();
    const code = await mailed(flow);
    const stranger = { ...flow, codeVerifier: randomBytes(32).toString("base64url") };
    for (let n = 0; n < 6; n++) expect(await reasonOf(signIn(stranger, code))).toBe("EMAIL_CODE_INVALID");
    const other = await ask("eve@example.com");
    await mailed(other);
    expect(await reasonOf(signIn({ ...other, codeVerifier: flow.codeVerifier }, code))).toBe(
      "EMAIL_CODE_INVALID",
    );
    const { project: elsewhere } = await t.addProject("Elsewhere", { allowEmailCodes: true });
    expect(await reasonOf(t.auth(elsewhere).signInWithEmailCode({ ...flow, code }))).toBe(
      "EMAIL_CODE_INVALID",
    );
    expect((await signIn(flow, code)).user?.email).toBe(ADA);
  });

  test("another code voids the older one of the same flow, and a stranger's flow voids none", async () => {
    const flow = await ask();
    const old = await mailed(flow);
    const stranger = await ask();
    await mailed(stranger);
    expect(stranger.flowId).not.toBe(flow.flowId);
    const again = await ask(ADA, flow);
    expect(again.flowId).toBe(flow.flowId);
    const newer = await mailed(again);
    if (newer !== old) expect(await reasonOf(signIn(flow, old))).toBe("EMAIL_CODE_INVALID");
    expect((await signIn(flow, newer)).user?.email).toBe(ADA);
  });

  test("a code expires after ten minutes", async () => {
    const flow = await ask();
    const code = await mailed(flow);
    t.advance(10 * MINUTE);
    expect(await reasonOf(signIn(flow, code))).toBe("EMAIL_CODE_INVALID");
  });

  test.each([
    ["spaces", (code: string) => ` ${code.slice(0, 4)} ${code.slice(4)}\n`],
    ["a hyphen", (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`],
    [
      "full-width digits",
      (code: string) => [...code].map((d) => String.fromCodePoint(0xff10 + Number(d))).join(""),
    ],
  ])("a code typed with %s is accepted", async (_how, typed) => {
    const flow = await ask();
    expect((await signIn(flow, typed(await mailed(flow)))).user?.email).toBe(ADA);
  });

  test.each(["", "12", "１２", "x".repeat(1_000), "1e7", "😀"])("%j is one wrong code", async (typed) => {
    const flow = await ask();
    await mailed(flow);
    expect(await reasonOf(signIn(flow, typed))).toBe("EMAIL_CODE_INVALID");
    const row = await t.app.db.selectFrom("oneTimeCodes").select("attempts").executeTakeFirstOrThrow();
    expect(Number(row.attempts)).toBe(1);
  });

  test("a disabled user learns it after the right code, a closed sign-up sends no code, and each request answers alike", async () => {
    const flow = await ask();
    const { user } = await signIn(flow, await mailed(flow));
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    await disableUser(t.app, scope, user?.id ?? "");
    const disabled = await ask();
    const code = await mailed(disabled);
    expect(await reasonOf(signIn(disabled, wrong(code)))).toBe("EMAIL_CODE_INVALID");
    expect(await reasonOf(signIn(disabled, code))).toBe("USER_DISABLED");
    const early = await ask("early@example.com");
    const earlyCode = await mailed(early);
    await settings({ signUpClosed: true });
    expect(await reasonOf(signIn(early, earlyCode))).toBe("SIGN_UP_CLOSED");
    const sent = t.mails.length;
    const closed = await ask("nobody@example.com");
    await t.deliverMail();
    expect(t.mails).toHaveLength(sent);
    for (const asked of [flow, disabled, closed]) expect(asked.flowId).toMatch(/^[\w-]{43}$/);
  });

  test("a hundred wrong codes a day close the account to strangers, and not to its owner's device", async () => {
    const first = await ask();
    const { deviceToken } = await signIn(first, await mailed(first));
    for (let flows = 0; flows < 20; flows++) {
      t.advance(20 * MINUTE);
      const flow = await ask();
      const code = await mailed(flow);
      for (let n = 0; n < 5; n++)
        expect(await reasonOf(signIn(flow, wrong(code)))).toBe("EMAIL_CODE_INVALID");
    }
    t.advance(20 * MINUTE);
    const flow = await ask();
    const code = await mailed(flow);
    expect(await reasonOf(signIn(flow, code))).toBe("RATE_LIMITED");
    expect((await signIn(flow, code, { deviceToken })).user?.email).toBe(ADA);
  });

  test("the same attempt gets the same refresh token again", async () => {
    const flow = await ask();
    const code = await mailed(flow);
    const attemptId = randomBytes(16).toString("base64url");
    const { refreshToken } = await signIn(flow, code, { attemptId });
    expect((await signIn(flow, code, { attemptId })).refreshToken).toBe(refreshToken);
    expect(await reasonOf(signIn(flow, wrong(code), { attemptId }))).toBe("ATTEMPT_INVALID");
  });

  test("with sign-up closed, a wrong code does not tell whether the address has an account", async () => {
    await t.addUser(project, ADA, PASSWORD);
    await settings({ signUpClosed: true });
    const probe = async (email: string) => {
      const flow = await ask(email);
      await t.deliverMail();
      return (await failureOf(signIn(flow, "00000000"))).metadata;
    };
    expect(await probe("nobody@example.com")).toEqual(await probe(ADA));
  });

  test("a password reset voids a code that was mailed before", async () => {
    const flow = await ask();
    await signIn(flow, await mailed(flow));
    const later = await ask();
    const code = await mailed(later);
    await t.auth(project).requestPasswordReset({ email: ADA });
    await t.deliverMail();
    const token = t.mails.findLast((mail) => mail.token !== "")?.token ?? "";
    await t.auth(project).confirmPasswordReset({ token, newPassword: PASSWORD });
    expect(await reasonOf(signIn(later, code))).toBe("EMAIL_CODE_INVALID");
  });

  test("a call that loses against a copy of its attempt gives its place back", async () => {
    const attemptId = randomBytes(16).toString("base64url");
    const flows = [await ask(), await ask()];
    const codes: string[] = [];
    for (const flow of flows) codes.push(await mailed(flow));
    await Promise.allSettled(flows.map((flow, n) => signIn(flow, codes[n] ?? "", { attemptId })));
    const counters = await t.app.db
      .selectFrom("rateLimits")
      .select("count")
      .where("key", "like", "email_code_account:%")
      .execute();
    expect(counters.filter(({ count }) => Number(count) > 0)).toEqual([]);
  });

  test("is off by default", async () => {
    await settings({ allowEmailCodes: false });
    expect(await reasonOf(ask())).toBe("EMAIL_CODE_DISABLED");
  });
});
