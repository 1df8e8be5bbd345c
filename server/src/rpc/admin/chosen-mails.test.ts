import { InstanceSettingsService, OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CodeDevice } from "../../../test/code-device.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { LEASE_MS } from "../../domain/mail/deliver-mail.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { storeFinishedUpgrade } from "../../storage/finished-upgrade.ts";
import { claimMail } from "../../storage/outbox.ts";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";

const ada = "ada@example.com";
const HOUR = 3_600_000;

describe.each(engines)("Chosen emails of the outbox on $kind", (engine) => {
  let bench: MailBench;
  let token: string;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
    ({ token } = await bench.t.addAdmin());
  });
  afterEach(() => bench.close());

  const service = () => bench.t.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
  const queue = async (kind: "reset_password" | "verify_email" | "change_email", email: string) => {
    const user = await bench.addUser(kind === "change_email" ? `before-${email}` : email);
    const { id } = await bench.enqueue(kind, email, kind === "change_email" ? user.id : undefined);
    bench.t.advance(1);
    return id;
  };
  const listed = async (input: { state?: OutgoingMailState; project?: string; recipient?: string }) =>
    (await service().listOutgoingMails(input)).mails.map(({ recipient }) => recipient);
  const events = () =>
    bench.t.app.db.selectFrom("events").selectAll().where("kind", "=", "mail.cancelled").execute();

  test("a cancelled email is not sent, is listed as cancelled and leaves an event", async () => {
    const id = await queue("reset_password", ada);
    expect(await service().cancelOutgoingMails({ ids: [id] })).toMatchObject({ mails: 1, left: [] });
    expect(await bench.t.deliverMail()).toEqual({ sent: 0, failed: 0, skipped: 0 });
    expect(bench.relay.mails).toEqual([]);
    expect(await listed({})).toEqual([]);
    expect(await listed({ state: OutgoingMailState.FAILED })).toEqual([]);
    const { mails } = await service().listOutgoingMails({ state: OutgoingMailState.CANCELLED });
    expect(mails).toMatchObject([{ id, state: OutgoingMailState.CANCELLED, recipient: ada }]);
    expect(mails[0]?.failedAt).toBeDefined();
    expect(await events()).toMatchObject([
      {
        projectId: bench.project.id,
        actor: "admin:root@example.com",
        data: JSON.stringify({ mail: id, kind: "reset_password", attempts: 0 }),
      },
    ]);
    const { projects } = await service().getMailSummary({});
    expect(projects.map(({ failed, waiting }) => ({ failed, waiting }))).toEqual([]);
  });

  test("an email that is being sent is not cancelled nor sent twice, and the answer says so", async () => {
    const id = await queue("reset_password", ada);
    const [mail] = await bench.outbox();
    await claimMail(bench.t.app.db, mail ?? expect.fail(), bench.t.app.clock() + LEASE_MS);
    const left = [{ id, why: "being_sent" }];
    expect(await service().cancelOutgoingMails({ ids: [id] })).toMatchObject({ mails: 0, left });
    expect(await service().retryOutgoingMails({ ids: [id] })).toMatchObject({ mails: 0, left });
    expect(await service().retryOutgoingMails({})).toMatchObject({ mails: 0 });
    expect(await events()).toEqual([]);
    // The worker died: the email waits again, and can be cancelled.
    bench.t.advance(LEASE_MS);
    expect(await service().cancelOutgoingMails({ ids: [id] })).toMatchObject({ mails: 1, left: [] });
  });

  test("an email that waits after a failed attempt can be cancelled or tried again at once", async () => {
    const first = await queue("reset_password", ada);
    const second = await queue("reset_password", "grace@example.com");
    bench.relay.mood = { at: "data", code: 451, text: "later" };
    await bench.t.deliverMail();
    expect(await service().cancelOutgoingMails({ ids: [first] })).toMatchObject({ mails: 1, left: [] });
    bench.relay.mood = "accept";
    expect(await service().retryOutgoingMails({ ids: [second] })).toMatchObject({ mails: 1, left: [] });
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
    expect(bench.relay.mails.map(({ rcpt }) => rcpt)).toEqual([["grace@example.com"]]);
  });

  test("an email that a replica of 0.1 may be sending is left alone until the upgrade is finished", async () => {
    const id = await queue("reset_password", ada);
    const { db, clock } = bench.t.app;
    // How 0.1 claims an email.
    await db
      .updateTable("outbox")
      .set({ attempts: 1, nextAttemptAt: clock() + LEASE_MS })
      .execute();
    if (engine.kind === "postgres") {
      await sql`update migrations set finished_at = null where name = '0023-session-tokens'`.execute(db);
      const left = [{ id, why: "being_sent" }];
      expect(await service().cancelOutgoingMails({ ids: [id] })).toMatchObject({ mails: 0, left });
      expect(await service().retryOutgoingMails({ ids: [id] })).toMatchObject({ mails: 0, left });
      expect(await service().retryOutgoingMails({})).toMatchObject({ mails: 0 });
      await storeFinishedUpgrade(db, clock());
    }
    expect(await service().retryOutgoingMails({})).toMatchObject({ mails: 1 });
  });

  test("all waiting emails are tried at once, also those whose next attempt is seconds away", async () => {
    await queue("reset_password", ada);
    await queue("reset_password", "grace@example.com");
    bench.relay.mood = { at: "data", code: 451, text: "later" };
    await bench.t.deliverMail();
    bench.relay.mood = "accept";
    expect(await service().retryOutgoingMails({})).toMatchObject({ mails: 2 });
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 2 });
  });

  test("what is not there, was sent or has ended is left, each with its reason", async () => {
    const sent = await queue("reset_password", ada);
    await bench.t.deliverMail();
    const cancelled = await queue("reset_password", "grace@example.com");
    await service().cancelOutgoingMails({ ids: [cancelled] });
    const answer = await service().cancelOutgoingMails({ ids: [sent, cancelled, "no such mail", sent] });
    expect(answer).toMatchObject({
      mails: 0,
      left: [
        { id: sent, why: "sent" },
        { id: cancelled, why: "not_waiting" },
        { id: "no such mail", why: "unknown" },
      ],
    });
    expect(await failureOf(service().cancelOutgoingMails({}))).toMatchObject({ metadata: { field: "ids" } });
    const many = Array.from({ length: 101 }, (_, n) => `mail-${n}`);
    expect(await reasonOf(service().retryOutgoingMails({ ids: many }))).toBe("INVALID_REQUEST");
  });

  test("an email that was given up is sent with a new link when it is tried again", async () => {
    const id = await queue("reset_password", ada);
    bench.relay.mood = { at: "rcpt", code: 550, text: "no such mailbox" };
    await bench.t.deliverMail();
    expect(await listed({ state: OutgoingMailState.FAILED })).toEqual([ada]);
    bench.relay.mood = "accept";
    bench.t.advance(50 * HOUR);
    expect(await service().retryOutgoingMails({})).toMatchObject({ mails: 0 });
    expect(await service().retryOutgoingMails({ ids: [id] })).toMatchObject({ mails: 1, left: [] });
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
    expect(bench.relay.links).toHaveLength(1);
    expect(await bench.tokens()).toMatchObject([{ createdAt: bench.t.app.clock() }]);
    expect(await listed({ state: OutgoingMailState.SENT })).toEqual([ada]);
    expect(await service().retryOutgoingMails({ ids: [id] })).toMatchObject({
      mails: 0,
      left: [{ id, why: "sent" }],
    });
  });

  test("a confirmation of a new address does not come back after it ended", async () => {
    const id = await queue("change_email", "new@example.com");
    await service().cancelOutgoingMails({ ids: [id] });
    expect(await service().retryOutgoingMails({ ids: [id] })).toMatchObject({
      mails: 0,
      left: [{ id, why: "not_repeatable" }],
    });
  });

  test.each([0, 1])("a cancelled code email ends its flow, after %i attempts", async (attempts) => {
    await updateProject(bench.t.app, systemActor, bench.project.id, { settings: { allowEmailCodes: true } });
    const device = new CodeDevice(bench.t, bench.project);
    await device.ask(ada);
    bench.relay.mood = { at: "data", code: 451, text: "later" };
    if (attempts > 0) await bench.t.deliverMail();
    const [mail] = await bench.outbox();
    await service().cancelOutgoingMails({ ids: [mail?.id ?? ""] });
    const flows = await bench.t.app.db.selectFrom("oneTimeCodes").selectAll().execute();
    const ends = attempts === 0 ? bench.t.app.clock() : bench.t.app.clock() + 600_000;
    expect(flows).toMatchObject([{ id: device.flowId, expiresAt: ends }]);
    expect(await reasonOf(device.signIn("00000000"))).toBe("EMAIL_CODE_INVALID");
  });

  test("the list is limited to a project, and to a recipient however it is typed", async () => {
    const { project: other } = await bench.t.addProject("Other");
    await bench.t.addUser(other, "eve@example.com", "a long enough password");
    await queue("reset_password", ada);
    await queue("reset_password", "grace@example.com");
    expect(await listed({ project: other.slug })).toEqual(["eve@example.com"]);
    expect(await listed({ project: bench.project.id })).toEqual(["grace@example.com", ada]);
    expect(await listed({ recipient: " ADA@Example.com" })).toEqual([ada]);
    expect(await listed({ project: other.slug, recipient: ada })).toEqual([]);
    expect(await reasonOf(listed({ project: "no-such" }))).toBe("NOT_FOUND");
    const page = { project: bench.project.slug, pageSize: 1 };
    const { nextPageToken: pageToken } = await service().listOutgoingMails(page);
    expect((await service().listOutgoingMails({ ...page, pageToken })).mails).toMatchObject([
      { recipient: ada },
    ]);
    expect(await reasonOf(service().listOutgoingMails({ pageSize: 1, pageToken }))).toBe("INVALID_REQUEST");
  });
});
