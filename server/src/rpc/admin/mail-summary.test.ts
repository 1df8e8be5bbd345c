import { timestampMs } from "@bufbuild/protobuf/wkt";
import { InstanceSettingsService, OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { MailBench } from "../../testing/mail-bench.ts";

const MINUTE = 60_000;

describe.each(engines)("The state of outgoing mail on $kind", (engine) => {
  let bench: MailBench;
  let token: string;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
    ({ token } = await bench.t.addAdmin());
  });
  afterEach(() => bench.close());

  const instance = () => bench.t.client(InstanceSettingsService, { authorization: `Bearer ${token}` });
  const relay = async () => (await instance().getInstance({})).mailRelay;
  const queue = async (address: string) => {
    await bench.addUser(address);
    await bench.enqueue("reset_password", address);
  };
  const deliverAfter = (ms: number) => {
    bench.t.advance(ms);
    return bench.t.deliverMail();
  };

  test("a relay fails from the second attempt until it accepts an email", async () => {
    await queue("ada@example.com");
    const queuedAt = bench.t.app.clock();
    expect(await relay()).toMatchObject({ failing: false, failures: 0, waiting: 1 });

    bench.relay.mood = { at: "data", code: 451, text: "not now, <ada@example.com>" };
    await deliverAfter(1000);
    expect(await relay()).toMatchObject({ failing: false, failures: 1 });
    await deliverAfter(11_000);
    const failing = await relay();
    expect(failing).toMatchObject({ failing: true, failures: 2, waiting: 1 });
    expect(failing?.lastFailure).toContain("451 not now");
    expect(failing?.lastFailure).not.toContain("ada@");
    expect(failing?.failingSince && timestampMs(failing.failingSince)).toBe(queuedAt + 1000);
    expect(failing?.lastFailureAt && timestampMs(failing.lastFailureAt)).toBe(queuedAt + 12_000);
    expect(failing?.oldestWaitingAt && timestampMs(failing.oldestWaitingAt)).toBe(queuedAt);

    bench.relay.mood = "accept";
    await deliverAfter(31_000);
    expect(await relay()).toMatchObject({ failing: false, failures: 0, waiting: 0, lastFailure: "" });
  });

  test("a recipient who is refused does not make the relay fail, and new settings are not blamed", async () => {
    await queue("ada@example.com");
    bench.relay.mood = { at: "rcpt", code: 550, text: "no such mailbox" };
    await deliverAfter(1000);
    expect(await relay()).toMatchObject({ failing: false, failures: 0 });

    await queue("eve@example.com");
    bench.relay.mood = { at: "data", code: 451, text: "later" };
    await deliverAfter(1000);
    expect(await relay()).toMatchObject({ failures: 1 });
    await instance().setSmtp({ host: "mx.example.com", fromAddress: "auth@example.com" });
    expect(await relay()).toMatchObject({ failures: 0 });
  });

  test("counts what waits, was sent, failed and was suppressed, for each project", async () => {
    await queue("sent@example.com");
    await bench.enqueue("reset_password", "nobody@example.com");
    await bench.t.deliverMail();
    await queue("refused@example.com");
    bench.relay.mood = { at: "rcpt", code: 550, text: "no" };
    await bench.t.deliverMail();
    await queue("waits@example.com");
    const auth = bench.t.auth(bench.project);
    for (let n = 0; n < 6; n++) await auth.requestPasswordReset({ email: "eve@example.com" });
    const { projects } = await instance().getMailSummary({});
    // Nobody has the third address: that email was not needed, and not sent.
    expect(projects).toMatchObject([{ project: bench.project.slug, sent: 1, failed: 1 }]);
    const [counts] = projects;
    expect((counts?.waiting ?? 0) + (counts?.suppressed ?? 0)).toBe(7);
    expect(counts?.suppressed).toBeGreaterThan(0);
  });

  test("sent emails are listed on request, with the relay's answer", async () => {
    await queue("ada@example.com");
    await bench.enqueue("reset_password", "nobody@example.com");
    await bench.t.deliverMail();
    const state = OutgoingMailState.SENT;
    const { mails } = await instance().listOutgoingMails({ state });
    expect(mails).toMatchObject([{ recipient: "ada@example.com", state, lastError: "" }]);
    expect(mails[0]?.answer).toMatch(/^250 /);
    expect(mails[0]?.sentAt && timestampMs(mails[0].sentAt)).toBe(bench.t.app.clock());
    expect((await instance().listOutgoingMails({})).mails).toEqual([]);
  });

  test("waiting emails are tried again on request, however late their next attempt", async () => {
    await queue("ada@example.com");
    bench.relay.mood = { at: "data", code: 451, text: "later" };
    await bench.t.deliverMail();
    for (let n = 0; n < 4; n++) await deliverAfter(3 * MINUTE);
    bench.relay.mood = "accept";
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 0 });
    expect(await instance().retryOutgoingMails({})).toMatchObject({ mails: 1 });
    expect(await bench.t.deliverMail()).toMatchObject({ sent: 1 });
  });
});
