import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

describe.each(engines)("SignUp and SignIn on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine, { hashesAsServed: true });
    project = (await t.addProject()).project;
  });
  afterEach(() => t.close());

  test("SignUp signs the new user in and asks for a verification mail", async () => {
    const { tokens } = await t
      .auth(project)
      .signUp({ email: EMAIL, password: PASSWORD, displayName: " Ada " });

    expect(tokens).toMatchObject({ expiresIn: 900 });
    expect(tokens?.user).toMatchObject({
      email: EMAIL,
      emailVerified: false,
      displayName: "Ada",
      isAnonymous: false,
      hasPassword: true,
      claims: {},
      identities: [],
    });
    const mails = await t.app.db.selectFrom("outbox").selectAll().execute();
    expect(mails).toMatchObject([{ kind: "verify_email", recipient: EMAIL, projectId: project.id }]);
  });

  test("SignIn returns a token response for the right password, in any spelling of the email", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    const answer = await t.auth(project).signIn({ email: "  ADA@Example.COM ", password: PASSWORD });

    expect(answer.user?.id).toBe(user?.id);
    expect(answer.refreshToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  test("a taken email is EMAIL_ALREADY_EXISTS and leaves the account alone", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    expect(
      await failureOf(t.auth(project).signUp({ email: EMAIL, password: "another fine password" })),
    ).toEqual({
      code: "AlreadyExists",
      reason: "EMAIL_ALREADY_EXISTS",
      metadata: {},
    });
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
  });

  test("of 32 concurrent sign-ups with one address exactly one succeeds", async () => {
    const calls = Array.from({ length: 32 }, () =>
      t.auth(project).signUp({ email: EMAIL, password: PASSWORD }),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    for (const reason of reasons) expect(await reasonOf(Promise.reject(reason))).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("with verification required, SignUp answers the same whether or not the email exists", async () => {
    const { project: strict } = await t.addProject("Strict", { requireEmailVerification: true });
    expect(await t.auth(strict).signUp({ email: EMAIL, password: PASSWORD })).toEqual(
      await t.auth(strict).signUp({ email: EMAIL, password: "another fine password" }),
    );
    const mails = await t.app.db.selectFrom("outbox").select(["kind", "recipient"]).orderBy("id").execute();
    expect(mails).toEqual([
      { kind: "verify_email", recipient: EMAIL },
      { kind: "account_exists", recipient: EMAIL },
    ]);
    expect(await reasonOf(t.auth(strict).signIn({ email: EMAIL, password: PASSWORD }))).toBe(
      "EMAIL_NOT_VERIFIED",
    );
    expect(await reasonOf(t.auth(strict).signIn({ email: EMAIL, password: "another fine password" }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("an unknown email and a wrong password fail with the same bytes", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const post = async (email: string) => {
      const answer = await fetch(`${t.url}/svc.auth.v1.AuthService/SignIn`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-svc-key": project.publishableKey },
        body: JSON.stringify({ email, password: "not the password" }),
      });
      const { date, "x-request-id": id, ...headers } = Object.fromEntries(answer.headers);
      return {
        status: answer.status,
        headers,
        body: await answer.text(),
        hasId: id !== undefined && date !== undefined,
      };
    };
    const wrong = await post(EMAIL);
    expect(wrong.status).toBe(401);
    expect(wrong.body).toContain("INVALID_CREDENTIALS");
    expect(await post("nobody@example.com")).toEqual(wrong);
    expect(await post("not an address")).toEqual(wrong);
  });

  test("a disabled user is told so only with the right password", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    await updateUser(t.app.db, project.id, user?.id ?? "", { disabledAt: 1 });
    expect(await failureOf(t.auth(project).signIn({ email: EMAIL, password: PASSWORD }))).toMatchObject({
      code: "PermissionDenied",
      reason: "USER_DISABLED",
    });
    expect(await reasonOf(t.auth(project).signIn({ email: EMAIL, password: "wrong password" }))).toBe(
      "INVALID_CREDENTIALS",
    );
  });

  test("closed sign-up is SIGN_UP_CLOSED, and signing in stays open", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const { project: closed } = await t.addProject("Closed", { signUpClosed: true });
    expect(await failureOf(t.auth(closed).signUp({ email: EMAIL, password: PASSWORD }))).toMatchObject({
      code: "FailedPrecondition",
      reason: "SIGN_UP_CLOSED",
    });
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
  });

  test("an account of one project does not exist in another", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const { project: other } = await t.addProject("Other");
    expect(await reasonOf(t.auth(other).signIn({ email: EMAIL, password: PASSWORD }))).toBe(
      "INVALID_CREDENTIALS",
    );
    await t.addUser(other, EMAIL, PASSWORD);
  });

  test.each([
    ["short", { rule: "min_length", min_length: "8" }],
    ["password123", { rule: "common" }],
    ["Password1", { rule: "common" }],
    [EMAIL, { rule: "personal" }],
    ["x".repeat(257), { rule: "max_length", max_length: "256" }],
  ])("the password %j is WEAK_PASSWORD", async (password, metadata) => {
    expect(await failureOf(t.auth(project).signUp({ email: EMAIL, password }))).toEqual({
      code: "InvalidArgument",
      reason: "WEAK_PASSWORD",
      metadata,
    });
  });

  test("the policy is the project's own, and is told also when sign-up tells nothing else", async () => {
    const { project: other } = await t.addProject("Lax", {
      passwordPolicy: { minLength: 6, allowCommon: true },
      requireEmailVerification: true,
    });
    expect(await reasonOf(t.auth(other).signUp({ email: EMAIL, password: "12345" }))).toBe("WEAK_PASSWORD");
    await t.auth(other).signUp({ email: EMAIL, password: "123456" });
  });

  test.each([
    "",
    "ada",
    "@example.com",
    "a@b@c",
    "a b@example.com",
    "ada@exa mple.com",
    "a\r\nb@example.com",
    "ada@example.com,eve@example.com",
    '"ada x"@example.com',
    "mıke@example.com",
    ".a@example.com",
    `${"a".repeat(65)}@example.com`,
  ])("%j is not an email address", async (email) => {
    expect(await failureOf(t.auth(project).signUp({ email, password: PASSWORD }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "email" },
    });
  });

  test("a domain in letters of another script is one address with its ASCII form", async () => {
    await t.addUser(project, "ada@münchen.example", PASSWORD);
    expect(
      await reasonOf(t.auth(project).signUp({ email: "Ada@XN--MNCHEN-3YA.example", password: PASSWORD })),
    ).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("sign-ups and sign-ins are told by events, failures too", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    t.advance(1000);
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    t.advance(1000);
    await reasonOf(t.auth(project).signIn({ email: EMAIL, password: "wrong password" }));
    t.advance(1000);
    await reasonOf(t.auth(project).signIn({ email: "nobody@example.com", password: "wrong password" }));

    const events = await t.app.db
      .selectFrom("events")
      .select(["kind", "userId", "ip", "data"])
      .where("kind", "like", "user.%")
      .orderBy("at")
      .execute();
    const data = '{"method":"password"}';
    expect(events).toEqual([
      { kind: "user.signed_up", userId: user?.id, ip: "127.0.0.1", data },
      { kind: "user.signed_in", userId: user?.id, ip: "127.0.0.1", data },
      { kind: "user.sign_in_failed", userId: user?.id, ip: "127.0.0.1", data },
      { kind: "user.sign_in_failed", userId: null, ip: "127.0.0.1", data },
    ]);
  });

  test("a stored hash with weaker parameters is replaced at the next sign-in", async () => {
    const { user } = await t.addUser(project, EMAIL, PASSWORD);
    const { hash } = await import("@node-rs/argon2");
    const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await updateUser(t.app.db, project.id, user?.id ?? "", { passwordHash: weak });
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
    const row = await t.app.db.selectFrom("users").select("passwordHash").executeTakeFirstOrThrow();
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await t.auth(project).signIn({ email: EMAIL, password: PASSWORD });
  });

  test("the publishable key alone opens this surface", async () => {
    const { project: other, secretKey } = await t.addProject("Keys");
    const call = (headers: Record<string, string>) =>
      failureOf(t.authWith(headers).signIn({ email: EMAIL, password: PASSWORD }));
    expect(await call({})).toMatchObject({ code: "Unauthenticated", reason: "API_KEY_MISSING" });
    expect(await call({ "x-svc-key": "pk_nonsense" })).toMatchObject({
      code: "Unauthenticated",
      reason: "API_KEY_INVALID",
    });
    expect(await call({ "x-svc-key": secretKey })).toMatchObject({
      code: "PermissionDenied",
      reason: "WRONG_SURFACE",
    });
    expect(
      await call({
        "x-svc-key": `${other.publishableKey.slice(0, -1)}${other.publishableKey.endsWith("0") ? "1" : "0"}`,
      }),
    ).toMatchObject({
      reason: "API_KEY_INVALID",
    });
  });
});
