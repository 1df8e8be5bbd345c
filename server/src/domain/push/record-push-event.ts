import type { App } from "../../app.ts";
import type { PushDevice } from "../../storage/db.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";

type EventApp = Pick<App, "clock" | "db" | "newId">;

/** Only for a device that is new to its user; apps register at every start. */
export function recordRegistered(app: EventApp, device: PushDevice, by: Actor): Promise<void> {
  return recordEvent(app, {
    kind: "push.device_registered",
    projectId: device.projectId,
    userId: device.userId,
    by,
    data: { device_id: device.id, provider: device.provider },
  });
}

/** What an administrator does stands in the audit log, too. */
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
