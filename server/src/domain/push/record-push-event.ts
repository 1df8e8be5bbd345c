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

export function recordRevoked(app: EventApp, device: PushDevice, reason: string, by: Actor): Promise<void> {
  return recordEvent(app, {
    kind: "push.device_revoked",
    projectId: device.projectId,
    userId: device.userId,
    by,
    data: { device_id: device.id, provider: device.provider, reason },
  });
}
