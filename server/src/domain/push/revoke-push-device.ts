import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import {
  type DeadPushDevice,
  deleteDeadPushDevices,
  findProjectOfPushDevice,
} from "../../storage/push-devices.ts";
import { transact } from "../../storage/transact.ts";
import type { UserScope } from "../users/scope.ts";
import { requireDeviceId } from "./device-id.ts";
import { recordRevoked } from "./record-push-event.ts";

export type DeadTokenReport = {
  deviceId: string;
  token: string;
  reason: string;
  /** When the provider found the token invalid. If absent, later registrations do not count. */
  invalidSince?: Millis | undefined;
};

/**
 * Removes the device whose token the push provider reports as invalid. Does nothing if the device was registered after
 * the report, which shows that the token is valid.
 */
export async function revokePushDevice(
  app: Pick<App, "clock" | "db" | "newId">,
  scope: UserScope,
  report: DeadTokenReport,
): Promise<boolean> {
  const dead = await requireDead(app, scope, report);
  return transact(app, async (app) => {
    const deleted = await deleteDeadPushDevices(app.db, scope.project.id, dead, report.invalidSince);
    for (const device of deleted) await recordRevoked(app, device, report.reason, scope.by);
    return deleted.length > 0;
  });
}

/** An unknown token is not an error, because providers report the same token repeatedly. An unknown id is an error. */
async function requireDead(
  app: Pick<App, "db">,
  { project, tellsOtherProjects }: UserScope,
  { deviceId, token }: DeadTokenReport,
): Promise<DeadPushDevice> {
  if ((deviceId === "") === (token === "")) {
    throw invalidRequest("device_id", "is required unless token is set; set only one of them");
  }
  if (token !== "") return { tokenHash: hashToken(token) };
  const id = requireDeviceId(deviceId);
  const projectId = await findProjectOfPushDevice(app.db, id);
  if (projectId === project.id) return { id };
  if (projectId !== undefined && tellsOtherProjects) throw new AppError("WRONG_PROJECT", `device ${id}`);
  throw new AppError("NOT_FOUND", `device ${id}`, { resource: "push_device" });
}
