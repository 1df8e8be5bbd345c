import type { SMTPServerOptions } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Engine, engines } from "../../src/testing/engines.ts";
import { times } from "../../src/testing/full.ts";
import { Gate } from "../../src/testing/gate.ts";
import { tokenOf } from "../../src/testing/mailbox.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { TestRelay } from "../../src/testing/smtp.ts";
import { EVIL, idOf, MINUTE_MS, NEW_PASSWORD, PASSWORD, TakeoverBench, VICTIM } from "./takeover-bench.ts";

/** Mails that were asked for before the recovery and leave after it. */
describe.each(engines)("mails still queued at a recovery on $kind", (engine) => {
  let b: TakeoverBench;
  let userId: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    userId = idOf(await b.signUpVerified());
  });
  afterEach(() => b.close());

  /** Everything that reached the thief is worth nothing. */
  async function expectNoLink(to = EVIL): Promise<void> {
    await b.t.deliverMail();
    for (const { token } of b.mailsTo(to).filter(({ link }) => link)) {
      expect(await reasonOf(b.auth.confirmEmailChange({ token }))).toBe("EMAIL_TOKEN_INVALID");
    }
  }

  const acts: Record<string, () => Promise<unknown>> = {
    RevokeUserSessions: () => b.users.revokeUserSessions({ userId }),
    "UpdateUser(password)": () => b.users.updateUser({ userId, password: NEW_PASSWORD }),
    ChangePassword: async () =>
      b.as(await b.signIn()).changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    "DisableUser and EnableUser": async () => {
      await b.users.disableUser({ userId });
      await b.users.enableUser({ userId });
    },
  };

  test("a change_email mail gets no token after the victim's reset", async () => {
    const token = await b.resetLink();
    await b.as(await b.signIn()).requestEmailChange({ newEmail: EVIL });
    await b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
    await b.t.deliverMail();
    expect(b.mailsTo(EVIL, "confirm-email")).toEqual([]);
  });

  test.each(Object.keys(acts))("a change_email mail gets no token after %s", async (act) => {
    await b.as(await b.signIn()).requestEmailChange({ newEmail: EVIL });
    await acts[act]?.();
    await b.t.deliverMail();
    expect(b.mailsTo(EVIL, "confirm-email")).toEqual([]);
  });

  test.each(Object.keys(acts))("a deletion mail gets no token after %s", async (act) => {
    await b.auth.requestAccountDeletion({ email: VICTIM });
    await acts[act]?.();
    await b.t.deliverMail();
    expect(b.mailsTo(VICTIM, "delete-account")).toEqual([]);
  });

  test.each(Object.keys(acts).filter((act) => act !== "RevokeUserSessions"))(
    "a reset mail gets no token after %s",
    async (act) => {
      await b.auth.requestPasswordReset({ email: VICTIM });
      await acts[act]?.();
      await b.t.deliverMail();
      expect(b.mailsTo(VICTIM, "reset")).toEqual([]);
    },
  );

  test("an invitation gets no token after UpdateUser(password)", async () => {
    const invited = await b.users.createUser({ email: "invited@example.com", invite: true });
    await b.users.updateUser({ userId: idOf(invited), password: NEW_PASSWORD });
    await b.t.deliverMail();
    expect(b.mailsTo("invited@example.com", "invite")).toEqual([]);
  });

  test("a mail asked for after the recovery leaves as ever", async () => {
    await b.reset();
    const token = await b.changeLink(await b.signIn(VICTIM, NEW_PASSWORD), "new@example.com");
    await b.auth.confirmEmailChange({ token });
    expect(await b.user(userId)).toMatchObject({ email: "new@example.com" });
  });

  test("a request and the reset at once leave the thief no link that works", async () => {
    for (let round = 0; round < times(4, 50); round++) {
      const [email, evil] = [`victim${round}@example.com`, `evil${round}@example.com`];
      await b.signUpVerified(email);
      const token = await b.resetLink(email);
      const thief = await b.signIn(email);
      await Promise.allSettled([
        b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD }),
        b.as(thief).requestEmailChange({ newEmail: evil }),
      ]);
      await expectNoLink(evil);
    }
  });

  test("delivery and RevokeUserSessions at once leave the thief no link that works", async () => {
    for (let round = 0; round < times(4, 50); round++) {
      const evil = `evil${round}@example.com`;
      await b.as(await b.signIn()).requestEmailChange({ newEmail: evil });
      await Promise.all([b.users.revokeUserSessions({ userId }), b.t.deliverMail(), b.t.deliverMail()]);
      await expectNoLink(evil);
    }
  });
});

describe.each(engines)("mails that a relay puts off over a recovery on $kind", (engine) => {
  let b: TakeoverBench;
  let relay: TestRelay;
  let close: () => Promise<void>;
  afterEach(() => close());

  async function open(engine: Engine, options?: SMTPServerOptions): Promise<void> {
    relay = await TestRelay.start(options && { disabledCommands: ["STARTTLS"], ...options });
    b = await TakeoverBench.open(engine, {}, { smtp: relay.settings });
    close = async () => {
      await b.close();
      await relay.down();
    };
  }

  const linksTo = (to: string, page: string): string[] =>
    relay.mails
      .filter(({ rcpt }) => rcpt.includes(to))
      .flatMap(({ text }) => text.match(/^https?:\S+$/gm) ?? [])
      .filter((link) => link.includes(`/${page}?`));

  /** The victim's account, and a link to reset its password. */
  async function prepare(): Promise<{ userId: string; token: string }> {
    const userId = idOf(await b.users.createUser({ email: VICTIM, password: PASSWORD, emailVerified: true }));
    await b.auth.requestPasswordReset({ email: VICTIM });
    await b.t.deliverMail();
    return { userId, token: tokenOf(linksTo(VICTIM, "reset").at(-1) ?? "") };
  }

  test("a change_email mail that the relay refused at first gets no token after the victim's reset", async () => {
    await open(engine);
    const { userId, token } = await prepare();
    await b.as(await b.signIn()).requestEmailChange({ newEmail: EVIL });
    relay.mood = { at: "rcpt", code: 450, text: "greylisted" };
    expect(await b.t.deliverMail()).toMatchObject({ failed: 1 });

    await b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
    relay.mood = "accept";
    b.t.advance(MINUTE_MS);
    await b.t.deliverMail();
    expect(linksTo(EVIL, "confirm-email")).toEqual([]);
    expect(await b.user(userId)).toMatchObject({ email: VICTIM });
  });

  test.each(["accepts", "puts off"])(
    "a change_email mail that is under way at the victim's reset and that the relay %s brings no token that works",
    async (verdict) => {
      const gate = new Gate();
      await open(engine, {
        onRcptTo: ({ address }, _session, done) => {
          const passing = address === EVIL ? gate.pass() : Promise.resolve();
          passing.then(
            () => done(),
            () => done(Object.assign(new Error("try again later"), { responseCode: 451 })),
          );
        },
      });
      const { userId, token } = await prepare();
      await b.as(await b.signIn()).requestEmailChange({ newEmail: EVIL });
      const held = gate.holdNext();
      const delivering = b.t.deliverMail();
      await held.reached;
      await b.auth.confirmPasswordReset({ token, newPassword: NEW_PASSWORD });
      held.release(verdict === "accepts" ? undefined : new Error("later"));
      await delivering;

      b.t.advance(10 * MINUTE_MS);
      await b.t.deliverMail();
      for (const link of linksTo(EVIL, "confirm-email")) {
        expect(await reasonOf(b.auth.confirmEmailChange({ token: tokenOf(link) }))).toBe(
          "EMAIL_TOKEN_INVALID",
        );
      }
      expect(await b.user(userId)).toMatchObject({ email: VICTIM });
    },
  );
});
