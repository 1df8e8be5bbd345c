import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type MetricsServer, openMetricsPort } from "../src/http/metrics-server.ts";
import { engines } from "../src/testing/engines.ts";
import { MailBench } from "../src/testing/mail-bench.ts";

const root = join(import.meta.dirname, "../..");
const rules = readFileSync(join(root, "deploy/alerts.yaml"), "utf8");
const documented = readFileSync(join(root, "docs/operations.md"), "utf8");
const used = new Set(rules.match(/\bsvc_\w+/g));
/** Only the process that starts workers has it. */
const OF_WORKERS = "svc_worker_ends_total";

describe.each(engines)("The alert rules and the metrics of the outbox on $kind", (engine) => {
  let bench: MailBench;
  let server: MetricsServer;
  beforeEach(async () => {
    bench = await MailBench.open(engine);
    server = await openMetricsPort({ host: "127.0.0.1", port: 0 });
    server.serve(bench.t.app);
  });
  afterEach(async () => {
    await server.close();
    await bench.close();
  });

  const read = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  const metric = async (line: string) =>
    Number(
      (await read())
        .split("\n")
        .find((text) => text.startsWith(`${line} `))
        ?.slice(line.length + 1),
    );
  const queue = async (email: string) => {
    await bench.addUser(email);
    await bench.enqueue("reset_password", email);
  };

  test("every metric of a rule exists and is documented", async () => {
    await bench.t
      .auth(bench.project)
      .signIn({ email: "ada@example.com", password: "wrong" })
      .catch(() => {});
    const told = new Set((await read()).match(/^svc_\w+/gm));
    expect(used.size).toBeGreaterThan(8);
    for (const name of used) {
      if (name !== OF_WORKERS) expect(told).toContain(name);
      expect(documented).toContain(`\`${name.replace(/_count$/, "")}\``);
    }
  });

  test("attempts are counted by outcome from zero on, and emails that are given up too", async () => {
    const outcomes = async () =>
      Promise.all(
        ["accepted", "deferred", "refused"].map((outcome) =>
          metric(`svc_mail_attempts_total{outcome="${outcome}"}`),
        ),
      );
    expect([await outcomes(), await metric("svc_mail_gave_up_total")]).toEqual([[0, 0, 0], 0]);
    await queue("ada@example.com");
    bench.relay.mood = { at: "data", code: 451, text: "later" };
    await bench.t.deliverMail();
    bench.t.advance(11_000);
    bench.relay.mood = "accept";
    await bench.t.deliverMail();
    await queue("grace@example.com");
    bench.relay.mood = { at: "rcpt", code: 550, text: "no such mailbox" };
    await bench.t.deliverMail();
    expect([await outcomes(), await metric("svc_mail_gave_up_total")]).toEqual([[1, 1, 1], 1]);
    expect(await metric('svc_outbox_mails{state="gave_up"}')).toBe(1);
  });

  test("the age of the oldest email grows until it leaves", async () => {
    expect(await metric("svc_outbox_oldest_seconds")).toBe(0);
    await queue("ada@example.com");
    bench.t.advance(60_000);
    await queue("grace@example.com");
    bench.t.advance(1000);
    expect(await metric("svc_outbox_oldest_seconds")).toBe(61);
    await bench.t.deliverMail();
    expect(await metric("svc_outbox_oldest_seconds")).toBe(0);
  });
});
