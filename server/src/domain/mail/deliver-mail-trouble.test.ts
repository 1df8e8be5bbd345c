import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken } from "../../crypto/random-token.ts";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";
import { tokenOf } from "../../testing/mailbox.ts";
import { TestRelay } from "../../testing/smtp.ts";
import { TestApp } from "../../testing/test-app.ts";
import { deliverDueMail } from "./deliver-mail.ts";
import type { MailKind } from "./enqueue-mail.ts";

const ada = "ada@example.com";

describe.each(engines)("deliverDueMail with a relay or worker in trouble on $kind", (engine) => {
  let bench: MailBench;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
  });
  afterEach(() => bench.close());

  describe("a relay in trouble", () => {
    const MINUTE = 60_000;
    const HOUR = 60 * MINUTE;

    test("is tried again with back-off, and the mail arrives when it is back", async () => {
      await bench.addUser(ada);
      await bench.enqueue("reset_password", ada);
      await bench.relay.down();
      for (const wait of [10_000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, HOUR, HOUR]) {
        expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 1, skipped: 0 });
        bench.t.advance(wait - 1);
        expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 0 });
        bench.t.advance(1);
      }
      expect(await bench.outbox()).toMatchObject([
        { attempts: 8, lastError: expect.stringContaining("ECONNREFUSED") },
      ]);

      await bench.relay.up();
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
      const [link = ""] = bench.relay.links;
      expect(await bench.tokens()).toMatchObject([
        { hash: hashToken(tokenOf(link)), expiresAt: bench.t.app.clock() + 30 * MINUTE },
      ]);
      expect(await bench.outbox()).toMatchObject([{ sentAt: bench.t.app.clock(), lastError: null }]);
    });

    test("that repeats its password has it neither in the outbox, nor in events, nor in the log", async () => {
      const password = "canary-9f2c-relay-password";
      const base64 = (text: string) => Buffer.from(text).toString("base64");
      const echoes = [password, base64(password), base64(`\0svc\0${password}`)];
      const rude = await TestRelay.start({
        disabledCommands: ["STARTTLS"],
        onAuth: (_auth, _session, done) =>
          done(Object.assign(new Error(`${echoes.join(" ")} is wrong`), { responseCode: 535 })),
      });
      const smtp = { ...rude.settings, username: "svc", password };
      const t = await TestApp.open(engine, { smtp, database: bench.t.database });
      await bench.addUser(ada);
      await bench.enqueue("verify_email", ada);
      expect(await t.deliverMail()).toMatchObject({ failed: 1 });
      expect(await bench.outbox()).toMatchObject([{ lastError: expect.stringContaining("535") }]);
      t.advance(48 * HOUR);
      expect(await t.deliverMail()).toMatchObject({ failed: 1 });
      const events = await t.app.db.selectFrom("events").selectAll().execute();
      expect(events.map(({ kind }) => kind)).toContain("mail.gave_up");
      const everything = JSON.stringify([await bench.outbox(), events, t.logLines]);
      for (const echo of echoes) expect(everything).not.toContain(echo);
      await t.close();
      await rude.down();
    });

    test("that quotes the mail has its link neither in the outbox, nor in events, nor in the log", async () => {
      const tokens: string[] = [];
      const rude = await TestRelay.start({
        disabledCommands: ["STARTTLS"],
        onData: async (stream, _session, done) => {
          const mail = (await text(stream)).replaceAll("=\r\n", "");
          const [, token = ""] = /token=3D([\w-]{43})/.exec(mail) ?? [];
          tokens.push(token);
          const said = `refused for http://x/reset?token=3D${token.slice(0, 25)}= ${token.slice(25)}`;
          done(Object.assign(new Error(said), { responseCode: 554 }));
        },
      });
      const t = await TestApp.open(engine, { smtp: rude.settings, database: bench.t.database });
      await bench.addUser(ada);
      await bench.enqueue("reset_password", ada);
      expect(await t.deliverMail()).toMatchObject({ failed: 1 });
      t.advance(48 * HOUR);
      expect(await t.deliverMail()).toMatchObject({ failed: 1 });
      expect(tokens).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/)]);
      const events = await t.app.db.selectFrom("events").selectAll().execute();
      expect(events.map(({ kind }) => kind)).toContain("mail.gave_up");
      const everything = JSON.stringify([await bench.outbox(), events, t.logLines]);
      expect(everything).toContain("refused for http");
      for (const part of tokens.flatMap((token) => token.match(/.{8}/g) ?? [])) {
        expect(everything.replaceAll("= ", "")).not.toContain(part);
      }
      await t.close();
      await rude.down();
    });

    test("loses nothing over a restart", async () => {
      await bench.addUser(ada);
      await bench.enqueue("verify_email", ada);
      await bench.relay.down();
      expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
      await bench.t.close();

      await bench.relay.up();
      bench.t = await TestApp.open(engine, { smtp: bench.relay.settings, database: bench.t.database });
      bench.t.advance(10_000);
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
      expect(bench.relay.mails).toMatchObject([{ rcpt: [ada] }]);
      expect(bench.relay.links[0]).toContain(bench.t.url);
    });

    test("gives up after 48 hours, visibly", async () => {
      const user = await bench.addUser(ada);
      await bench.enqueue("reset_password", ada);
      bench.relay.mood = { at: "data", code: 451 };
      for (let hours = 0; hours < 48; hours++) {
        expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
        bench.t.advance(HOUR);
      }
      expect(await bench.outbox()).toMatchObject([{ gaveUpAt: null }]);
      expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
      expect(await bench.outbox()).toMatchObject([
        { gaveUpAt: bench.t.app.clock(), sentAt: null, attempts: 49 },
      ]);
      expect(bench.logged).toContain('"level":"error","message":"mail given up"');
      const events = await bench.t.app.db
        .selectFrom("events")
        .selectAll()
        .where("kind", "=", "mail.gave_up")
        .execute();
      expect(events).toMatchObject([{ projectId: bench.project.id, userId: user.id, actor: "system" }]);
      expect(JSON.parse(events[0]?.data ?? "")).toMatchObject({ kind: "reset_password", attempts: 49 });

      bench.t.advance(HOUR);
      bench.relay.mood = "accept";
      expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 0 });
    });

    test("a recipient who is refused for good is given up at once", async () => {
      await bench.addUser(ada);
      await bench.enqueue("verify_email", ada);
      bench.relay.mood = { at: "rcpt", code: 550, text: "no such mailbox" };
      expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
      expect(await bench.outbox()).toMatchObject([
        { gaveUpAt: bench.t.app.clock(), lastError: expect.stringContaining("no such mailbox") },
      ]);
      expect(bench.logged).toContain("mail given up");
    });

    test.each([
      { at: "rcpt", code: 450 },
      { at: "rcpt", code: 554, text: "5.7.1 relay access denied" },
      { at: "rcpt", code: 530, text: "sign in first" },
      { at: "mail", code: 550, text: "not your address" },
      { at: "data", code: 554, text: "looks like spam" },
    ] as const)("what may be mended waits: $at $code $text", async (mood) => {
      await bench.addUser(ada);
      await bench.enqueue("verify_email", ada);
      bench.relay.mood = mood;
      expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
      expect(await bench.outbox()).toMatchObject([
        { gaveUpAt: null, nextAttemptAt: bench.t.app.clock() + 10_000 },
      ]);
      bench.relay.mood = "accept";
      bench.t.advance(10_000);
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
    });

    test("a connection that is cut before the answer is one failed attempt", async () => {
      await bench.addUser(ada);
      await bench.enqueue("verify_email", ada);
      bench.relay.mood = "close";
      expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 1, skipped: 0 });
      bench.relay.mood = "accept";
      bench.t.advance(10_000);
      expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
      expect(bench.relay.mails).toHaveLength(1);
    });

    test("what the relay says is kept in one line, without a token it repeats", async () => {
      await bench.addUser(ada);
      await bench.enqueue("verify_email", ada);
      bench.relay.mood = { at: "data", code: 451, text: `cannot ${"t".repeat(43)} now` };
      await bench.t.deliverMail();
      const [row] = await bench.outbox();
      expect(row?.lastError).toContain("cannot … now");
      expect(row?.lastError).not.toMatch(/[\r\n]/);
      expect(bench.logged).not.toContain("t".repeat(43));
    });
  });

  test("two workers send each mail once", async () => {
    const beside = await TestApp.open(engine, { smtp: bench.relay.settings, database: bench.t.database });
    const addresses = Array.from({ length: 40 }, (_, i) => `user${i}@example.com`);
    for (const address of addresses) {
      await bench.addUser(address);
      await bench.enqueue("verify_email", address);
    }
    const results = await Promise.all([bench.t, beside, bench.t, beside].map((app) => app.deliverMail()));
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(40);
    expect(bench.relay.mails.flatMap(({ rcpt }) => rcpt).sort()).toEqual(addresses.sort());
    await beside.close();
  });

  test("a worker that died holds its mail for two minutes only", async () => {
    await bench.addUser(ada);
    await bench.enqueue("verify_email", ada);
    const [row] = await bench.outbox();
    await bench.t.app.db
      .updateTable("outbox")
      .set({ attempts: 1, nextAttemptAt: (row?.nextAttemptAt ?? 0) + 120_000 })
      .execute();
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 0 });
    bench.t.advance(120_000);
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
  });

  test("a worker that lost its mail to another one neither puts it off nor gives it up", async () => {
    await bench.addUser(ada);
    await bench.enqueue("verify_email", ada);
    for (const kind of ["failed", "refused"] as const) {
      const slow = {
        ...bench.t.app.mailer,
        async send() {
          await bench.t.app.db.updateTable("outbox").set({ attempts: 9, nextAttemptAt: 0 }).execute();
          return { kind, why: "too slow" };
        },
      };
      await deliverDueMail({ ...bench.t.app, mailer: slow }, abortSoon());
      expect(await bench.outbox()).toMatchObject([{ attempts: 9, nextAttemptAt: 0, gaveUpAt: null }]);
    }
    expect(bench.logged).not.toContain("mail given up");
  });

  test("a mail of a kind that this version does not know is kept for one that does", async () => {
    await bench.enqueue("from_the_future" as MailKind, ada);
    expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
    expect(await bench.outbox()).toMatchObject([{ sentAt: null, gaveUpAt: null }]);
  });

  test("nothing more is claimed after the signal", async () => {
    await bench.addUser(ada);
    await bench.enqueue("verify_email", ada);
    expect(await deliverDueMail(bench.t.app, AbortSignal.abort())).toEqual({
      sent: 0,
      failed: 0,
      skipped: 0,
    });
    expect(await bench.outbox()).toMatchObject([{ attempts: 0 }]);
  });
});

/** Lets the mails that are claimed at once through, and no more. */
function abortSoon(): AbortSignal {
  const controller = new AbortController();
  let looks = 0;
  return Object.defineProperty(controller.signal, "aborted", { get: () => ++looks > 2 });
}
