import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EmailTokenPurpose, newEmailToken } from "../../domain/mail/email-token.ts";
import type { Project } from "../../domain/projects/project.ts";
import { findUser, updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "an entirely new phrase";
const MINUTE_MS = 60_000;

describe.each(engines)("Email flows on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let ada: TokenResponse;
  let userId: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject()).project;
    ada = await t.addUser(project, EMAIL, PASSWORD);
    userId = ada.user?.id ?? "";
  });
  afterEach(() => t.close());

  /** As the mail would carry it. */
  const mailed = (purpose: EmailTokenPurpose, email = EMAIL) =>
    newEmailToken(t.app, { id: userId, projectId: project.id }, purpose, email);
  const auth = () => t.auth(project);
  const outbox = () => t.app.db.selectFrom("outbox").select(["kind", "recipient"]).orderBy("id").execute();
  const stored = async () => {
    const user = await findUser(t.app.db, project.id, userId);
    if (!user) throw new Error("the user is gone");
    return user;
  };

  const confirms: Record<EmailTokenPurpose, (token: string, by?: Project) => Promise<unknown>> = {
    verify_email: (token, by = project) => t.auth(by).confirmEmailVerification({ token }),
    reset_password: (token, by = project) =>
      t.auth(by).confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
    invite_user: (token, by = project) =>
      t.auth(by).confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
    change_email: (token, by = project) => t.auth(by).confirmEmailChange({ token }),
    delete_account: (token, by = project) => t.auth(by).confirmAccountDeletion({ token }),
  };
  const purposes = Object.keys(confirms) as EmailTokenPurpose[];
  const lifetimes = {
    verify_email: 24 * 60,
    reset_password: 30,
    invite_user: 72 * 60,
    change_email: 60,
    delete_account: 60,
  };
  const addressFor = (purpose: EmailTokenPurpose) => (purpose === "change_email" ? "new@example.com" : EMAIL);

  describe.each(purposes)("a %s link", (purpose) => {
    test("works once", async () => {
      const token = await mailed(purpose, addressFor(purpose));
      await confirms[purpose](token);
      expect(await failureOf(confirms[purpose](token))).toEqual({
        code: "FailedPrecondition",
        reason: "EMAIL_TOKEN_INVALID",
        metadata: {},
      });
    });

    test("raced 64-fold works exactly once", async () => {
      for (let round = 0; round < times(1, 25); round++) {
        const { tokens } = await auth().signUp({ email: `race${round}@example.com`, password: PASSWORD });
        const user = { id: tokens?.user?.id ?? "", projectId: project.id };
        const address =
          purpose === "change_email" ? `changed${round}@example.com` : `race${round}@example.com`;
        const token = await newEmailToken(t.app, user, purpose, address);
        const results = await Promise.allSettled(Array.from({ length: 64 }, () => confirms[purpose](token)));
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
        for (const result of results) {
          if (result.status === "rejected") {
            expect(await reasonOf(Promise.reject(result.reason))).toBe("EMAIL_TOKEN_INVALID");
          }
        }
      }
    });

    test("expires at its time, not when a job runs", async () => {
      const token = await mailed(purpose, addressFor(purpose));
      t.advance(lifetimes[purpose] * MINUTE_MS);
      expect(await reasonOf(confirms[purpose](token))).toBe("EMAIL_TOKEN_INVALID");
      t.advance(-1);
      await confirms[purpose](token);
    });

    test("is void once a newer one was mailed", async () => {
      const older = await mailed(purpose, addressFor(purpose));
      const newer = await mailed(purpose, addressFor(purpose));
      expect(await reasonOf(confirms[purpose](older))).toBe("EMAIL_TOKEN_INVALID");
      await confirms[purpose](newer);
    });

    test("does not work in another project, nor for another purpose, nor altered", async () => {
      const { project: other } = await t.addProject("Other");
      const token = await mailed(purpose, addressFor(purpose));
      expect(await reasonOf(confirms[purpose](token, other))).toBe("EMAIL_TOKEN_INVALID");
      const answersSame = (other: EmailTokenPurpose) => String(confirms[other]) === String(confirms[purpose]);
      for (const wrong of purposes.filter((candidate) => !answersSame(candidate))) {
        expect(await reasonOf(confirms[wrong](token))).toBe("EMAIL_TOKEN_INVALID");
      }
      for (const text of ["", token.slice(1), `${token}A`]) {
        expect(await reasonOf(confirms[purpose](text))).toBe("EMAIL_TOKEN_INVALID");
      }
      await confirms[purpose](token);
    });

    test("is stored as a hash only", async () => {
      const token = await mailed(purpose, addressFor(purpose));
      expect(JSON.stringify(await t.app.db.selectFrom("emailTokens").selectAll().execute())).not.toContain(
        token,
      );
    });
  });

  test.each(["verify_email", "reset_password", "change_email"] as const)(
    "a %s link does nothing for a disabled user",
    async (purpose) => {
      const token = await mailed(purpose, addressFor(purpose));
      await updateUser(t.app.db, project.id, userId, { disabledAt: 1 });
      expect(await reasonOf(confirms[purpose](token))).toBe("EMAIL_TOKEN_INVALID");
    },
  );

  test.each(["verify_email", "reset_password", "delete_account"] as const)(
    "a %s link that was mailed to an older address does nothing",
    async (purpose) => {
      const token = await mailed(purpose, "older@example.com");
      expect(await reasonOf(confirms[purpose](token))).toBe("EMAIL_TOKEN_INVALID");
    },
  );

  describe("verification", () => {
    test("marks the address as verified and touches neither password nor sessions", async () => {
      const { user } = await auth().confirmEmailVerification({ token: await mailed("verify_email") });
      expect(user).toMatchObject({ id: userId, emailVerified: true });
      await t.auth(project, ada.accessToken).getMe({});
      await auth().signIn({ email: EMAIL, password: PASSWORD });
    });

    test("lets the user in where the project asks for it", async () => {
      const { project: strict } = await t.addProject("Strict", { requireEmailVerification: true });
      await t.auth(strict).signUp({ email: EMAIL, password: PASSWORD });
      const user = await t.app.db
        .selectFrom("users")
        .select("id")
        .where("projectId", "=", strict.id)
        .executeTakeFirstOrThrow();
      const token = await newEmailToken(t.app, { id: user.id, projectId: strict.id }, "verify_email", EMAIL);
      await t.auth(strict).confirmEmailVerification({ token });
      await t.auth(strict).signIn({ email: EMAIL, password: PASSWORD });
    });

    test("a request always answers the same and asks for one mail", async () => {
      const before = await outbox();
      expect(await auth().requestEmailVerification({ email: EMAIL })).toEqual(
        await auth().requestEmailVerification({ email: "nobody@example.com" }),
      );
      await auth().requestEmailVerification({ email: "not an address" });
      expect((await outbox()).slice(before.length)).toEqual([
        { kind: "verify_email", recipient: EMAIL },
        { kind: "verify_email", recipient: "nobody@example.com" },
      ]);
    });

    test("`this was not me` deletes the unverified account, and only an unverified one", async () => {
      const token = await mailed("verify_email");
      await auth().rejectEmailVerification({ token });
      expect(await reasonOf(t.auth(project, ada.accessToken).getMe({}))).toBe("SESSION_REVOKED");
      expect(await findUser(t.app.db, project.id, userId)).toBeUndefined();

      const again = await t.addUser(project, EMAIL, PASSWORD);
      userId = again.user?.id ?? "";
      const later = await mailed("verify_email");
      await updateUser(t.app.db, project.id, userId, { emailVerifiedAt: 1 });
      expect(await reasonOf(auth().rejectEmailVerification({ token: later }))).toBe("EMAIL_TOKEN_INVALID");
      expect((await stored()).email).toBe(EMAIL);
    });
  });

  describe("password reset", () => {
    test("sets the password and ends every session", async () => {
      await auth().confirmPasswordReset({ token: await mailed("reset_password"), newPassword: NEW_PASSWORD });
      expect(await reasonOf(t.auth(project, ada.accessToken).getMe({}))).toBe("SESSION_REVOKED");
      expect(await reasonOf(auth().refreshToken({ refreshToken: ada.refreshToken }))).toBe(
        "REFRESH_TOKEN_INVALID",
      );
      expect(await reasonOf(auth().signIn({ email: EMAIL, password: PASSWORD }))).toBe("INVALID_CREDENTIALS");
      await auth().signIn({ email: EMAIL, password: NEW_PASSWORD });
    });

    test("a weak password is told and the link stays valid", async () => {
      const token = await mailed("reset_password");
      expect(await reasonOf(auth().confirmPasswordReset({ token, newPassword: "short" }))).toBe(
        "WEAK_PASSWORD",
      );
      expect(await reasonOf(auth().confirmPasswordReset({ token: "unknown", newPassword: "short" }))).toBe(
        "EMAIL_TOKEN_INVALID",
      );
      await auth().confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
    });

    test("the first proof of the mailbox drops what was added before; a later reset keeps what was linked long ago", async () => {
      const link = () =>
        t.app.db
          .insertInto("identities")
          .values({
            id: t.app.newId(),
            projectId: project.id,
            userId,
            provider: "google",
            subject: "1",
            createdAt: t.app.clock(),
            email: null,
          })
          .execute();
      const identities = async () => (await t.app.db.selectFrom("identities").selectAll().execute()).length;
      await link();
      await auth().confirmPasswordReset({ token: await mailed("reset_password"), newPassword: NEW_PASSWORD });
      expect(await identities()).toBe(0);
      expect((await stored()).emailVerifiedAt).toBe(t.app.clock());

      t.advance(1);
      await link();
      t.advance(31 * 86_400_000);
      await auth().confirmPasswordReset({ token: await mailed("reset_password"), newPassword: PASSWORD });
      expect(await identities()).toBe(1);
    });

    test("a changed password voids the link", async () => {
      const token = await mailed("reset_password");
      const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      await t.auth(project, ada.accessToken).changePassword(change);
      expect(await reasonOf(auth().confirmPasswordReset({ token, newPassword: PASSWORD }))).toBe(
        "EMAIL_TOKEN_INVALID",
      );
    });

    test("a request always answers OK", async () => {
      const known = await auth().requestPasswordReset({ email: EMAIL });
      expect(await auth().requestPasswordReset({ email: "nobody@example.com" })).toEqual(known);
      expect(await auth().requestPasswordReset({ email: "" })).toEqual(known);
    });
  });

  describe("email change", () => {
    const change = (input: { newEmail: string; currentPassword?: string }) =>
      t.auth(project, ada.accessToken).requestEmailChange(input);

    test("needs the password or a recent session, and changes nothing before the link is followed", async () => {
      t.advance(10 * MINUTE_MS);
      expect(await reasonOf(change({ newEmail: "new@example.com" }))).toBe("REAUTHENTICATION_REQUIRED");
      expect(await reasonOf(change({ newEmail: "new@example.com", currentPassword: "wrong" }))).toBe(
        "INVALID_CREDENTIALS",
      );
      expect(await failureOf(change({ newEmail: "nonsense", currentPassword: PASSWORD }))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "new_email" },
      });
      await change({ newEmail: "New@Example.com", currentPassword: PASSWORD });
      expect((await outbox()).at(-1)).toEqual({ kind: "change_email", recipient: "new@example.com" });
      expect((await stored()).email).toBe(EMAIL);
    });

    test("a taken address is answered like a free one", async () => {
      await t.addUser(project, "eve@example.com", PASSWORD);
      expect(await change({ newEmail: "eve@example.com" })).toEqual(
        await change({ newEmail: "free@example.com" }),
      );
    });

    test("makes the new address the verified one, tells the old one and keeps the sessions", async () => {
      const reset = await mailed("reset_password");
      const { user } = await auth().confirmEmailChange({
        token: await mailed("change_email", "new@example.com"),
      });
      expect(user).toMatchObject({ email: "new@example.com", emailVerified: true });
      expect((await outbox()).at(-1)).toEqual({ kind: "email_changed", recipient: EMAIL });
      await t.auth(project, ada.accessToken).getMe({});
      await auth().signIn({ email: "new@example.com", password: PASSWORD });
      expect(await reasonOf(auth().signIn({ email: EMAIL, password: PASSWORD }))).toBe("INVALID_CREDENTIALS");
      expect(await reasonOf(auth().confirmPasswordReset({ token: reset, newPassword: NEW_PASSWORD }))).toBe(
        "EMAIL_TOKEN_INVALID",
      );
    });

    test("an address that was taken meanwhile is EMAIL_ALREADY_EXISTS, and nothing changes", async () => {
      const token = await mailed("change_email", "eve@example.com");
      await t.addUser(project, "eve@example.com", PASSWORD);
      expect(await reasonOf(auth().confirmEmailChange({ token }))).toBe("EMAIL_ALREADY_EXISTS");
      expect((await stored()).email).toBe(EMAIL);
    });
  });

  test("account deletion by mail deletes the account, and a request always answers OK", async () => {
    const known = await auth().requestAccountDeletion({ email: EMAIL });
    expect(await auth().requestAccountDeletion({ email: "nobody@example.com" })).toEqual(known);
    await auth().confirmAccountDeletion({ token: await mailed("delete_account") });
    expect(await findUser(t.app.db, project.id, userId)).toBeUndefined();
    expect(await reasonOf(t.auth(project, ada.accessToken).getMe({}))).toBe("SESSION_REVOKED");
  });
});
