import type { App } from "../../app.ts";
import type { PushDevice } from "../../storage/db.ts";
import { listEvents } from "../../storage/events.ts";
import { lockPushTokenReads } from "../../storage/push-devices.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";

type EventApp = Pick<App, "clock" | "db" | "newId">;

const TOKENS_READ = "push.tokens_read";
const HOUR_MS = 3_600_000;

/** Call it only for a device that is new to its user, because apps register at every start. */
export function recordRegistered(app: EventApp, device: PushDevice, by: Actor): Promise<void> {
  return recordEvent(app, {
    kind: "push.device_registered",
    projectId: device.projectId,
    userId: device.userId,
    by,
    data: { device_id: device.id, provider: device.provider },
  });
}

/** Actions of an administrator are recorded in the audit log too. */
export async function recordRevoked(
  app: EventApp,
  device: PushDevice,
  reason: string,
  by: Actor,
): Promise<void> {
  const { id, projectId, userId, provider } = device;
  const about = { projectId, userId, by, data: { device_id: id, provider, reason } };
  await recordEvent(app, { kind: "push.device_revoked", ...about });
  if (by.actor.startsWith("admin:")) {
    await recordEvent(app, { kind: "admin.push_device_revoked", ...about });
  }
}

/** Records at most once an hour per project, because a backend reads tokens whenever it sends. */
export async function recordTokensRead(app: EventApp, projectId: string, by: Actor): Promise<void> {
  if (await wasRecorded(app, projectId)) return;
  await transact(app, async (app) => {
    await lockPushTokenReads(app.db, projectId);
    if (await wasRecorded(app, projectId)) return;
    await recordEvent(app, { kind: TOKENS_READ, projectId, by });
  });
}

async function wasRecorded(app: Pick<App, "clock" | "db">, projectId: string): Promise<boolean> {
  const lastHour = { kind: TOKENS_READ, from: app.clock() - HOUR_MS + 1 };
  return (await listEvents(app.db, projectId, lastHour, undefined, 1)).length > 0;
}
