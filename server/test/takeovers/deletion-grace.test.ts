import { setImmediate } from "node:timers/promises";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { eraseDueUsers } from "../../src/domain/accounts/erase-due-users.ts";
import { engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { during } from "../../src/testing/gate.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import {
  DAY_MS,
  EVIL,
  EVIL_GOOGLE,
  idOf,
  NEW_PASSWORD,
  PASSWORD,
  TakeoverBench,
  VICTIM,
  verdict,
} from "./takeover-bench.ts";

const DAYS = 7;
const ATTEMPT = "an-attempt-id-of-the-victim-1";

describe.each(engines)("An account that waits for its deletion on $kind", (engine) => {
  let b: TakeoverBench;
  let victim: TokenResponse;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine, { deletionGraceDays: DAYS });
    victim = await b.signUpVerified();
    userId = idOf(victim);
  });
  afterEach(() => b.close());

  const schedule = (by = victim) => b.as(by).deleteAccount({ currentPassword: PASSWORD });
  const dueAt = async () => {
    const { deletionTime } = await b.user(userId);
    return deletionTime && timestampMs(deletionTime);
  };

  test("is scheduled only with what deletes an account at once elsewhere", async () => {
    b.t.advance(11 * 60_000);
    expect(await reasonOf(b.as(victim).deleteAccount({}))).toBe("REAUTHENTICATION_REQUIRED");
    expect(await reasonOf(b.as(victim).deleteAccount({ currentPassword: "a guess" }))).toBe(
      "INVALID_CREDENTIALS",
    );
    expect(await dueAt()).toBeUndefined();
  });

  test("is not scheduled by a session that was ended while the password was verified", async () => {
    const own = await b.signIn();
    const outcome = await during(
      b.passwords.holdNext("verify"),
      () => schedule(),
      () => b.as(own).revokeMyOtherSessions({}),
    );
    expect(await verdict(outcome)).toBe("SESSION_REVOKED");
    expect(await dueAt()).toBeUndefined();
  });

  test("is kept by nobody who cannot sign in: not by a wrong password, another provider account or a reset alone", async () => {
    await schedule();
    const due = await dueAt();
    expect(await reasonOf(b.signIn(VICTIM, "a guess"))).toBe("INVALID_CREDENTIALS");
    await b.oauth.signIn(b.project, "google", "evil", EVIL_GOOGLE);
    expect(
      await reasonOf(b.oauth.signIn(b.project, "google", "x", { email: VICTIM, email_verified: true })),
    ).toBe("EMAIL_ALREADY_EXISTS");
    expect(await reasonOf(b.auth.signUp({ email: VICTIM, password: NEW_PASSWORD }))).toBe(
      "EMAIL_ALREADY_EXISTS",
    );
    await b.reset();
    expect(await dueAt()).toBe(due);
  });

  test("keeps its date when it is asked for again, and sends no second email", async () => {
    await schedule();
    const due = await dueAt();
    expect(await reasonOf(schedule())).toBe("SESSION_REVOKED");
    b.t.advance(DAY_MS);
    const token = await b.deletionLink();
    const mails = await b.mailsOf(async () => {
      const { deletionTime } = await b.auth.confirmAccountDeletion({ token });
      expect(deletionTime && timestampMs(deletionTime)).toBe(due);
    });
    expect(mails).toEqual([]);
  });

  test("stays disabled and is deleted when its user is disabled meanwhile and tries to sign in", async () => {
    await schedule();
    const due = await dueAt();
    await b.users.disableUser({ userId });
    expect(await reasonOf(b.signIn())).toBe("USER_DISABLED");
    expect(await b.user(userId)).toMatchObject({ disabled: true });
    expect(await dueAt()).toBe(due);
    b.t.advance(DAYS * DAY_MS);
    expect(await eraseDueUsers(b.t.app)).toBe(1);
  });

  test("is not kept by a sign-in that is refused because the address is not verified", async () => {
    await b.close();
    b = await TakeoverBench.open(engine, { deletionGraceDays: DAYS, requireEmailVerification: true });
    userId = idOf(await b.users.createUser({ email: VICTIM, password: PASSWORD, emailVerified: true }));
    await schedule(await b.signIn());
    await b.users.updateUser({ userId, emailVerified: false });
    expect(await reasonOf(b.signIn())).toBe("EMAIL_NOT_VERIFIED");
    expect(await dueAt()).toBeDefined();
  });

  test("voids the links that were mailed before", async () => {
    const bob = await b.signUp("bob@example.com");
    const verify = await b.link("bob@example.com", "verify");
    const change = await b.changeLink(bob);
    const reset = await b.resetLink("bob@example.com");
    await b.as(bob).deleteAccount({});
    const calls = [
      () => b.auth.confirmEmailVerification({ token: verify }),
      () => b.auth.confirmEmailChange({ token: change }),
      () => b.auth.confirmPasswordReset({ token: reset, newPassword: NEW_PASSWORD }),
    ];
    for (const call of calls) expect(await reasonOf(call())).toBe("EMAIL_TOKEN_INVALID");
  });

  test("goes on after the owner undid a change of address, who is told and can sign in to keep it", async () => {
    await b.changeAddress(victim);
    const undo = (await b.undoLink()) ?? "";
    await schedule();
    const due = await dueAt();
    let resetToken = "";
    const mails = await b.mailsOf(async () => {
      ({ resetToken } = await b.auth.undoEmailChange({ token: undo }));
    });
    expect(mails.filter(({ to, text }) => to === VICTIM && text.includes("will be deleted"))).toHaveLength(1);
    expect(await dueAt()).toBe(due);
    await b.auth.confirmPasswordReset({ token: resetToken, newPassword: NEW_PASSWORD });
    await b.signIn(VICTIM, NEW_PASSWORD);
    expect(await dueAt()).toBeUndefined();
    expect(await reasonOf(b.signIn(EVIL))).toBe("INVALID_CREDENTIALS");
  });

  test("is not kept by the repeat of a sign-in from before, with a password or with a provider", async () => {
    const signIn = () => b.auth.signIn({ email: VICTIM, password: PASSWORD, attemptId: ATTEMPT });
    await signIn();
    await b.oauth.link(b.project, victim.accessToken, "google", "g-1");
    const credential = b.oauth.credential("google", "g-1");
    const social = () => b.auth.signInWithOAuth({ credential, attemptId: `${ATTEMPT}-social` });
    await social();
    await schedule();
    const due = await dueAt();
    expect(await reasonOf(signIn())).toBe("ATTEMPT_INVALID");
    expect(await reasonOf(social())).toBe("ATTEMPT_INVALID");
    expect(await b.sessions(userId)).toEqual([]);
    expect(await dueAt()).toBe(due);
  });

  test("sends nothing about a deletion that was cancelled before the email left", async () => {
    const mails = await b.mailsOf(async () => {
      await schedule();
      await b.signIn();
    });
    expect(mails).toEqual([]);
  });

  describe("raced by the job", () => {
    test("a sign-in in flight that is slower finds no account", async () => {
      await schedule();
      b.t.advance(DAYS * DAY_MS);
      const outcome = await during(
        b.passwords.holdNext("verify"),
        () => b.signIn(),
        async () => expect(await eraseDueUsers(b.t.app)).toBe(1),
      );
      expect(await verdict(outcome)).toBe("INVALID_CREDENTIALS");
    });

    const turns = async (count: number): Promise<void> => {
      for (let turn = 0; turn < count; turn++) await setImmediate();
    };

    /** Both reach the database at nearly the same time: the password is verified by then. Each round favours another one. */
    const race = async (method: string, round: number): Promise<[PromiseSettledResult<number>, Signed]> => {
      if (method === "google") {
        const signIn = Promise.allSettled([b.oauth.signIn(b.project, "google", `g-${round}`)]);
        await turns((round % 6) * 4);
        return [(await Promise.allSettled([eraseDueUsers(b.t.app)]))[0], (await signIn)[0]];
      }
      const held = b.passwords.holdNext("verify");
      const signIn = Promise.allSettled([b.signIn(emailOf(round))]);
      await held.reached;
      const erasing = Promise.allSettled([eraseDueUsers(b.t.app)]);
      await turns((round % 6) * 4);
      held.release();
      return [(await erasing)[0], (await signIn)[0]];
    };

    const eventsAbout = async (userId: string) =>
      b.t.app.db
        .selectFrom("events")
        .select("kind")
        .where("userId", "=", userId)
        .where("kind", "in", ["user.deleted", "user.deletion_canceled"])
        .execute();

    test.each(["password", "google"])("exactly one of deletion and sign-in by %s wins", async (method) => {
      for (let round = 0; round < times(6, 60); round++) {
        const racer = await b.signUp(emailOf(round));
        const id = idOf(racer);
        await b.oauth.link(b.project, racer.accessToken, "google", `g-${round}`);
        await schedule(racer);
        b.t.advance(DAYS * DAY_MS);
        const [erased, signedIn] = await race(method, round);
        const lives = await b.exists(id);
        expect(erased).toEqual({ status: "fulfilled", value: lives ? 0 : 1 });
        expect(await eventsAbout(id)).toEqual([{ kind: lives ? "user.deletion_canceled" : "user.deleted" }]);
        if (lives) {
          expect(signedIn).toMatchObject({
            value: { user: { id }, canceledDeletionTime: expect.anything() },
          });
          expect(await b.sessions(id)).toHaveLength(1);
        } else if (signedIn.status === "fulfilled") {
          // A provider account that nobody has any more is a new user's.
          expect(method).toBe("google");
          expect(idOf(signedIn.value)).not.toBe(id);
        } else {
          expect(["INVALID_CREDENTIALS", "OAUTH_TOKEN_INVALID"]).toContain(await verdict(signedIn));
        }
      }
    });
  });
});

const emailOf = (round: number) => `racer${round}@example.com`;

type Signed = PromiseSettledResult<TokenResponse>;
