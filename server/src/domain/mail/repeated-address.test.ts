import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";

const ADA = "ada.lovelace@example.com";

const FORMS: readonly [name: string, text: string][] = [
  ["as it is", `<${ADA}>: mailbox unavailable`],
  ["in upper case", `<${ADA.toUpperCase()}> unknown`],
  ["quoted", '"ada.lovelace"@example.com unknown'],
  ["percent-encoded", "see relay.example/bounce?to=ada.lovelace%40example.com"],
  ["in quoted-printable", "ada.lovelace=40example.com unknown"],
  ["in xtext", "rfc822;ada.lovelace+40example.com unknown"],
  ["in base64", `=?utf-8?B?${Buffer.from(ADA).toString("base64")}?= unknown`],
  ["with a name beside it", `=C3=84da <${ADA}>, also jürgen.lovelace@exämple.de, unknown`],
  ["without its host", "no such user: ada.lovelace"],
];

describe.each(engines)("A relay that repeats the address, on $kind", (engine) => {
  let bench: MailBench;
  let token: string;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
    ({ token } = await bench.t.addAdmin());
    await bench.addUser(ADA);
  });
  afterEach(() => bench.close());

  const service = () => bench.t.client(InstanceSettingsService, { authorization: `Bearer ${token}` });

  /** Everything that is kept or shown of what the relay said. */
  async function kept(): Promise<string> {
    const rows = await bench.outbox();
    const events = await bench.t.app.db.selectFrom("events").select("data").execute();
    const settings = await bench.t.app.db.selectFrom("instanceSettings").select("value").execute();
    const { mails } = await service().listOutgoingMails({});
    return JSON.stringify([
      rows.map(({ lastError, relayAnswer }) => [lastError, relayAnswer]),
      mails.map(({ lastError, answer }) => [lastError, answer]),
      events,
      settings,
      bench.t.logLines,
    ]).toLowerCase();
  }

  test.each(FORMS)("%s: nothing that is kept, shown or logged has it", async (_form, text) => {
    for (const at of ["rcpt", "data"] as const) {
      bench.relay.mood = { at, code: at === "rcpt" ? 550 : 451, text };
      await bench.enqueue("verify_email", ADA);
      expect(await bench.t.deliverMail()).toMatchObject({ failed: 1 });
    }
    expect(bench.logged).toContain("mail given up");
    expect(bench.logged).toContain("mail not sent, will be tried again");
    const all = await kept();
    expect(all).toMatch(/550 /);
    expect(all).toMatch(/451 /);
    expect(all).not.toContain("lovelace");
    expect(all).not.toContain(Buffer.from(ADA).toString("base64").slice(0, 12).toLowerCase());

    const { answer } = await service().sendTestEmail({ to: ADA });
    expect(answer).toContain("451 ");
    expect(answer.toLowerCase()).not.toContain("lovelace");
  });

  test("the first letter and the host stay, for whoever looks for the reason", async () => {
    bench.relay.mood = { at: "rcpt", code: 550, text: `<${ADA}>: no such mailbox` };
    await bench.enqueue("verify_email", ADA);
    await bench.t.deliverMail();
    expect(await bench.outbox()).toMatchObject([
      { lastError: expect.stringContaining("550 <a***@example.com>: no such mailbox") },
    ]);
    const { mails } = await service().listOutgoingMails({});
    expect(mails).toMatchObject([{ recipient: ADA, lastError: expect.stringContaining("a***@example.com") }]);
  });

  test("what it answers to an email that it accepts is masked too", async () => {
    bench.relay.accepts = `queued for ${ADA}`;
    await bench.enqueue("verify_email", ADA);
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
    expect(await bench.outbox()).toMatchObject([{ relayAnswer: "250 queued for a***@example.com" }]);
  });
});
