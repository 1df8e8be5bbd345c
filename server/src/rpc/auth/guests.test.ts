import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteStaleGuests } from "../../domain/guests/delete-stale-guests.ts";
import type { Project } from "../../domain/projects/project.ts";
import { newActivity } from "../../storage/user-activity.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

describe.each(engines)("Guests on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true, guestRetentionDays: 30 })).project;
  });
  afterEach(() => t.close());

  const guest = () => t.auth(project).signInAnonymously({});

  test("SignInAnonymously makes a new guest on each call, where the project allows it", async () => {
    const [one, two] = [await guest(), await guest()];
    expect(one.user?.id).not.toBe(two.user?.id);
    expect(one.user).toMatchObject({ isAnonymous: true, email: "", hasPassword: false });

    const { project: closed } = await t.addProject("Closed");
    expect(await failureOf(t.auth(closed).signInAnonymously({}))).toMatchObject({
      code: "FailedPrecondition",
      reason: "ANONYMOUS_SIGN_IN_DISABLED",
    });
  });

  test("guests do not depend on open sign-up", async () => {
    const { project: closed } = await t.addProject("Both", {
      allowAnonymousSignIn: true,
      signUpClosed: true,
    });
    await t.auth(closed).signInAnonymously({});
  });

  test("LinkPassword makes the guest permanent, with the same sub and a fresh pair", async () => {
    const before = await guest();
    const after = await t
      .auth(project, before.accessToken)
      .linkPassword({ email: EMAIL, password: PASSWORD, displayName: "Ada" });

    expect(after.user).toMatchObject({
      id: before.user?.id,
      email: EMAIL,
      isAnonymous: false,
      hasPassword: true,
      displayName: "Ada",
    });
    const payload = JSON.parse(Buffer.from(after.accessToken.split(".")[1] ?? "", "base64url").toString());
    expect(payload).not.toHaveProperty("anonymous");
    expect(payload).toMatchObject({ sub: before.user?.id, email: EMAIL });

    await t.auth(project).refreshToken({ refreshToken: after.refreshToken });
    expect((await t.auth(project).signIn({ email: EMAIL, password: PASSWORD })).user?.id).toBe(
      before.user?.id,
    );
    const mails = await t.app.db.selectFrom("outbox").select(["kind", "recipient"]).execute();
    expect(mails).toEqual([{ kind: "verify_email", recipient: EMAIL }]);
    const kinds = await t.app.db
      .selectFrom("events")
      .select("kind")
      .where("userId", "=", before.user?.id ?? "")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain("user.guest_converted");
  });

  test("after LinkPassword the old refresh token is rotated away like any other", async () => {
    const before = await guest();
    const after = await t
      .auth(project, before.accessToken)
      .linkPassword({ email: EMAIL, password: PASSWORD });
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: before.refreshToken }))).toBe(
      "REFRESH_TOKEN_REUSED",
    );
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: after.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
  });

  test("a taken email is EMAIL_ALREADY_EXISTS and leaves the guest and its session untouched", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const before = await guest();
    const rows = () =>
      Promise.all([
        t.app.db.selectFrom("users").selectAll().orderBy("id").execute(),
        t.app.db.selectFrom("sessions").selectAll().orderBy("id").execute(),
        t.app.db.selectFrom("refreshTokens").selectAll().orderBy("hash").execute(),
        t.app.db.selectFrom("outbox").selectAll().execute(),
      ]);
    const stored = await rows();
    t.advance(5);

    expect(
      await failureOf(t.auth(project, before.accessToken).linkPassword({ email: EMAIL, password: PASSWORD })),
    ).toEqual({
      code: "AlreadyExists",
      reason: "EMAIL_ALREADY_EXISTS",
      metadata: {},
    });
    expect(await rows()).toEqual(stored);
    expect(
      (await t.auth(project).refreshToken({ refreshToken: before.refreshToken })).user?.isAnonymous,
    ).toBe(true);
  });

  test("of guests who race for one address exactly one gets it", async () => {
    const guests = await Promise.all(Array.from({ length: 16 }, guest));
    const calls = guests.map(({ accessToken }) =>
      t.auth(project, accessToken).linkPassword({ email: EMAIL, password: PASSWORD }),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected")
        expect(await reasonOf(Promise.reject(result.reason))).toBe("EMAIL_ALREADY_EXISTS");
    }
  });

  test("a retry after a lost answer gets the same pair by its attempt id", async () => {
    const before = await guest();
    const attemptId = randomBytes(16).toString("base64url");
    const input = { email: EMAIL, password: PASSWORD, attemptId };
    const lost = await t.auth(project, before.accessToken).linkPassword(input);
    const again = await t.auth(project, before.accessToken).linkPassword(input);
    expect(again.refreshToken).toBe(lost.refreshToken);
    expect(again.user).toEqual(lost.user);

    const link = (change: object) =>
      reasonOf(t.auth(project, before.accessToken).linkPassword({ ...input, ...change }));
    expect(await link({ attemptId: randomBytes(16).toString("base64url") })).toBe("NOT_A_GUEST");
    expect(await link({ attemptId: "" })).toBe("NOT_A_GUEST");
    expect(await link({ email: "eve@example.com" })).toBe("NOT_A_GUEST");
    await t.auth(project).refreshToken({ refreshToken: lost.refreshToken });
    expect(await link({})).toBe("NOT_A_GUEST");
  });

  test("LinkPassword checks the policy and needs the guest's Bearer token", async () => {
    const { accessToken } = await guest();
    expect(
      await reasonOf(t.auth(project, accessToken).linkPassword({ email: EMAIL, password: "short" })),
    ).toBe("WEAK_PASSWORD");
    expect(await reasonOf(t.auth(project).linkPassword({ email: EMAIL, password: PASSWORD }))).toBe(
      "ACCESS_TOKEN_INVALID",
    );
    expect(
      await reasonOf(t.auth(project, accessToken).linkPassword({ email: "x", password: PASSWORD })),
    ).toBe("INVALID_REQUEST");
  });

  test("a permanent user who has a password is NOT_A_GUEST; one who has none may add it while the session is recent", async () => {
    const { accessToken, user } = await t.addUser(project, EMAIL, PASSWORD);
    const link = (email: string) =>
      t.auth(project, accessToken).linkPassword({ email, password: "another fine phrase" });
    expect(await failureOf(link(EMAIL))).toMatchObject({ code: "FailedPrecondition", reason: "NOT_A_GUEST" });

    await updateUser(t.app.db, project.id, user?.id ?? "", { passwordHash: null });
    expect(await reasonOf(link("other@example.com"))).toBe("INVALID_REQUEST");
    t.advance(10 * 60_000);
    expect(await reasonOf(link(EMAIL))).toBe("REAUTHENTICATION_REQUIRED");
    t.advance(-1);
    await link(EMAIL);
  });

  test("require_email_verification never ends a session that a guest already has", async () => {
    const { project: strict } = await t.addProject("Strict", {
      allowAnonymousSignIn: true,
      requireEmailVerification: true,
    });
    const before = await t.auth(strict).signInAnonymously({});
    const after = await t.auth(strict, before.accessToken).linkPassword({ email: EMAIL, password: PASSWORD });
    await t.auth(strict).refreshToken({ refreshToken: after.refreshToken });
    expect(await reasonOf(t.auth(strict).signIn({ email: EMAIL, password: PASSWORD }))).toBe(
      "EMAIL_NOT_VERIFIED",
    );
  });

  test("a guest whose session is lost cannot come back, by password, reset or another guest's session", async () => {
    const lost = await guest();
    await t.auth(project).signOut({ refreshToken: lost.refreshToken });
    const { refreshToken } = lost;
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
    for (const email of ["", lost.user?.id ?? ""]) {
      expect(await reasonOf(t.auth(project).signIn({ email, password: PASSWORD }))).toBe(
        "INVALID_CREDENTIALS",
      );
      await t.auth(project).requestPasswordReset({ email });
    }
    expect((await guest()).user?.id).not.toBe(lost.user?.id);
    expect(await t.app.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
  });

  test("a guest deletes itself without a password", async () => {
    const { accessToken } = await guest();
    t.advance(14 * 60_000);
    await t.auth(project, accessToken).deleteAccount({});
    expect(await t.app.db.selectFrom("users").selectAll().execute()).toEqual([]);
  });

  test("guests who were not seen for the retention are deleted, others are not", async () => {
    const stale = await guest();
    const active = await guest();
    const converted = await guest();
    await t.auth(project, converted.accessToken).linkPassword({ email: EMAIL, password: PASSWORD });
    t.advance(20 * DAY_MS);
    await t.auth(project).refreshToken({ refreshToken: active.refreshToken });
    t.advance(10 * DAY_MS + 1);

    expect(await deleteStaleGuests(t.app, project)).toBe(1);
    const left = await t.app.db.selectFrom("users").select("id").execute();
    expect(left.map(({ id }) => id).sort()).toEqual([active.user?.id, converted.user?.id].sort());
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: stale.refreshToken }))).toBe(
      "REFRESH_TOKEN_INVALID",
    );
    const deleted = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "user.deleted")
      .execute();
    expect(deleted).toMatchObject([{ userId: stale.user?.id, data: '{"reason":"guest_retention"}' }]);
  });

  test("without a retention guests never expire, and more than a batch is deleted in one go", async () => {
    const { project: keep } = await t.addProject("Keep", { allowAnonymousSignIn: true });
    await t.auth(keep).signInAnonymously({});
    const old = Array.from({ length: 450 }, (_, i) => ({
      id: `guest-${i}`,
      projectId: project.id,
      displayName: "",
      avatarUrl: "",
      customClaims: "{}",
      searchText: "",
      guestSince: 1,
      credentialEpoch: 0,
      createdAt: 1,
      updatedAt: 1,
    }));
    await t.app.db.insertInto("users").values(old).execute();
    await t.app.db
      .insertInto("userActivity")
      .values(old.map((user) => newActivity({ ...user, disabledAt: null })))
      .execute();
    t.advance(10_000 * DAY_MS);
    expect(await deleteStaleGuests(t.app, keep)).toBe(0);
    expect(await deleteStaleGuests(t.app, project)).toBe(450);
  });
});
