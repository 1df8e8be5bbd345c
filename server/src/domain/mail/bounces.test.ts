import { UserService as AdminUsers } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CodeDevice, codeIn } from "../../../test/code-device.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { systemActor } from "../analytics/record-event.ts";
import { updateProject } from "../projects/update-project.ts";

const ada = "ada@example.com";
const NO_MAILBOX = { at: "rcpt", code: 550, text: "5.1.1 <ada@example.com> does not exist" } as const;
const MINUTE = 60_000;

describe.each(engines)("An address that bounces on $kind", (engine) => {
  let bench: MailBench;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
  });
  afterEach(() => bench.close());

  const userOf = async (email: string) =>
    (await bench.t.app.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst()) ??
    expect.fail(`there is no user ${email}`);
  const flagOf = async (email: string) => (await userOf(email)).emailBouncedAt;
  const flag = async (email: string) => {
    const { id, projectId } = await userOf(email);
    await updateUser(bench.t.app.db, projectId, id, { emailBouncedAt: 1, emailBounceReason: "550 no" });
  };
  const events = async (kind: string) => {
    const rows = await bench.t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).execute();
    return rows.map(({ userId, actor, data }) => ({ userId, actor, data: JSON.parse(data) }));
  };
  const deliver = async (kind: "reset_password" | "verify_email", email: string) => {
    await bench.enqueue(kind, email);
    bench.t.advance(1);
    return bench.t.deliverMail();
  };

  test.each(["5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10"])(
    "is flagged when the relay refuses the recipient with %s, with the masked reply",
    async (status) => {
      const { id } = await bench.addUser(ada);
      bench.relay.mood = { ...NO_MAILBOX, text: `${status} <ada@example.com> does not exist` };
      await deliver("reset_password", ada);
      const user = await userOf(ada);
      expect(user.emailBouncedAt).toBe(bench.t.app.clock());
      expect(user.emailBounceReason).toBe(`550 ${status} <a***@example.com> does not exist`);
      expect(await events("user.email_bounced")).toEqual([
        { userId: id, actor: "system", data: { reason: user.emailBounceReason } },
      ]);
    },
  );

  test.each([
    [{ at: "rcpt", code: 550, text: "no such mailbox" }],
    [{ at: "rcpt", code: 550, text: "we read 5.1.1 somewhere" }],
    [{ at: "rcpt", code: 550, text: "5.1.11 something else" }],
    [{ at: "rcpt", code: 550, text: "5.2.1 receiving emails at a rate that prevents additional ones" }],
    [{ at: "rcpt", code: 552, text: "5.2.2 the mailbox is full" }],
    [{ at: "rcpt", code: 550, text: "5.7.1 blocked" }],
    [{ at: "rcpt", code: 450, text: "4.1.1 perhaps later" }],
    [{ at: "mail", code: 550, text: "5.1.1 the sender" }],
    [{ at: "data", code: 550, text: "5.1.1 too late" }],
  ] as const)("is not flagged by %j", async (mood) => {
    await bench.addUser(ada);
    bench.relay.mood = mood;
    await deliver("reset_password", ada);
    expect(await flagOf(ada)).toBeNull();
  });

  test("belongs to the user who has it now: neither a new address nor another project's user is flagged", async () => {
    const user = await bench.addUser(ada);
    const { project: other } = await bench.t.addProject("Other");
    await bench.t.addUser(other, "new@example.com", "a long enough password");
    await bench.t.deliverMail();
    bench.relay.mood = NO_MAILBOX;
    await bench.enqueue("change_email", "new@example.com", user.id);
    await bench.enqueue("password_changed", "old@example.com", user.id);
    bench.t.advance(1);
    expect(await bench.t.deliverMail()).toMatchObject({ failed: 2 });
    const rows = await bench.t.app.db.selectFrom("users").selectAll().execute();
    expect(rows.map(({ emailBouncedAt }) => emailBouncedAt)).toEqual([null, null]);
  });

  test("a relay that refuses everybody flags five, until it accepts an email again", async () => {
    const all = Array.from({ length: 8 }, (_, n) => `user${n}@example.com`);
    bench.relay.mood = NO_MAILBOX;
    for (const email of all) {
      await bench.addUser(email);
      await deliver("reset_password", email);
    }
    const flags = await Promise.all(all.map(flagOf));
    expect(flags.filter((at) => at !== null)).toHaveLength(5);
    expect(bench.logged).toContain("refuses every recipient");

    bench.relay.mood = "accept";
    await bench.addUser("grace@example.com");
    await deliver("reset_password", "grace@example.com");
    bench.relay.mood = NO_MAILBOX;
    await deliver("reset_password", all[7] ?? "");
    expect(await flagOf(all[7] ?? "")).not.toBeNull();
  });

  test("gets no email: it ends as suppressed with the reason, and the event says why", async () => {
    const { id } = await bench.addUser(ada);
    await deliver("reset_password", ada);
    const [before] = await bench.tokens();
    await flag(ada);
    expect(await deliver("reset_password", ada)).toEqual({ sent: 0, failed: 0, skipped: 1 });
    expect(bench.relay.mails).toHaveLength(1);
    const mail = (await bench.outbox())[1];
    expect(mail).toMatchObject({
      endedAs: "suppressed",
      gaveUpAt: bench.t.app.clock(),
      lastError: "the address bounces: 550 no",
    });
    expect(await events("mail.suppressed")).toEqual([
      { userId: id, actor: "system", data: { mail: mail?.id, kind: "reset_password", reason: "bounces" } },
    ]);
    // The link that arrived before the address bounced still works.
    expect(await bench.tokens()).toEqual([before]);
  });

  test("waits as the others do while the relay fails, so that an outage tells nothing", async () => {
    await bench.addUser(ada);
    await bench.addUser("grace@example.com");
    await flag(ada);
    await bench.relay.down();
    for (const email of ["grace@example.com", ada]) await deliver("reset_password", email);
    expect((await bench.outbox()).map(({ gaveUpAt }) => gaveUpAt)).toEqual([null, null]);
    await bench.relay.up();
    bench.t.advance(MINUTE);
    await bench.t.deliverMail(); // Grace's email may come second
    bench.t.advance(MINUTE);
    await bench.t.deliverMail();
    expect((await bench.outbox()).map(({ endedAs }) => endedAs)).toEqual([null, "suppressed"]);
  });

  test("answers requests alike for bouncing, other and unknown addresses", async () => {
    await updateProject(bench.t.app, systemActor, bench.project.id, { settings: { allowEmailCodes: true } });
    await bench.addUser(ada);
    await bench.addUser("grace@example.com");
    await flag(ada);
    const answers: unknown[] = [];
    for (const email of [ada, "grace@example.com", "nobody@example.com"]) {
      const reset = await bench.t.auth(bench.project).requestPasswordReset({ email });
      const verify = await bench.t.auth(bench.project).requestEmailVerification({ email });
      const device = new CodeDevice(bench.t, bench.project);
      await device.ask(email);
      await bench.t.deliverMail();
      const wrong = await reasonOf(device.signIn("00000000"));
      bench.t.advance(11 * MINUTE);
      const late = await reasonOf(device.signIn("00000000"));
      answers.push([reset, verify, device.flowId.length, wrong, late]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[2]).toEqual(answers[1]);
    expect(bench.relay.mails.filter(({ rcpt }) => rcpt.includes(ada))).toEqual([]);
  });

  test("is cleared by a link, and by an address change", async () => {
    await bench.addUser(ada);
    await deliver("verify_email", ada);
    await flag(ada);
    const token = new URL(bench.relay.links[0] ?? "").searchParams.get("token") ?? "";
    await bench.t.auth(bench.project).confirmEmailVerification({ token });
    expect(await userOf(ada)).toMatchObject({ emailBouncedAt: null, emailBounceReason: null });

    await flag(ada);
    const { token: admin } = await bench.t.addAdmin();
    const users = bench.t.client(AdminUsers, { authorization: `Bearer ${admin}` });
    const { id } = await userOf(ada);
    const changed = { project: bench.project.slug, userId: id, email: "lovelace@example.com" };
    expect((await users.updateUser(changed)).user?.emailBounces).toBe(false);
  });

  test("is cleared by a code that arrived, and its owner is told while it is set", async () => {
    await updateProject(bench.t.app, systemActor, bench.project.id, { settings: { allowEmailCodes: true } });
    await bench.addUser(ada, { emailVerifiedAt: 1 });
    const device = new CodeDevice(bench.t, bench.project);
    await device.ask(ada);
    await bench.t.deliverMail();
    const { code } = codeIn(bench.relay.links[0] ?? "");
    await flag(ada);
    const { accessToken, user } = await device.signIn(code);
    expect(user?.emailBounces).toBe(false);
    expect(await flagOf(ada)).toBeNull();
    expect(await events("user.email_bounce_cleared")).toMatchObject([{ actor: `user:${user?.id}` }]);
    await flag(ada);
    const me = await bench.t.auth(bench.project, accessToken).getMe({});
    expect(me.user?.emailBounces).toBe(true);
  });
});
