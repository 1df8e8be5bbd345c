import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { engineOf } from "../../src/storage/engine.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { openDatabase } from "../../src/storage/open.ts";
import { times } from "../../src/testing/full.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { type PostgresPair, startPostgresPair } from "../../src/testing/postgres-pair.ts";
import { findPgBouncer, keepsPreparedStatements, type PgBouncer, startPgBouncer } from "./pgbouncer.ts";
import { callAt, Phones } from "./phones.ts";
import { Replicas } from "./replicas.ts";

const program = findPgBouncer();
const closers: (() => unknown)[] = [];
let pair: PostgresPair;
let url: string;
let pooler: PgBouncer;

beforeEach(async (context) => {
  if (program === undefined) notRun(context, "PgBouncer is not installed");
  pair = await startPostgresPair();
  closers.push(() => pair.stop());
  await pair.run("create database svc");
  pooler = await startPgBouncer(program, Number(new URL(pair.primary()).port));
  closers.push(() => pooler.stop());
  url = `postgres://svc@127.0.0.1:${pooler.port}/svc`;
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const harmless = { signOuts: 0, lost: 0, forked: 0, revokedAccepted: 0 };

async function startReplicas(count: number, env: Record<string, string> = {}): Promise<Replicas> {
  const replicas = await Replicas.start(url, count, env);
  closers.push(() => replicas.close());
  return replicas;
}

async function answersUnderLoad(replicas: Replicas): Promise<void> {
  const phones = new Phones(replicas.urls, replicas.publishableKey, times(8, 24));
  await sleep(times(2_000, 20_000));
  const report = await phones.end();
  process.stderr.write(`\nPgBouncer: ${JSON.stringify(report)}\n`);
  expect(report).toMatchObject({ ...harmless, failures: {} });
  expect(report.answered).toBeGreaterThan(100);
  expect(replicas.said).not.toContain("INTERNAL");
}

test("three replicas behind PgBouncer in transaction mode get their own answers", async () => {
  await answersUnderLoad(await startReplicas(3));
});

test("prepared_statements = named works, and an older PgBouncer makes it unnamed", async () => {
  const replicas = await startReplicas(3, { SVC_PREPARED_STATEMENTS: "named" });
  await answersUnderLoad(replicas);
  // Since version 1.21 PgBouncer keeps them, if max_prepared_statements says so.
  const isKept = program !== undefined && keepsPreparedStatements(program);
  const lines = replicas.said.match(/the pooler does not keep prepared statements/g) ?? [];
  expect(lines.length > 0).toBe(!isKept);
});

test("when PgBouncer leads to a standby that is behind, no call is answered from it", async () => {
  const replicas = await startReplicas(2);
  const [url = ""] = replicas.urls;
  const call = (method: string, request: object, token?: string) =>
    callAt(url, replicas.publishableKey, `AuthService/${method}`, request, token);
  const ended = (await call("SignInAnonymously", {})).body;
  await pair.caughtUp();
  await pair.pauseReplay();
  // The standby knows the session that is ended here, and not the one that begins.
  expect((await call("SignOut", { refreshToken: ended.refreshToken })).reason).toBe("");
  const begun = (await call("SignInAnonymously", {})).body;
  pooler.leadTo(Number(new URL(pair.standby()).port));
  await expect.poll(() => replicas.readiness()).toEqual([503, 503]);
  for (const { accessToken, refreshToken } of [ended, begun, ended, begun]) {
    expect((await call("GetMe", {}, accessToken)).reason).toBe("STORAGE_UNAVAILABLE");
    expect((await call("RefreshToken", { refreshToken })).reason).toBe("STORAGE_UNAVAILABLE");
  }
  pooler.leadTo(Number(new URL(pair.primary()).port));
  await expect.poll(() => replicas.readiness()).toEqual([200, 200]);
  expect((await call("GetMe", {}, begun.accessToken)).reason).toBe("");
  expect((await call("GetMe", {}, ended.accessToken)).reason).toBe("SESSION_REVOKED");
});

test("a pooler is recognised, and a direct connection is none", async () => {
  for (const [address, isPooled] of [
    [url, true],
    [pair.primary("svc"), false],
  ] as const) {
    const db = openDatabase({ kind: "postgres", url: address });
    closers.push(() => db.destroy());
    await migrate(db, 0);
    expect(await engineOf(db).hasPooler(db)).toBe(isPooled);
  }
});
