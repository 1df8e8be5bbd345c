import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { main, node } from "../../cli/test/cli-runner.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { deleteUser } from "../src/domain/users/delete-user.ts";
import { ledgerIn } from "../src/storage/ledger-file.ts";
import { engines } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";
import { insertManyUsers } from "../src/testing/many-users.ts";
import { hasStrace, notRun } from "../src/testing/not-run.ts";
import { ServedInstance } from "./served-instance.ts";

const LONG = { timeout: 900_000 };
const DAY_MS = 86_400_000;

type Kill = Readonly<{ call: string; n: number; at: string | undefined }>;

describe.each(engines)("Erasures and kill -9, on $kind", (engine) => {
  let s: ServedInstance;
  let users: string[];
  let backup: string;
  beforeEach(async () => {
    s = await ServedInstance.create({}, engine);
    users = await addUsers(times(30, 200));
    backup = (await s.instance.backUp()).file;
  });
  afterEach(() => s.close());

  const ledger = () => ledgerIn(s.instance.config.dataDir);
  const addUsers = (count: number) =>
    s.instance.use(async (app) => {
      const facts = Array.from({ length: count }, (_, n) => ({ email: `user${n}@example.com` }));
      return (await insertManyUsers(app, s.project, facts)).map(({ id }) => id);
    });
  const written = (): string[] =>
    existsSync(ledger())
      ? [...readFileSync(ledger(), "utf8").matchAll(/"userId":"([^"]+)".*\n/g)].map(([, id]) => id ?? "")
      : [];
  const present = () =>
    s.instance.use(async ({ db }) =>
      (await db.selectFrom("users").select("id").execute()).map(({ id }) => id),
    );
  /** As a backend does it, but without a server that would copy it. */
  const erase = (id: string) =>
    s.instance.use((app) =>
      deleteUser(app, { project: s.project, by: systemActor, tellsOtherProjects: false }, id),
    );
  const serveUntil = async (isReached: () => boolean) => {
    await s.start();
    await expect.poll(isReached, { timeout: 60_000, interval: 50 }).toBe(true);
    await s.stop();
  };

  /** Runs a command that dies at the n-th of these calls, on this file if one is named. */
  const runKilled = async (
    args: readonly string[],
    { call, n, at }: Kill,
  ): Promise<NodeJS.Signals | null> => {
    const only = at === undefined ? [] : ["-P", at];
    const fault = ["-e", `trace=${call}`, "-e", `inject=${call}:signal=SIGKILL:when=${n}`];
    const { dataDir, databaseUrl = "" } = s.instance.config;
    const place = { SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl, SVC_ADDR: "127.0.0.1:0" };
    // The first of several processes would start another one. strace counts the calls of each thread.
    const env = { ...place, SVC_WORKERS: "1", UV_THREADPOOL_SIZE: "1" };
    const child = spawn("strace", ["-f", "-qq", "-o", "/dev/null", ...only, ...fault, node, main, ...args], {
      ...{ cwd: s.instance.home, env: { PATH: process.env.PATH, ...env }, stdio: "ignore", detached: true },
    });
    const tooLong = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), 120_000);
    const [, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    clearTimeout(tooLong);
    return signal;
  };

  test.for(["openat", "write", "fsync"])(
    "a server killed at the %s of an append writes the line at its next start",
    LONG,
    async (call, context) => {
      if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
      const [first = "", second = ""] = users;
      await erase(first);
      await serveUntil(() => written().includes(first));
      await erase(second);
      // The file is opened for reading before it is opened for writing.
      const n = call === "openat" ? 4 : 1;
      expect(await runKilled(["serve"], { call, n, at: ledger() })).toBe("SIGKILL");
      if (call !== "fsync") expect(written()).toEqual([first]);
      await serveUntil(() => written().includes(second));
      expect(written()).toEqual([first, second]);
    },
  );

  test("a line that was written in part only is written again", LONG, async () => {
    const [first = "", second = ""] = users;
    await erase(first);
    await erase(second);
    await serveUntil(() => written().length === 2);
    truncateSync(ledger(), readFileSync(ledger()).length - 20);
    expect(written()).toHaveLength(1);
    await serveUntil(() => written().length === 2);
    expect(new Set(written())).toEqual(new Set([first, second]));
  });

  test.for(["openat", "write", "fsync", "rename"])(
    "a server killed at the %s of the rewrite that removes old lines loses no line",
    LONG,
    async (call, context) => {
      if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
      const [first = ""] = users;
      await erase(first);
      await serveUntil(() => written().includes(first));
      const old = Date.now() - 401 * DAY_MS;
      const line = { recordedAt: old, projectId: "p", userId: "old", erasedAt: old };
      writeFileSync(ledger(), `${JSON.stringify(line)}\n${readFileSync(ledger(), "utf8")}`);
      expect(await runKilled(["serve"], { call, n: 1, at: `${ledger()}.new` })).toBe("SIGKILL");
      expect(written()).toEqual(["old", first]);
      await serveUntil(() => !written().includes("old"));
      expect(written()).toEqual([first]);
    },
  );

  test("a restore killed at any of its calls never brings an erased user back", LONG, async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    const [first = "", second = ""] = users;
    await erase(first);
    await serveUntil(() => written().includes(first));
    await erase(second); // only the database knows it
    const calls: Record<string, number> = {
      mkdir: 6,
      rename: 8,
      fsync: 30,
      fdatasync: 10,
      unlink: 8,
      pwrite64: 40,
    };
    const all = Object.entries(calls).flatMap(([call, most]) =>
      Array.from({ length: most }, (_, n): Kill => ({ call, n: n + 1, at: undefined })),
    );
    const some = Array.from({ length: times(4, 60) }, () => all[randomInt(all.length)]);
    for (const kill of [{ call: "rename", n: 1, at: undefined }, ...some]) {
      if (kill) await runKilled(["restore", backup, "--force"], kill);
      const left = await present();
      expect(left, JSON.stringify(kill)).toHaveLength(users.length - 2);
      expect(left).not.toContain(first);
      expect(left).not.toContain(second);
    }
    await s.instance.restore(backup, { force: true });
    expect(await present()).toHaveLength(users.length - 2);
  });

  test("of servers killed at random, every erasure they acknowledged is honoured", LONG, async () => {
    const erased: string[] = [];
    for (let round = 0; round < times(3, 20); round++) {
      await s.start();
      setTimeout(() => s.running.child.kill("SIGKILL"), randomInt(100, 1_500));
      for (const id of users.slice(round * 10, round * 10 + 10)) {
        const message = { userId: id };
        const answer = await s
          .call("server.v1.UserService/DeleteUser", message, { "x-svc-key": s.secretKey })
          .catch(() => undefined);
        if (answer?.status !== 200) break;
        erased.push(id);
      }
      await s.running.finished;
    }
    expect(erased.length).toBeGreaterThan(0);
    // Without a start in between: what was not copied is in the database that the restore replaces.
    await s.instance.restore(backup, { force: true });
    const left = new Set(await present());
    expect(erased.filter((id) => left.has(id))).toEqual([]);
  });
});

test("each of two replicas has the erasures of both, also after one was killed", LONG, async () => {
  const s = await ServedInstance.create({}, { kind: "postgres" });
  const other = join(s.instance.home, "other");
  const replica = s.beside(other);
  try {
    const users = await s.instance.use(async (app) =>
      (await insertManyUsers(app, s.project, [{ email: "a@example.com" }, { email: "b@example.com" }])).map(
        ({ id }) => id,
      ),
    );
    const [a = "", b = ""] = users;
    await s.start();
    await replica.start();
    const has = (folder: string, id: string) =>
      existsSync(ledgerIn(folder)) && readFileSync(ledgerIn(folder), "utf8").includes(id);
    const erase = (at: ServedInstance, userId: string) =>
      at.call("server.v1.UserService/DeleteUser", { userId }, { "x-svc-key": s.secretKey });
    const { dataDir } = s.instance.config;
    expect((await erase(s, a)).status).toBe(200);
    for (const folder of [dataDir, other]) {
      await expect.poll(() => has(folder, a), { timeout: 30_000 }).toBe(true);
    }
    replica.running.child.kill("SIGKILL");
    await replica.running.finished;
    expect((await erase(s, b)).status).toBe(200);
    await expect.poll(() => has(dataDir, b), { timeout: 30_000 }).toBe(true);
    expect(has(other, b)).toBe(false);
    await replica.start();
    await expect.poll(() => has(other, b), { timeout: 30_000 }).toBe(true);
    await replica.stop();
    await s.stop();
  } finally {
    await replica.close();
    await s.close();
  }
});
