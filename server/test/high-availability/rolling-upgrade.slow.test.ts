import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { main } from "../../../cli/test/cli-runner.ts";
import { newPostgresDatabase } from "../../src/testing/engines.ts";
import { isFull } from "../../src/testing/full.ts";
import { notRun } from "../../src/testing/not-run.ts";
import { oldRelease } from "./old-release.ts";
import { Phones } from "./phones.ts";
import { Replicas } from "./replicas.ts";

const PHONES = 24;
const CALM_MS = 3_000;

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test.runIf(isFull)("a rolling upgrade from 0.1.0 under load signs nobody out", async (context) => {
  const old = oldRelease("0.1.0") ?? notRun(context, "the history does not have 0.1.0");
  closers.push(() => old.remove());
  const databaseUrl = await newPostgresDatabase();
  const replicas = await Replicas.start(databaseUrl, 3, {}, old.main);
  closers.push(() => replicas.close());
  replicas.program = main;
  const plan = () => replicas.command(databaseUrl, "", "migrate", "--plan", "--json").then(JSON.parse);
  expect(await plan()).toMatchObject({
    pending: [
      { name: "0023-session-tokens", locks: ["migrations", "sessions"] },
      { name: "0024-opening-attempts", locks: ["sessions"] },
      { name: "0025-activity", locks: ["users"] },
    ],
  });

  const phones = new Phones(replicas.urls, replicas.publishableKey, PHONES);
  await sleep(CALM_MS);
  for (const n of [0, 1, 2]) {
    await replicas.restart(n, "SIGTERM", databaseUrl);
    await sleep(CALM_MS); // both versions side by side
  }
  await replicas.command(databaseUrl, "", "migrate", "--finish");
  await sleep(CALM_MS);
  const report = await phones.end();

  process.stderr.write(`\nrolling upgrade: ${JSON.stringify(report)}\n`);
  expect(report).toMatchObject({ signOuts: 0, lost: 0, forked: 0, revokedAccepted: 0 });
  expect(report.failures.INTERNAL ?? 0).toBe(0);
  expect(report.longestGapMs).toBeLessThan(1_000);
  expect(await plan()).toMatchObject({ pending: [], finish: [] });
});
