import { afterEach, beforeEach, expect, test } from "vitest";
import { Cli } from "../../cli/test/cli-runner.ts";
import { openDatabase } from "../src/storage/open.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

/** Starts a server with these settings, sends it so many unknown keys and returns the statuses, each with its number. */
async function sendUnknownKeys(times: number, settings: Record<string, string>) {
  const server = cli.start(["serve", "--addr", "127.0.0.1:0"], settings);
  const [, port] = await server.says(/listening {2}http:\/\/\S+:(\d+)/);
  const statuses: Record<number, number> = {};
  for (let i = 0; i < times; i++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/svc.auth.v1.AuthService/GetMe`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": "pk_nonsense" },
      body: "{}",
    });
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  server.child.kill("SIGTERM");
  await server.finished;
  return statuses;
}

test("svc serve has limits as documented, unless they are switched off", async () => {
  expect(await sendUnknownKeys(302, {})).toEqual({ 401: 300, 429: 2 });
  expect(await sendUnknownKeys(302, { SVC_RATE_LIMITS: "off" })).toEqual({ 401: 302 });
});

test("svc serve on PostgreSQL counts addresses there, together with its replicas", async () => {
  const url = await newPostgresDatabase();
  await sendUnknownKeys(10, { SVC_DATABASE_URL: url });
  const db = openDatabase({ kind: "postgres", url });
  const rows = await db.selectFrom("rateLimits").selectAll().execute();
  await db.destroy();
  expect(rows).toMatchObject([{ count: 10 }]);
});
