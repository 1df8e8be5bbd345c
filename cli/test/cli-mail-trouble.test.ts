import { createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { enqueueMail } from "../../server/src/domain/mail/enqueue-mail.ts";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { TestRelay } from "../../server/src/testing/smtp.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { RemoteCli } from "./remote-cli.ts";

/** Only the limits that these tests reach are short: on a busy machine another one would end the attempt first. */
const QUICK = { connectionMs: 10_000, greetingMs: 300, socketMs: 1_500, mailMs: 10_000 };
const HOUR = 3_600_000;

let cli: RemoteCli;
let t: TestApp;
let project: Project;
let env: Record<string, string>;
const relays: TestRelay[] = [];

beforeAll(() => {
  cli = new RemoteCli();
});
afterAll(() => cli.close());
afterEach(async () => {
  await t.close();
  await Promise.all(relays.splice(0).map((relay) => relay.down()));
});

const relayWith = async (...options: Parameters<typeof TestRelay.start>): Promise<TestRelay> => {
  const relay = await TestRelay.start(...options);
  relays.push(relay);
  return relay;
};

/** A server whose emails go to this port, with one email in its outbox. */
async function open({ port }: { port: number }): Promise<void> {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  const smtp = { host: "127.0.0.1", port, from: "auth@example.com" };
  t = await TestApp.open(sqlite, { smtp, smtpTimeouts: QUICK });
  ({ project } = await t.addProject("Demo"));
  env = { SVC_URL: t.url, SVC_TOKEN: (await t.addAdmin()).token };
  await enqueueMail(t.app, project.id, { kind: "password_changed", recipient: "ada@users.example" });
}

/** What `svc instance mail list` and `status` say; the console shows the answers of the same two methods. */
async function said(state = ""): Promise<{ list: string; status: string }> {
  const flags = state === "" ? [] : ["--state", state];
  const { stdout: list } = await cli.run(["instance", "mail", "list", ...flags], { env });
  const { stdout: status } = await cli.run(["instance", "mail", "status"], { env });
  return { list, status };
}

test("greylisting: the email waits with the relay's words, and is sent when it is let in", async () => {
  const relay = await relayWith();
  await open(relay.settings);
  relay.mood = { at: "rcpt", code: 450, text: "4.7.1 greylisted, try again later" };
  expect(await t.deliverMail()).toMatchObject({ failed: 1 });
  expect((await said()).list).toMatch(/waiting\t1\t.*greylisted, try again later/);
  relay.mood = "accept";
  t.advance(10_000);
  expect(await t.deliverMail()).toMatchObject({ sent: 1 });
  expect(relay.mails).toHaveLength(1);
  expect((await said()).list).toBe("");
  const { list, status } = await said("sent");
  expect(list).toMatch(/password_changed\tada@users\.example\tsent/);
  expect(status).toMatch(/^mail server\s+ok$/m);
});

test("a dead relay: the status says since when, and after 48 hours the email has failed", async () => {
  const relay = await relayWith();
  await open(relay.settings);
  await relay.down();
  await t.deliverMail();
  t.advance(10_000);
  await t.deliverMail();
  const waiting = await said();
  expect(waiting.list).toMatch(/waiting\t2\t.*ECONNREFUSED/);
  expect(waiting.status).toMatch(/^mail server\s+failing since 2030-01-01T00:00:00Z$/m);
  t.advance(48 * HOUR);
  await t.deliverMail();
  expect((await said("failed")).list).toMatch(/failed .*ECONNREFUSED/);
});

test("a relay that takes the email and says nothing: the attempt ends, and the email waits", async () => {
  const relay = await relayWith();
  await open(relay.settings);
  relay.mood = "hang";
  expect(await t.deliverMail()).toMatchObject({ failed: 1 });
  expect((await said()).list).toMatch(/waiting\t1\t.*(timeout|closed)/i);
});

test("a relay that never greets: the attempt ends, and the email waits", async () => {
  const silent = await new Promise<Server>((resolve) => {
    const server = createServer(() => {}).listen(0, "127.0.0.1", () => resolve(server));
  });
  const address = silent.address();
  await open({ port: typeof address === "object" && address !== null ? address.port : 0 });
  expect(await t.deliverMail()).toMatchObject({ failed: 1 });
  expect((await said()).list).toMatch(/waiting\t1\t.*greeting/i);
  silent.close();
});

test("a relay that demands STARTTLS gets the email encrypted", async () => {
  const relay = await relayWith({
    onMailFrom: (_address, { secure }, done) =>
      done(
        secure ? null : Object.assign(new Error("5.7.0 Must issue STARTTLS first"), { responseCode: 530 }),
      ),
  });
  await open(relay.settings);
  expect(await t.deliverMail()).toMatchObject({ sent: 1 });
  expect(relay.mails).toMatchObject([{ isEncrypted: true }]);
  expect((await said("sent")).list).toContain("ada@users.example");
});

test("a relay that speaks TLS alone on another port than 465: the email waits, and the reason is shown", async () => {
  const relay = await relayWith({ secure: true });
  await open(relay.settings);
  expect(await t.deliverMail()).toMatchObject({ failed: 1 });
  expect((await said()).list).toMatch(/waiting\t1\t.*greeting/i);
  expect(relay.mails).toEqual([]);
});
