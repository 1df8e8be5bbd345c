import { once } from "node:events";
import { request } from "node:http";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { transact } from "../src/storage/transact.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

const MAX_RUNNING = 64;

describe.each(engines)("More calls than the server can answer, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let unblock: () => Promise<void>;

  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    unblock = async () => {};
  });
  afterEach(async () => {
    await unblock();
    await t.close();
  });

  /** Every other transaction that writes a session waits from now on. */
  async function blockWrites(): Promise<void> {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const blocking = transact(t.app, async ({ db }) => {
      if (engine.kind === "postgres") await sql`lock table sessions in exclusive mode`.execute(db);
      begin();
      await over;
    });
    await begun;
    unblock = async () => {
      end();
      await blocking;
    };
  }

  function call(method: string, request: object, signal?: AbortSignal): Promise<Response> {
    return fetch(`${t.url}/svc.auth.v1.AuthService/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": project.publishableKey },
      body: JSON.stringify(request),
      ...(signal && { signal }),
    });
  }

  const reach = (which: "running" | "waiting", count: number): Promise<boolean> =>
    vi.waitUntil(() => t.app.admission[which] === count, 60_000);

  /** Guests that wait for the database: no other call gets to it. */
  async function takeAllPlaces(): Promise<Promise<Response>[]> {
    const guests = Array.from({ length: MAX_RUNNING }, () => call("SignInAnonymously", {}));
    await reach("running", MAX_RUNNING);
    return guests;
  }

  test("those that wait too long are refused with OVERLOADED and retry-after; health checks are answered", async () => {
    await blockWrites();
    const guests = await takeAllPlaces();
    const refused = await call("SignInAnonymously", {});
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await refused.json()).toMatchObject({
      code: "unavailable",
      details: [{ debug: { reason: "OVERLOADED", metadata: { retry_after_seconds: "1" } } }],
    });
    const health = await fetch(`${t.url}/grpc.health.v1.Health/Check`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(await health.json()).toEqual({ status: "SERVING" });
    await unblock();
    for (const { status } of await Promise.all(guests)) expect(status).toBe(200);
    expect(t.app.admission.running).toBe(0);
  });

  test("a call whose caller has gone does not reach the database", async () => {
    await blockWrites();
    const guests = await takeAllPlaces();
    const caller = new AbortController();
    const gone = call("SignInAnonymously", {}, caller.signal).catch(() => "gone");
    await reach("waiting", 1);
    caller.abort();
    expect(await gone).toBe("gone");
    await vi.waitUntil(() => t.logLines.some((line) => line.includes("CANCELLED")), 60_000);
    await unblock();
    await Promise.all(guests);
    await reach("running", 0);
    const { count } = await t.app.db
      .selectFrom("users")
      .select((row) => row.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(MAX_RUNNING);
  });

  test("callers who do not send their whole body take no place from others", async () => {
    const slow = Array.from({ length: MAX_RUNNING + 1 }, () => {
      const headers = { "content-type": "application/json", "x-svc-key": project.publishableKey };
      const started = request(`${t.url}/svc.auth.v1.AuthService/RefreshToken`, { method: "POST", headers });
      started.on("error", () => {}); // it is given up in the end
      started.write('{"refreshToken":');
      return started;
    });
    await Promise.all(slow.map((started) => once(started, "socket")));
    const answers = await Promise.all(Array.from({ length: 5 }, () => call("SignInAnonymously", {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(t.app.admission.running).toBe(0);
    for (const started of slow) started.destroy();
  });
});
