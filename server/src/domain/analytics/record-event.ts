import type { App } from "../../app.ts";
import type { EventRow } from "../../storage/db.ts";
import { insertEvents } from "../../storage/events.ts";
import type { AdminCredential } from "../admins/admin-credential.ts";
import type { Right } from "../admins/rights.ts";
import { holdRight } from "../admins/rights-of-admin.ts";
import type { EventData, EventKind, ExactData } from "./event-kinds.ts";

/**
 * Who acted and from where: `user:<id>`, `admin:<email>`, `backend` or `system`. The administrator's credential is for
 * use cases that check it again when they commit; it is not stored.
 */
export type Actor = Readonly<{
  actor: string;
  ip: string | null;
  userAgent?: string | null;
  credential?: AdminCredential | undefined;
  /** What an administrator was allowed to do. It is checked again when the event is recorded. */
  right?: Right | undefined;
}>;

/** The command line on the data directory, and jobs. */
export const systemActor: Actor = { actor: "system", ip: null };

export type NewEvent<K extends EventKind = EventKind> = Readonly<{
  kind: K;
  by: Actor;
  /** Null for events of the instance. */
  projectId: string | null;
  userId?: string;
  data?: EventData<K>;
}>;

/**
 * Call it in the transaction of the change, so that neither is stored without the other, and nothing is changed by an
 * administrator whose role was taken away meanwhile.
 */
export function recordEvent<K extends EventKind, D extends EventData<K>>(
  app: Pick<App, "clock" | "db" | "newId">,
  event: NewEvent<K> & { data?: ExactData<K, D> },
): Promise<void> {
  const { credential, right } = event.by;
  if (!credential || !right) return insertEvents(app.db, [newEvent(app, event)]);
  return holdRight(app, credential, right).then(() => insertEvents(app.db, [newEvent(app, event)]));
}

export function newEvent<K extends EventKind>(
  app: Pick<App, "clock" | "newId">,
  event: NewEvent<K>,
): EventRow {
  return {
    id: app.newId(),
    projectId: event.projectId,
    kind: event.kind,
    at: app.clock(),
    userId: event.userId ?? null,
    actor: event.by.actor,
    ip: event.by.ip,
    data: JSON.stringify(event.data ?? {}),
    userAgent: event.by.userAgent || null,
  };
}
