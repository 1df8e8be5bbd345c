import type { App } from "../../app.ts";
import { transact } from "../../storage/transact.ts";
import { keepUser } from "../../storage/users.ts";
import type { EventData } from "../analytics/event-kinds.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "./device.ts";

/**
 * Records a sign-in that failed, of nobody who is signed in. The user may have been erased since they were read: then
 * nothing in the event leads to them. Addresses that nobody has are recorded at the same cost.
 */
export function recordFailedSignIn(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id">,
  userId: string | undefined,
  data: EventData<"user.sign_in_failed">,
  device: Device,
): Promise<void> {
  return transact(app, async (app) => {
    const isThere = (await keepUser(app.db, project.id, userId ?? "")) !== undefined;
    const isErased = userId !== undefined && !isThere;
    const origin = isErased ? { ip: null, userAgent: null } : { ip: device.ip, userAgent: device.userAgent };
    await recordEvent(app, {
      kind: "user.sign_in_failed",
      projectId: project.id,
      by: { actor: "", ...origin },
      data,
      ...(isThere && userId !== undefined && { userId }),
    });
  });
}
