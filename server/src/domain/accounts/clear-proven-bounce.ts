import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import { updateUserIfUnchanged } from "../../storage/users.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Device } from "../sessions/device.ts";

/** Who has just proven the mailbox gets emails again. Call it in the transaction of the proof. */
export async function clearProvenBounce(
  app: Pick<App, "clock" | "db" | "newId">,
  user: User,
  provenEmail: string | null,
  device: Pick<Device, "ip" | "userAgent">,
): Promise<User> {
  const { id, projectId, email } = user;
  if (user.emailBouncedAt === null || email === null || email !== provenEmail) return user;
  const none = { emailBouncedAt: null, emailBounceReason: null };
  const cleared = await updateUserIfUnchanged(app.db, { id, projectId, email }, none);
  if (!cleared) return user;
  const by = { actor: `user:${id}`, ip: device.ip, userAgent: device.userAgent };
  await recordEvent(app, { kind: "user.email_bounce_cleared", projectId, userId: id, by });
  return cleared;
}
