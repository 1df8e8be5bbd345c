import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createScheduler } from "../jobs/scheduler.ts";
import { createService } from "../service.ts";
import { openDatabase } from "../storage/open.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";
import { createListener } from "./listener.ts";
import { type MetricsServer, openMetricsPort } from "./metrics-server.ts";

const PASSWORD = "a long enough password";

describe.each(engines)("/metrics on $kind", (engine) => {
  let t: TestApp;
  let server: MetricsServer;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    server = await openMetricsPort({ host: "127.0.0.1", port: 0 });
    server.serve(t.app);
  });
  afterEach(async () => {
    await server.close();
    await t.close();
  });

  const read = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  const valueAt = async (line: string) =>
    (await read())
      .split("\n")
      .find((text) => text.startsWith(`${line} `))
      ?.slice(line.length + 1);

  test("counts calls by method, status and reason, and gives unknown methods one name", async () => {
    const { project } = await t.addProject();
    await t.addUser(project, "ada@example.com", PASSWORD);
    await t
      .auth(project)
      .signIn({ email: "ada@example.com", password: "wrong password" })
      .catch(() => {});
    for (const name of ["A", "B"]) {
      await fetch(`${t.url}/svc.auth.v1.AuthService/No${name}`, { method: "POST", body: "{}" });
    }
    const count = (labels: string) => valueAt(`svc_rpc_seconds_count{${labels}}`);
    expect(await count('method="svc.auth.v1.AuthService/SignUp",status="ok",reason=""')).toBe("1");
    expect(
      await count(
        'method="svc.auth.v1.AuthService/SignIn",status="unauthenticated",reason="INVALID_CREDENTIALS"',
      ),
    ).toBe("1");
    expect(await count('method="unknown",status="unimplemented",reason="UNIMPLEMENTED"')).toBe("2");
  });

  test("counts refreshes that were repeated and tokens that were reused", async () => {
    const { project } = await t.addProject();
    const { refreshToken } = await t.addUser(project, "ada@example.com", PASSWORD);
    const attempt = { refreshToken, attemptId: "a".repeat(32) };
    await t.auth(project).refreshToken(attempt);
    await t.auth(project).refreshToken(attempt);
    expect(await valueAt("svc_refresh_repeated_total")).toBe("1");
    expect(await valueAt("svc_refresh_reused_total")).toBe("0");
    await t
      .auth(project)
      .refreshToken({ refreshToken })
      .catch(() => {});
    expect(await valueAt("svc_refresh_reused_total")).toBe("1");
  });

  test("tells of the database, the outbox, the queue of hashes, the event loop and backups", async () => {
    const { project } = await t.addProject();
    await t.addUser(project, "ada@example.com", PASSWORD); // its mail waits
    const text = await read();
    expect(text).toMatch(/^svc_database_up 1$/m);
    expect(text).toMatch(/^svc_database_seconds [\d.e-]+$/m);
    expect(text).toMatch(/^svc_database_bytes [1-9]\d+$/m);
    expect(text).toMatch(/^svc_outbox_mails\{state="waiting"\} 1$/m);
    expect(text).toMatch(/^svc_outbox_mails\{state="gave_up"\} 0$/m);
    expect(text).toMatch(/^svc_hash_queue\{state="waiting"\} 0$/m);
    expect(text).toMatch(/^svc_event_loop_delay_seconds\{quantile="0.99"\} [\d.e-]+$/m);
    expect(text).toMatch(/^svc_backup_failures 0$/m);
    expect(text).not.toMatch(/^svc_backup_last_success_seconds /m); // there was none
  });

  test("tells how jobs ended", async () => {
    const jobs = createScheduler(t.app);
    jobs.start([
      { name: "good", everyMs: 1e9, run: async () => {} },
      { name: "bad", everyMs: 1e9, run: () => Promise.reject(new Error("no")) },
    ]);
    await jobs.stop();
    expect(await valueAt('svc_job_seconds_count{job="good",outcome="done"}')).toBe("1");
    expect(await valueAt('svc_job_seconds_count{job="bad",outcome="failed"}')).toBe("1");
  });

  test("/readyz says READY, and not on the port of the metrics", async () => {
    const answer = await fetch(`${t.url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "READY" }]);
    expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(404);
    expect((await fetch(`${t.url}/metrics`)).status).toBe(404);
  });
});

describe("without its database the server", () => {
  const nobody = openDatabase({ kind: "postgres", url: "postgres://svc@127.0.0.1:9/svc" });
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engines[0] ?? expect.fail("no engine"));
  });
  afterEach(async () => {
    await t.close();
    await nobody.destroy();
  });

  test("tells its metrics, and that it is alive but not ready", async () => {
    const app = { ...t.app, db: nobody };
    const metrics = await openMetricsPort({ host: "127.0.0.1", port: 0 });
    metrics.serve(app);
    const listener = createListener();
    const port = await listener.listen({ host: "127.0.0.1", port: 0 });
    listener.serve(createService(app, { reflection: false, trustedProxies: [] }).handle);
    const read = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
    expect([read.status, (await read.text()).match(/^svc_(database_up|outbox_mails).*/gm)]).toEqual([
      200,
      ["svc_database_up 0"],
    ]);
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "NOT_READY", problem: "database" }]);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await metrics.close();
    await listener.drain();
  });
});
