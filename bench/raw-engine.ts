import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { LOG_PAGES } from "../server/src/storage/sqlite/driver.ts";
import { ATTEMPT, hashOf, PROJECT } from "./rotation.ts";

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
  const replace = db.prepare(
    `update sessions set previous_hash = token_hash, token_hash = ?, rotated_at = ?, last_used_at = ?,
       attempt_mac = ?, replay = ?, earlier_mac1 = attempt_mac, earlier_at1 = rotated_at,
       earlier_mac2 = earlier_mac1, earlier_at2 = earlier_at1
     where project_id = ? and locator_hash = ? and token_hash = ? and revoked_at is null`,
  );
  const last = db.prepare("select token_hash as hash from sessions where id = ?");
  const next = sessions.map((session) => ({
    session,
    n: Number(String(last.get(session)?.hash).slice(-12)),
  }));
  let done = 0;
  const began = performance.now();
  for (; performance.now() - began < ms; done += next.length) {
    db.exec("begin immediate");
    for (const one of next) {
      const { session, n } = one;
      replace.run(
        hashOf(session, n + 1),
        n,
        n,
        ATTEMPT.attemptMac,
        ATTEMPT.replay,
        PROJECT,
        session,
        hashOf(session, n),
      );
      one.n += 1;
    }
    db.exec("commit");
  }
  const seconds = (performance.now() - began) / 1_000;
  db.close();
  return done / seconds;
}
