import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { MailBench } from "../../server/src/testing/mail-bench.ts";
import { RemoteCli } from "./remote-cli.ts";

let bench: MailBench;
let cli: RemoteCli;
let env: Record<string, string>;

beforeAll(async () => {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  bench = await MailBench.open(sqlite);
  cli = new RemoteCli();
  env = { SVC_URL: bench.t.url, SVC_TOKEN: (await bench.t.addAdmin()).token };
  const { slug } = bench.project;
  expect(slug).toBe("demo");
});
afterAll(async () => {
  cli.close();
  await bench.close();
});

const list = (...flags: string[]) => cli.run(["instance", "mail", "list", ...flags], { env });

test("says so when no queued emails and none failed", async () => {
  expect(await list()).toEqual({ code: 0, stdout: "", stderr: "no queued or failed emails\n" });
});

test("shows what waits and what failed for good, and why, without what the relay slipped in", async () => {
  await bench.addUser("refused@example.com");
  const failed = await bench.enqueue("reset_password", "refused@example.com");
  bench.relay.mood = { at: "rcpt", code: 550, text: "no such \u001b[31mmailbox" };
  await bench.t.deliverMail();
  bench.t.advance(1000);
  await bench.addUser("waits@example.com");
  const waits = await bench.enqueue("verify_email", "waits@example.com");
  bench.relay.mood = { at: "data", code: 451, text: "greylisted" };
  await bench.t.deliverMail();

  const { code, stdout, stderr } = await list();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n").map((line) => line.split("\t"))).toEqual([
    [
      waits.id,
      "demo",
      "verify_email",
      "waits@example.com",
      "waiting",
      "1",
      "2030-01-01T00:00:11Z",
      "2030-01-01T00:00:01Z",
      expect.stringContaining("451 greylisted"),
    ],
    [
      failed.id,
      "demo",
      "reset_password",
      "refused@example.com",
      "failed 2030-01-01T00:00:00Z",
      "1",
      "never",
      "2030-01-01T00:00:00Z",
      expect.stringContaining("550 no such"),
    ],
    [""],
  ]);
  expect(stdout).not.toContain("\u001b");

  const { stdout: json } = await list("--json", "--state", "failed");
  expect(JSON.parse(json)).toMatchObject({
    mails: [{ id: failed.id, project: "demo", state: "OUTGOING_MAIL_STATE_FAILED", attempts: 1 }],
    nextPageToken: "",
  });
});

test("names the command of the next page, which keeps the filter", async () => {
  for (const name of ["one", "two"]) {
    await bench.addUser(`${name}@example.com`);
    await bench.enqueue("verify_email", `${name}@example.com`);
    bench.t.advance(1);
  }
  const first = await list("--state", "waiting", "--page-size", "2");
  expect(first.stdout.trim().split("\n")).toHaveLength(2);
  const [, next = ""] =
    /^there are more: svc (instance mail list --state waiting .*)\n$/.exec(first.stderr) ?? [];
  const second = await cli.run(next.split(" "), { env });
  expect(second.stdout).toContain("\twaits@example.com\t");
  expect(second.stderr).toBe("");
});

test("refuses a state that there is not, and a token of another list", async () => {
  const failure = (...flags: string[]) => cli.failure(["instance", "mail", "list", ...flags], env);
  expect(await failure("--state", "gone")).toEqual({
    code: 2,
    message: 'there is no state "gone"',
    hint: "--state must be waiting, failed, sent, cancelled or suppressed; omit it to list waiting and failed emails",
  });
  expect(await failure("--state", "")).toMatchObject({ code: 2, message: "--state is empty" });
  expect(await failure("--page-token", "made-up")).toMatchObject({
    code: 2,
    message: "page_token is not a token of this list",
  });
});

test("mail status and doctor say that the relay fails, and mail retry tries again", async () => {
  const status = () => cli.run(["instance", "mail", "status"], { env });
  const relayCheck = async () => {
    const { stdout } = await cli.run(["doctor", "--json"], { env });
    const { checks } = JSON.parse(stdout) as { checks: { id: string; status: string; seen: string }[] };
    return checks.find(({ id }) => id === "mail_relay");
  };
  await bench.addUser("late@example.com");
  await bench.enqueue("reset_password", "late@example.com");
  bench.relay.mood = { at: "data", code: 451, text: "greylisted" };
  for (let n = 0; n < 5; n++) {
    bench.t.advance(180_000);
    await bench.t.deliverMail();
  }
  expect((await status()).stdout).toMatch(/mail server\tfailing since 2030/);
  expect(await relayCheck()).toMatchObject({
    status: "failure",
    seen: expect.stringMatching(/attempts\), \d emails? waits?; last answer: .*451 greylisted/),
  });

  bench.relay.mood = "accept";
  expect((await cli.run(["instance", "mail", "retry"], { env })).stderr).toMatch(
    /^trying \d emails? again\n$/,
  );
  await bench.t.deliverMail();
  expect((await status()).stdout).toMatch(/^mail server\tok\n/);
  expect((await relayCheck())?.status).toBe("ok");
  expect((await list("--state", "sent")).stdout).toContain("late@example.com");
  const idle = await cli.run(["instance", "mail", "retry"], { env });
  expect(idle).toMatchObject({ code: 0, stderr: "no emails wait, or they are being sent now\n" });
});

test("cancels an email after a question, tries one that failed again, and says what was left", async () => {
  await bench.addUser("odd@example.com");
  const { id } = await bench.enqueue("verify_email", "odd@example.com");
  const mail = (...words: string[]) => cli.run(["instance", "mail", ...words], { env });
  expect(await mail("cancel", id)).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
  const odd = await mail("cancel", id, "no-such-mail", "--yes");
  expect(odd).toMatchObject({ code: 0, stdout: "" });
  expect(odd.stderr).toContain("no-such-mail was not cancelled: there is no such email, or not any more");
  expect(odd.stderr).toContain("cancelled 1 email\n");
  const listed = await list("--state", "cancelled", "--project", "demo", "--to", "ODD@example.com");
  expect(listed.stdout).toMatch(new RegExp(`^${id}\t.*\tcancelled 20\\d\\d-`));
  expect((await list("--state", "cancelled", "--to", "nobody@example.com")).stderr).toContain(
    "no emails cancelled",
  );
  expect(JSON.parse((await mail("cancel", id, "--yes", "--json")).stdout)).toEqual({
    mails: 0,
    left: [{ id, why: "not_waiting" }],
  });

  bench.relay.mood = "accept";
  expect((await mail("retry", id)).stderr).toBe("trying 1 email again\n");
  await bench.t.deliverMail();
  expect((await list("--state", "sent")).stdout).toContain("odd@example.com");
});

test("marks an address as bouncing, lists it, shows why emails to it are suppressed, and clears it", async () => {
  const user = (...words: string[]) => cli.run(["user", ...words, "--project", "demo"], { env });
  const marked = await user("bounce", "mark", "odd@example.com", "--reason", "mailbox closed");
  expect(marked.stderr).toContain("marked the address of user odd@example.com as bouncing");
  const again = await user("bounce", "mark", "odd@example.com", "--reason", "mailbox closed", "--json");
  expect(JSON.parse(again.stdout).user).toMatchObject({ emailBounces: true });
  expect((await user("list", "--bouncing")).stdout).toContain("odd@example.com");
  expect((await user("list", "--not-bouncing")).stdout).not.toContain("odd@example.com");
  expect((await user("get", "odd@example.com")).stdout).toMatch(/^bounces\tmailbox closed$/m);
  await bench.enqueue("reset_password", "odd@example.com");
  await bench.t.deliverMail();
  expect((await list("--state", "suppressed")).stdout).toContain("the address bounces: mailbox closed");
  const cleared = await user("bounce", "clear", "odd@example.com", "--json");
  expect(JSON.parse(cleared.stdout).user).toMatchObject({ emailBounces: false });
});
