import type { App } from "../../app.ts";
import type { EventRow } from "../../storage/db.ts";
import { insertEvents } from "../../storage/events.ts";
import type { AdminCredential } from "../admins/admin-credential.ts";

/**
 * Who acted and from where: `user:<id>`, `admin:<email>`, `backend` or `system`. The administrator's credential is for
 * use cases that check it again when they commit; it is not stored.
 */
export type Actor = Readonly<{ actor: string; ip: string | null; credential?: AdminCredential | undefined }>;

/** The command line on the data directory, and jobs. */
export const systemActor: Actor = { actor: "system", ip: null };

export type NewEvent = Readonly<{
  kind: string;
  by: Actor;
  /** Null for events of the instance. */
  projectId: string | null;
  userId?: string;
  /** Details for the event log; never a secret. */
  data?: Readonly<Record<string, string | number | boolean | null>>;
}>;

/** Call it in the transaction of the change, so that neither is stored without the other. */
export function recordEvent(app: Pick<App, "clock" | "db" | "newId">, event: NewEvent): Promise<void> {
  return insertEvents(app.db, [newEvent(app, event)]);
}

export function newEvent(app: Pick<App, "clock" | "newId">, event: NewEvent): EventRow {
  return {
    id: app.newId(),
    projectId: event.projectId,
    kind: event.kind,
    at: app.clock(),
    userId: event.userId ?? null,
    actor: event.by.actor,
    ip: event.by.ip,
    data: JSON.stringify(event.data ?? {}),
  };
}
