import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { LOG_PAGES } from "../server/src/storage/sqlite/driver.ts";
import { hashOf, PROJECT } from "./rotation.ts";

/** The median time that this disk takes to make 4 KiB durable, in milliseconds. */
export function fsyncMs(file: string): number {
  const descriptor = openSync(file, "w");
  const page = Buffer.alloc(4_096, 1);
  const samples = Array.from({ length: 200 }, () => {
    writeSync(descriptor, page);
    const began = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - began;
  });
  closeSync(descriptor);
  rmSync(file);
  return samples.sort((a, b) => a - b)[samples.length / 2] ?? 0;
}

/**
 * The same rotation on bare node:sqlite: one of each session between a BEGIN IMMEDIATE and a COMMIT with its
 * fsync. Returns rotations per second.
 */
export function rawRotationsPerSecond(
  file: string,
  sessions: readonly string[],
  ms: number,
  synchronous: "full" | "off",
): number {
  const db = new DatabaseSync(file);
  db.exec(`pragma journal_mode=wal; pragma synchronous=${synchronous}; pragma foreign_keys=on`);
  db.exec(`pragma wal_autocheckpoint=${LOG_PAGES}`);
  const consume = db.prepare(
    "update refresh_tokens set consumed_at = ? where project_id = ? and hash = ? and consumed_at is null",
  );
  const insert = db.prepare(
    "insert into refresh_tokens (hash, project_id, session_id, created_at, expires_at, predecessor_hash) values (?, ?, ?, ?, ?, ?)",
  );
  const last = db.prepare(
    "select created_at as n from refresh_tokens where session_id = ? and consumed_at is null",
  );
  const next = sessions.map((session) => ({ session, n: Number(last.get(session)?.n) }));
  let done = 0;
  const began = performance.now();
  for (; performance.now() - began < ms; done += next.length) {
    db.exec("begin immediate");
    for (const one of next) {
      const { session, n } = one;
      consume.run(n, PROJECT, hashOf(session, n));
      insert.run(hashOf(session, n + 1), PROJECT, session, n + 1, n + 1, hashOf(session, n));
      one.n += 1;
    }
    db.exec("commit");
  }
  const seconds = (performance.now() - began) / 1_000;
  db.close();
  return done / seconds;
}
