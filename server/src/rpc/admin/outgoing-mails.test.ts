import { timestampMs } from "@bufbuild/protobuf/wkt";
import { InstanceSettingsService, OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { enqueueMail } from "../../domain/mail/enqueue-mail.ts";
import { deleteProject } from "../../domain/projects/delete-project.ts";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";

const { WAITING, FAILED } = OutgoingMailState;

describe.each(engines)("ListOutgoingMails on $kind", (engine) => {
  let bench: MailBench;
  let token: string;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
    ({ token } = await bench.t.addAdmin());
  });
  afterEach(() => bench.close());

  const service = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    bench.t.client(InstanceSettingsService, headers);
  const recipients = async (state?: OutgoingMailState) =>
    (await service().listOutgoingMails(state === undefined ? {} : { state })).mails.map(
      (mail) => mail.recipient,
    );
  const enqueueAll = async (...addresses: string[]) => {
    for (const address of addresses) {
      await bench.addUser(address);
      await bench.enqueue("reset_password", address);
      bench.t.advance(1);
    }
  };

  test("a mail that waits has project, purpose, attempts, why the last one failed and when the next one is", async () => {
    await bench.addUser("ada@example.com");
    await bench.enqueue("reset_password", "ada@example.com");
    const queuedAt = bench.t.app.clock();
    const [fresh] = (await service().listOutgoingMails({})).mails;
    expect(fresh).toMatchObject({ state: WAITING, attempts: 0, lastError: "" });

    bench.relay.mood = { at: "data", code: 451, text: "greylisted" };
    bench.t.advance(1000);
    await bench.t.deliverMail();
    const [mail, ...more] = (await service().listOutgoingMails({})).mails;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      id: (await bench.outbox())[0]?.id,
      project: bench.project.slug,
      kind: "reset_password",
      recipient: "ada@example.com",
      state: WAITING,
      attempts: 1,
      lastError: expect.stringContaining("451 greylisted"),
    });
    expect(mail?.createdAt && timestampMs(mail.createdAt)).toBe(queuedAt);
    expect(mail?.nextAttemptAt && timestampMs(mail.nextAttemptAt)).toBe(queuedAt + 11_000);
    expect(mail?.failedAt).toBeUndefined();
  });

  test("a mail that failed for good has no next attempt, and one that was sent is not listed", async () => {
    await enqueueAll("sent@example.com");
    await bench.t.deliverMail();
    await enqueueAll("refused@example.com");
    bench.relay.mood = { at: "rcpt", code: 550, text: "no such mailbox here" };
    await bench.t.deliverMail();
    const { mails } = await service().listOutgoingMails({});
    expect(mails).toMatchObject([
      {
        recipient: "refused@example.com",
        state: FAILED,
        attempts: 1,
        lastError: expect.stringContaining("550 no such mailbox here"),
      },
    ]);
    expect(mails[0]?.nextAttemptAt).toBeUndefined();
    expect(mails[0]?.failedAt && timestampMs(mails[0].failedAt)).toBe(bench.t.app.clock());
  });

  test("the state filters, and pages of both states together are newest first without a gap", async () => {
    const all = ["a", "b", "c", "d", "e"].map((name) => `${name}@example.com`);
    for (const [n, address] of all.entries()) {
      await enqueueAll(address);
      // Every second one fails at once, the others wait: mails that wait are not due before the clock moves.
      if (n % 2 === 1) {
        await bench.t.app.db
          .updateTable("outbox")
          .set({ gaveUpAt: bench.t.app.clock(), lastError: "550 no" })
          .where("recipient", "=", address)
          .execute();
      }
    }
    expect(await recipients(WAITING)).toEqual(["e@example.com", "c@example.com", "a@example.com"]);
    expect(await recipients(FAILED)).toEqual(["d@example.com", "b@example.com"]);
    expect(await recipients()).toEqual(all.toReversed());

    const walked: string[] = [];
    let pageToken = "";
    do {
      const page = await service().listOutgoingMails({ pageSize: 2, pageToken });
      expect(page.mails.length).toBeLessThanOrEqual(2);
      walked.push(...page.mails.map(({ recipient }) => recipient));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(walked).toEqual(all.toReversed());
  });

  test("a page token belongs to its state, and a state that nobody knows is refused", async () => {
    await enqueueAll("a@example.com", "b@example.com");
    const { nextPageToken } = await service().listOutgoingMails({ pageSize: 1, state: WAITING });
    expect(nextPageToken).not.toBe("");
    expect(await reasonOf(service().listOutgoingMails({ pageToken: nextPageToken }))).toBe("INVALID_REQUEST");
    expect(await failureOf(service().listOutgoingMails({ state: 7 as never }))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "state" },
    });
    expect(await failureOf(service().listOutgoingMails({ pageSize: -1 }))).toMatchObject({
      metadata: { field: "page_size" },
    });
  });

  test("an invitation of an administrator has no project, and a deleted project's mails are gone", async () => {
    await enqueueAll("ada@example.com");
    await enqueueMail(bench.t.app, null, { kind: "invite_admin", recipient: "new@example.com" });
    await deleteProject(bench.t.app, systemActor, bench.project.slug);
    expect((await service().listOutgoingMails({})).mails).toMatchObject([
      { project: "", kind: "invite_admin", recipient: "new@example.com" },
    ]);
  });

  test("it holds no link and no token, not even when the relay repeats them", async () => {
    await bench.addUser("ada@example.com");
    await bench.enqueue("reset_password", "ada@example.com");
    await bench.t.deliverMail();
    const [link = ""] = bench.relay.links;
    const linkToken = new URL(link).searchParams.get("token") ?? "";
    expect(linkToken).not.toBe("");
    await bench.enqueue("reset_password", "ada@example.com");
    bench.relay.mood = { at: "data", code: 451, text: `blocked ${link}` };
    await bench.t.deliverMail();
    const { mails } = await service().listOutgoingMails({});
    expect(mails).toMatchObject([{ lastError: expect.stringContaining("blocked") }]);
    expect(JSON.stringify(mails.map(({ lastError }) => lastError))).not.toContain(linkToken);
  });

  test("nobody without an administrator's credential sees it", async () => {
    expect(await reasonOf(service({}).listOutgoingMails({}))).toBe("ADMIN_UNAUTHENTICATED");
    const key = { authorization: `Bearer ${bench.project.publishableKey}` };
    expect(await reasonOf(service(key).listOutgoingMails({}))).toBe("WRONG_SURFACE");
  });
});
