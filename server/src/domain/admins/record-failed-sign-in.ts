import type { App } from "../../app.ts";
import type { SecondFactor } from "../../errors.ts";
import type { Admin } from "../../storage/db.ts";
import { countSameEvents } from "../../storage/events.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Device } from "../sessions/device.ts";

const KIND = "admin.login_failed";
const HOUR_MS = 3_600_000;
/** Of addresses and passkeys that nobody has, in an hour: anyone can try as many of them as they like. */
const MOST_UNKNOWN = 100;

const unknown = { adminId: null };
const lastUnknown = { adminId: null, more: true };

/**
 * Records unknown addresses and passkeys too, at the same cost. The typed address is not stored, because it may be a password. The
 * rate limits bound the failures of an administrator.
 */
export async function recordFailedSignIn(
  app: Pick<App, "clock" | "db" | "newId">,
  admin: Admin | undefined,
  device: Device,
  method?: SecondFactor,
): Promise<void> {
  const recorded = await countSameEvents(app.db, null, {
    kind: KIND,
    data: [unknown, lastUnknown].map((data) => JSON.stringify(data)),
    from: app.clock() - HOUR_MS,
    most: MOST_UNKNOWN,
  });
  const by = { actor: "", ip: device.ip, userAgent: device.userAgent }; // nobody has proven who they are
  if (admin) {
    const data = { adminId: admin.id, email: admin.email, ...(method && { method }) };
    await recordEvent(app, { kind: KIND, projectId: null, by, data });
  } else if (recorded < MOST_UNKNOWN) {
    const data = recorded === MOST_UNKNOWN - 1 ? lastUnknown : unknown;
    await recordEvent(app, { kind: KIND, projectId: null, by, data });
  }
}
