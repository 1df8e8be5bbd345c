import { ImportStatus } from "@svc/proto/svc/admin/v1/user_transfer_pb";
import { UserService as AdminUserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { EVIL, idOf, MINUTE_MS, PASSWORD, TakeoverBench, verdict } from "./takeover-bench.ts";

/** At Google, so that a provider can vouch for it. */
const OLD = "victim@gmail.com";
const UNDO_MS = 72 * 60 * MINUTE_MS;

/** Point 4 of the issue: an address that can be restored is nobody else's meanwhile. */
describe.each(engines)("the old address of a changed account on $kind", (engine) => {
  let b: TakeoverBench;
  let owner: TokenResponse;
  let other: TokenResponse;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    owner = await b.signUpVerified(OLD);
    await b.changeAddress(owner);
    other = await b.signUpVerified("other@example.com");
  });
  afterEach(() => b.close());

  async function imported(): Promise<ImportStatus | undefined> {
    const { token } = await b.t.addAdmin();
    const { results } = await b.t
      .projects(token)
      .importUsers({ project: b.project.id, users: [{ email: OLD, emailVerified: true }] });
    return results[0]?.status;
  }

  const attempts: Record<string, () => Promise<unknown>> = {
    SignUp: () => b.signUp(OLD),
    CreateUser: () => b.users.createUser({ email: OLD }),
    "UpdateUser of another user": () => b.users.updateUser({ userId: idOf(other), email: OLD }),
    "LinkPassword of a guest": async () =>
      b.as(await b.auth.signInAnonymously({})).linkPassword({ email: OLD, password: PASSWORD }),
    SignInWithOAuth: () => b.owner("google", "somebody", { email: OLD, email_verified: true }),
  };

  test.each(Object.keys(attempts))("is EMAIL_ALREADY_EXISTS for %s", async (attempt) => {
    const [outcome] = await Promise.allSettled([attempts[attempt]?.()]);
    expect(await verdict(outcome)).toBe("EMAIL_ALREADY_EXISTS");
    expect(await reasonOf(b.users.getUser({ email: OLD }))).toBe("NOT_FOUND");
  });

  test.each(Object.keys(attempts))("is free for %s after 72 hours", async (attempt) => {
    b.t.advance(UNDO_MS);
    const [outcome] = await Promise.allSettled([attempts[attempt]?.()]);
    expect(await verdict(outcome)).toBe("OK");
  });

  test("is skipped by ImportUsers", async () => {
    expect(await imported()).toBe(ImportStatus.SKIPPED);
    expect(await reasonOf(b.users.getUser({ email: OLD }))).toBe("NOT_FOUND");
  });

  test("is imported after 72 hours", async () => {
    b.t.advance(UNDO_MS);
    expect(await imported()).toBe(ImportStatus.CREATED);
  });

  test("is not given to a guest whose provider vouches for it; the provider account is linked all the same", async () => {
    const guest = await b.auth.signInAnonymously({});
    const claims = { email: OLD, email_verified: true };
    const { user } = await b.oauth.link(b.project, guest.accessToken, "google", "somebody", claims);
    expect(user).toMatchObject({ email: "", identities: [{ email: OLD }] });
  });

  test("gets no link when another user asks for a change to it, until 72 hours have passed", async () => {
    await b.as(other).requestEmailChange({ newEmail: OLD });
    await b.t.deliverMail();
    expect(b.mailsTo(OLD, "confirm-email")).toEqual([]);
    b.t.advance(UNDO_MS);
    await b.changeAddress(await b.signIn("other@example.com"), OLD);
    expect(await b.user(idOf(other))).toMatchObject({ email: OLD, emailVerified: true });
  });

  test("is EMAIL_ALREADY_EXISTS for another user's link to it from before", async () => {
    const between = "between@example.com";
    const token = await b.changeLink(other, between);
    await b.changeAddress(owner, between);
    await b.changeAddress(owner, "evil2@example.com");
    expect(await reasonOf(b.auth.confirmEmailChange({ token }))).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("may be had back by the account itself", async () => {
    await b.changeAddress(await b.signIn(EVIL), OLD);
    expect(await b.user(idOf(owner))).toMatchObject({ email: OLD, emailVerified: true });
  });

  test("may be given back to the account by a backend", async () => {
    await b.users.updateUser({ userId: idOf(owner), email: OLD });
    expect(await b.user(idOf(owner))).toMatchObject({ email: OLD });
  });

  test("is free once the account is deleted", async () => {
    await b.users.deleteUser({ userId: idOf(owner) });
    await b.signUpVerified(OLD);
  });

  test("is the account's again after the undo, and the address that replaced it is free", async () => {
    await b.auth.undoEmailChange({ token: (await b.undoLink(OLD)) ?? "" });
    expect(await b.user(idOf(owner))).toMatchObject({ email: OLD });
    await b.signUpVerified(EVIL);
  });

  test("is nobody's in another project", async () => {
    const { project } = await b.t.addProject("Other");
    await b.t.addUser(project, OLD, PASSWORD);
  });

  test("is never taken by a SignUp at the moment of the change", async () => {
    for (let round = 0; round < times(4, 40); round++) {
      const email = `victim${round}@example.com`;
      const stolen = await b.signUpVerified(email);
      const token = await b.changeLink(stolen, `evil${round}@example.com`);
      const [, ...signUps] = await Promise.allSettled([
        b.auth.confirmEmailChange({ token }),
        b.signUp(email),
        b.signUp(email),
        b.users.createUser({ email }),
      ]);
      expect(await Promise.all(signUps.map(verdict))).toEqual(Array(3).fill("EMAIL_ALREADY_EXISTS"));
    }
  });
});

describe.each(engines)("changes of address without an undo link on $kind", (engine) => {
  let b: TakeoverBench;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
  });
  afterEach(() => b.close());

  test.each(["a backend", "an administrator"])(
    "after a change by %s the old address is told, without a link, and is free",
    async (who) => {
      const userId = idOf(await b.signUpVerified(OLD));
      const { token } = await b.t.addAdmin();
      const admin = b.t.client(AdminUserService, { authorization: `Bearer ${token}` });
      const mails = await b.mailsOf(() =>
        who === "a backend"
          ? b.users.updateUser({ userId, email: EVIL })
          : admin.updateUser({ project: b.project.id, userId, email: EVIL }),
      );
      const toOld = mails.filter(({ to }) => to === OLD);
      expect(toOld).toMatchObject([{ subject: expect.stringMatching(/address/i), token: "" }]);
      expect(toOld[0]?.link).toBeUndefined();
      await b.signUp(OLD);
    },
  );

  test("an old address that was never verified gets no link, and is free", async () => {
    await b.changeAddress(await b.signUp(OLD));
    expect(await b.undoLink(OLD)).toBeUndefined();
    await b.signUp(OLD);
  });

  test("a SignUp that must not tell who exists answers OK and makes nobody", async () => {
    await b.close();
    b = await TakeoverBench.open(engine, { requireEmailVerification: true });
    await b.users.createUser({ email: OLD, password: PASSWORD, emailVerified: true });
    await b.changeAddress(await b.signIn(OLD));
    const mails = await b.mailsOf(async () => {
      expect((await b.auth.signUp({ email: OLD, password: PASSWORD })).tokens).toBeUndefined();
    });
    expect(mails.filter(({ link }) => link?.includes("/verify?"))).toEqual([]);
    expect(await reasonOf(b.users.getUser({ email: OLD }))).toBe("NOT_FOUND");
  });
});
