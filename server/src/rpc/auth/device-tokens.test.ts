import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { times } from "../../testing/full.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another horse battery";
const DAY = 86_400_000;
/** Every caller of a test has the same address; what is limited by account is what is tested here. */
const PLENTY = { limit: 100_000, windowMs: 60_000 };
const rateLimits = {
  sign_in_address: PLENTY,
  sign_in_calls_account: PLENTY,
  sign_in_calls_address: PLENTY,
  sign_up_address: PLENTY,
  mail_address: PLENTY,
};

describe.each(engines)("device tokens on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let owner: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits });
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    owner = await t.addUser(project, EMAIL, PASSWORD);
  });
  afterEach(() => t.close());

  const signIn = (deviceToken: string, password = PASSWORD, email = EMAIL) =>
    t.auth(project).signIn({ email, password, deviceToken });
  const backend = () => t.client(UserService, { "x-svc-key": secretKey });

  /** Wrong guesses until the account makes strangers wait. */
  async function lockOut(): Promise<void> {
    for (let guess = 0; guess < 10; guess++) {
      expect(await reasonOf(signIn("", `wrong ${guess}`))).toBe("INVALID_CREDENTIALS");
    }
    expect(await reasonOf(signIn(""))).toBe("RATE_LIMITED");
  }

  test("after ten wrong guesses of a stranger the owner's app signs in at once, and the stranger still waits", async () => {
    await lockOut();
    expect((await signIn(owner.deviceToken)).user?.email).toBe(EMAIL);
    expect(await reasonOf(signIn(""))).toBe("RATE_LIMITED");
  });

  test("a sign-up, a sign-in and LinkPassword return one; a refresh returns none, and guests get none", async () => {
    const again = await signIn("");
    const guest = await t.auth(project).signInAnonymously({});
    const linked = await t
      .auth(project, guest.accessToken)
      .linkPassword({ email: "guest@example.com", password: PASSWORD });
    expect([owner, again, linked].map(({ deviceToken }) => deviceToken)).toEqual(
      Array(3).fill(expect.stringMatching(/^[\w-]+\.[\w-]{43}$/)),
    );
    const { deviceToken } = await t.auth(project).refreshToken({ refreshToken: again.refreshToken });
    expect([deviceToken, guest.deviceToken]).toEqual(["", ""]);
  });

  test("tokens of an attacker's own accounts give no extra guess on a victim", async () => {
    const tokens: string[] = [];
    for (let n = 0; n < times(15, 1_000); n++) {
      tokens.push((await t.addUser(project, `evil${n}@example.com`, PASSWORD)).deviceToken);
    }
    await lockOut();
    for (const token of tokens) expect(await reasonOf(signIn(token, "guess"))).toBe("RATE_LIMITED");
  });

  test("a token of another account, project or age, or a forged one, is answered like none", async () => {
    const { project: other } = await t.addProject("Other");
    const elsewhere = (await t.addUser(other, EMAIL, PASSWORD)).deviceToken;
    const another = (await t.addUser(project, "eve@example.com", PASSWORD)).deviceToken;
    const [payload = "", tag = ""] = owner.deviceToken.split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
    const altered = Buffer.from(JSON.stringify([claims[0], "another id", claims[2], claims[3]]));
    const forged = [
      `${altered.toString("base64url")}.${tag}`,
      `${payload}.${Buffer.alloc(32).toString("base64url")}`,
      `${payload}.`,
      payload,
      `${owner.deviceToken}.x`,
      "x".repeat(5_000),
    ];
    await lockOut();
    const none = await failureOf(signIn(""));
    for (const token of [elsewhere, another, ...forged]) expect(await failureOf(signIn(token))).toEqual(none);
    await signIn(owner.deviceToken);
  });

  test("it counts for 180 days, and a sign-in with it renews it", async () => {
    t.advance(179 * DAY);
    const { deviceToken: renewed } = await signIn(owner.deviceToken);
    t.advance(2 * DAY);
    await lockOut();
    expect(await reasonOf(signIn(owner.deviceToken))).toBe("RATE_LIMITED");
    await signIn(renewed);
  });

  test("it has ten failures in a row of its own; with the eleventh it counts as none", async () => {
    for (let guess = 0; guess < 9; guess++) {
      expect(await reasonOf(signIn(owner.deviceToken, "wrong"))).toBe("INVALID_CREDENTIALS");
    }
    await signIn(owner.deviceToken); // in a row: a success begins anew
    await lockOut();
    for (let guess = 0; guess < 10; guess++) {
      expect(await reasonOf(signIn(owner.deviceToken, "wrong"))).toBe("INVALID_CREDENTIALS");
    }
    expect(await reasonOf(signIn(owner.deviceToken))).toBe("RATE_LIMITED");
  });

  test("a token that is renewed keeps its streak: whoever has it gains no guesses", async () => {
    const { deviceToken: second } = await signIn(owner.deviceToken);
    await lockOut();
    for (let guess = 0; guess < 5; guess++) {
      await reasonOf(signIn(owner.deviceToken, "wrong"));
      await reasonOf(signIn(second, "wrong"));
    }
    expect(await reasonOf(signIn(second))).toBe("RATE_LIMITED");
  });

  test("no more than ten guesses with one token can be under way at once", async () => {
    await lockOut();
    const guesses = Array.from({ length: 30 }, () => reasonOf(signIn(owner.deviceToken, "wrong")));
    const reasons = await Promise.all(guesses);
    expect(reasons.filter((reason) => reason === "INVALID_CREDENTIALS").length).toBeLessThanOrEqual(10);
  });

  test("attempts with a token do not make strangers wait, nor those of strangers the token", async () => {
    for (let guess = 0; guess < 10; guess++) await reasonOf(signIn(owner.deviceToken, "wrong"));
    await signIn("");
  });

  const REPLACED: Record<string, () => Promise<unknown>> = {
    RevokeUserSessions: () => backend().revokeUserSessions({ userId: owner.user?.id ?? "" }),
    "a password set by a backend": () =>
      backend().updateUser({ userId: owner.user?.id ?? "", password: PASSWORD }),
    DisableUser: async () => {
      await backend().disableUser({ userId: owner.user?.id ?? "" });
      await backend().enableUser({ userId: owner.user?.id ?? "" });
    },
    "a reset": async () => {
      await t.auth(project).requestPasswordReset({ email: EMAIL });
      await t.deliverMail();
      const { token = "" } = t.mails.findLast(({ link }) => link?.includes("/reset")) ?? {};
      await t.auth(project).confirmPasswordReset({ token, newPassword: PASSWORD });
    },
  };

  test.each(Object.keys(REPLACED))("%s ends it", async (what) => {
    await REPLACED[what]?.();
    await lockOut();
    expect(await reasonOf(signIn(owner.deviceToken))).toBe("RATE_LIMITED");
  });

  test("ChangePassword ends it and returns a new one", async () => {
    const { deviceToken } = await t
      .auth(project, owner.accessToken)
      .changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    await lockOut();
    expect(await reasonOf(signIn(owner.deviceToken, NEW_PASSWORD))).toBe("RATE_LIMITED");
    await signIn(deviceToken, NEW_PASSWORD);
  });

  test("a better hash of the same password does not end it", async () => {
    const before = await t.app.db.selectFrom("users").select("credentialEpoch").execute();
    await signIn(owner.deviceToken);
    expect(await t.app.db.selectFrom("users").select("credentialEpoch").execute()).toEqual(before);
  });

  test("no log line and no event holds one", async () => {
    await signIn(owner.deviceToken);
    await reasonOf(signIn(owner.deviceToken, "wrong"));
    const events = await t.app.db.selectFrom("events").selectAll().execute();
    const [, tag = ""] = owner.deviceToken.split(".");
    expect(JSON.stringify([t.logLines, events])).not.toContain(tag);
  });
});

describe.each(engines)("budgets of sign-in calls on $kind", (engine) => {
  test("calls that succeed are counted, by account and by address, and never spend what failures have", async () => {
    const t = await TestApp.open(engine, {
      rateLimits: {
        sign_in_calls_account: { limit: 5, windowMs: 60_000 },
        sign_in_calls_address: { limit: 8, windowMs: 60_000 },
      },
    });
    const { project } = await t.addProject();
    const { deviceToken } = await t.addUser(project, EMAIL, PASSWORD);
    await t.addUser(project, "bob@example.com", PASSWORD);
    const signIn = (email: string, deviceToken = "") =>
      t.auth(project).signIn({ email, password: PASSWORD, deviceToken });

    for (let call = 0; call < 5; call++) await signIn(EMAIL);
    expect(await reasonOf(signIn(EMAIL))).toBe("RATE_LIMITED");
    for (let call = 0; call < 2; call++) await signIn("bob@example.com");
    expect(await reasonOf(signIn("bob@example.com"))).toBe("RATE_LIMITED");
    await signIn(EMAIL, deviceToken); // strangers do not spend the calls of a known device
    t.advance(60_000);
    await signIn(EMAIL);
    await t.close();
  });
});
