import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { newUuidV7 } from "../server/src/crypto/uuid-v7.ts";
import { systemActor } from "../server/src/domain/analytics/record-event.ts";
import { applySnapshot } from "../server/src/domain/billing/apply-snapshot.ts";
import { billingAccountOf } from "../server/src/domain/billing/billing-account.ts";
import { entitlementsOf } from "../server/src/domain/billing/entitlements-of.ts";
import { receiveNotification } from "../server/src/domain/billing/receive-notification.ts";
import type { NewNotification } from "../server/src/domain/billing/store-adapter.ts";
import { createProject } from "../server/src/domain/projects/create-project.ts";
import { updateProject } from "../server/src/domain/projects/update-project.ts";
import { createSigner } from "../server/src/domain/signing-keys/create-signer.ts";
import { createStores } from "../server/src/providers/stores.ts";
import { createLog } from "../server/src/runtime/log.ts";
import type { Db } from "../server/src/storage/db.ts";
import { migrate } from "../server/src/storage/migrate.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import { paidMonth, SELLING } from "../server/src/testing/billing.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import type { Figure, Section } from "./figure.ts";
import { addUsers } from "./many-users.ts";

const CALLERS = 64;
const ROUND_MS = 3_000;
const QUICK_MS = 300;
const USERS = 5_000;
const NOWHERE = "http://127.0.0.1:9";

/** What happens when all stores send notifications at once, and what an entitlement check costs. */
export const billing: Section = {
  about: `notifications stored durably, snapshots applied and entitlements read per second, ${CALLERS} callers, both engines`,
  async run({ isQuick }) {
    const folder = mkdtempSync(join(tmpdir(), "svc-bench-"));
    const server = await startPostgres({ isDurable: true });
    const roundMs = isQuick ? QUICK_MS : ROUND_MS;
    try {
      const sqlite = openDatabase({ kind: "sqlite", file: join(folder, "svc.db") });
      const postgres = openDatabase({ kind: "postgres", url: server.url("postgres") });
      return [
        ...(await measure("SQLite", sqlite, roundMs)),
        ...(await measure("PostgreSQL", postgres, roundMs)),
      ];
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function measure(engine: string, db: Db, roundMs: number): Promise<Figure[]> {
  try {
    await migrate(db, Date.now());
    const app = appFor(db);
    const { project: made } = await createProject(app, systemActor, { name: "Bench", slug: "" });
    const project = await updateProject(app, systemActor, made.id, { settings: { billing: SELLING } });
    await addUsers(app, project.id, [0, USERS], { passwordHash: () => null });
    const users = await db.selectFrom("users").select("id").limit(CALLERS).execute();
    const tokens = await Promise.all(
      users.map(async ({ id }) => (await billingAccountOf(app, project, id)).purchaseToken),
    );
    const stored = await perSecond(roundMs, () =>
      receiveNotification(app, project, "app_store", anyNotification()),
    );
    const applied = await perSecond(roundMs, (caller) => {
      const told = { subjectKey: randomUUID(), accountToken: tokens[caller] ?? null };
      return applySnapshot(app, project, paidMonth(Date.now(), told));
    });
    // From here on each has what they buy in practice: one or two, not what the round before gave them.
    await db.deleteFrom("subscriptions").execute();
    for (const accountToken of tokens) {
      await applySnapshot(app, project, paidMonth(Date.now(), { subjectKey: randomUUID(), accountToken }));
    }
    const read = await perSecond(roundMs, (caller) => entitlementsOf(app, project, users[caller]?.id ?? ""));
    return [
      { name: `${engine}, notifications stored`, value: stored, unit: "1/s" },
      { name: `${engine}, snapshots of new subscriptions applied`, value: applied, unit: "1/s" },
      { name: `${engine}, entitlements read`, value: read, unit: "1/s" },
    ];
  } finally {
    await db.destroy();
  }
}

function appFor(db: Db) {
  const secretBox = createSecretBox(new Uint8Array(32));
  const times = { clock: Date.now, monotonicMs: () => performance.now() };
  return {
    ...{ baseUrl: NOWHERE, clock: Date.now, db, newId: () => newUuidV7(Date.now()), secretBox },
    configuredSmtp: undefined,
    signer: createSigner(secretBox),
    log: createLog({ logFormat: "json", logIp: "full" }, Date.now, () => {}),
    wakeInboxJob: () => {},
    stores: createStores(
      { appStore: NOWHERE, appStoreRoot: undefined, playStore: NOWHERE, stripe: NOWHERE },
      times,
    ),
  };
}

function anyNotification(): NewNotification {
  return {
    notificationId: randomUUID(),
    environment: "production",
    type: "DID_RENEW",
    subtype: "",
    subjectKey: randomUUID(),
    // As long as the signed data of Apple's that is kept.
    payload: "x".repeat(8_000),
    occurredAt: Date.now(),
  };
}

/** How often all callers together do it, one after the other each. */
async function perSecond(ms: number, work: (caller: number) => Promise<unknown>): Promise<number> {
  const end = performance.now() + ms;
  let count = 0;
  const begun = performance.now();
  const caller = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      await work(number);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)));
  return count / ((performance.now() - begun) / 1000);
}
