import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { deleteOwnPushDevices } from "../../storage/push-devices.ts";
import { transact } from "../../storage/transact.ts";
import type { Project } from "../projects/project.ts";
import type { Origin } from "../sessions/device.ts";
import type { SignedIn } from "../sessions/user-of-token.ts";
import { requireDeviceId } from "./device-id.ts";
import { recordRevoked } from "./record-push-event.ts";
import { requireInstallationId } from "./registration.ts";

/** Removes the user's own devices. Ignores devices that do not exist or belong to another user. */
export async function unregisterPushDevice(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { user }: SignedIn,
  { deviceId, installationId }: { deviceId: string; installationId: string },
  origin: Origin,
): Promise<void> {
  if ((deviceId === "") === (installationId === "")) {
    throw invalidRequest("device_id", "is required unless installation_id is set; set only one of them");
  }
  const which =
    deviceId === ""
      ? { installationId: requireInstallationId(installationId) }
      : { id: requireDeviceId(deviceId) };
  const by = { actor: `user:${user.id}`, ...origin };
  await transact(app, async (app) => {
    const deleted = await deleteOwnPushDevices(app.db, project.id, user.id, which);
    for (const device of deleted) await recordRevoked(app, device, "asked_by_user", by);
  });
}
