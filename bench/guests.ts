import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { newUuidV7 } from "../server/src/crypto/uuid-v7.ts";
import { systemActor } from "../server/src/domain/analytics/record-event.ts";
import { deleteStaleGuests } from "../server/src/domain/guests/delete-stale-guests.ts";
import { createProject } from "../server/src/domain/projects/create-project.ts";
import type { Project } from "../server/src/domain/projects/project.ts";
import { createSigner } from "../server/src/domain/signing-keys/create-signer.ts";
import { createStores } from "../server/src/providers/stores.ts";
import type { Db } from "../server/src/storage/db.ts";
import { migrate } from "../server/src/storage/migrate.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Figure, Section } from "./figure.ts";

const GUESTS = 100_000;
const QUICK = 2_000;
const CHUNK = 500;
const DAY_MS = 86_400_000;
/** Of each guest. */
const EVENTS = 3;
const DOWN = "http://127.0.0.1:9";

/** The retention of guests: each has three events and two active days, which stay without the person. */
export const guests: Section = {
  about: "the deletion of stale guests by the job, with their events and statistics",
  async run({ isQuick, users = isQuick ? QUICK : GUESTS }) {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const server = await startPostgres();
    try {
      const sqlite = openDatabase({ kind: "sqlite", file: join(folder, "svc.db") });
      const postgres = openDatabase({ kind: "postgres", url: server.url("postgres") });
      return [...(await measure("SQLite", sqlite, users)), ...(await measure("PostgreSQL", postgres, users))];
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(engine: string, db: Db, count: number): Promise<Figure[]> {
  const secretBox = createSecretBox(new Uint8Array(32));
  const facts = { clock: Date.now, db, newId: () => newUuidV7(Date.now()) };
  const origins = { appStore: DOWN, appStoreRoot: undefined, playStore: DOWN, stripe: DOWN };
  const stores = createStores(origins, { clock: Date.now, monotonicMs: Date.now });
  try {
    await migrate(db, Date.now());
    const made = { ...facts, secretBox, signer: createSigner(secretBox) };
    const { project } = await createProject(made, systemActor, { name: "Bench", slug: "" });
    for (let at = 0; at < count; at += CHUNK) await addGuests(db, project, facts.newId);
    const before = performance.now();
    const settings = { ...project.settings, guestRetentionDays: 30 };
    const deleted = await deleteStaleGuests({ ...facts, stores }, { ...project, settings });
    const seconds = (performance.now() - before) / 1000;
    return [
      { name: `${engine}, stale guests deleted`, value: deleted, unit: "rows" },
      { name: `${engine}, time`, value: seconds, unit: "s" },
      { name: `${engine}, guests each second`, value: deleted / seconds, unit: "/s" },
    ];
  } finally {
    await db.destroy();
  }
}

async function addGuests(db: Db, { id: projectId }: Project, newId: () => string): Promise<void> {
  const at = Date.now() - 60 * DAY_MS;
  const day = Math.floor(at / DAY_MS);
  const ids = Array.from({ length: CHUNK }, newId);
  const users = ids.map((id) => ({
    ...{
      id,
      projectId,
      email: null,
      emailVerifiedAt: null,
      displayName: "",
      avatarUrl: "",
      passwordHash: null,
    },
    ...{ customClaims: "{}", searchText: "", guestSince: at, credentialEpoch: 0, disabledAt: null },
    ...{ createdAt: at, updatedAt: at },
  }));
  await db.insertInto("users").values(users).execute();
  const activity = { projectId, lastActiveAt: at, lastSignInAt: at, guestDay: day };
  await db
    .insertInto("userActivity")
    .values(ids.map((userId) => ({ userId, ...activity })))
    .execute();
  const facts = { projectId, at, ip: "203.0.113.7", userAgent: "Phone/1", data: "{}" };
  const events = ids.flatMap((userId) =>
    Array.from({ length: EVENTS }, () => {
      return { id: newId(), kind: "user.profile_changed", userId, actor: `user:${userId}`, ...facts };
    }),
  );
  await db.insertInto("events").values(events).execute();
  const days = ids.flatMap((userId) => ["2026-01-01", "2026-01-02"].map((date) => ({ userId, day: date })));
  await db
    .insertInto("userActiveDays")
    .values(days.map((row) => ({ projectId, gap: 30, ...row })))
    .execute();
}
