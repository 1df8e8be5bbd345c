import type { App } from "../../src/app.ts";
import type { OutboxMail } from "../../src/storage/db.ts";
import type { World, WorldParts } from "./world.ts";

/** When the queued mails that are not due are tried again. */
export const RETRY_MS = 60_000;

const TAKING_TURNS = ["reset_password", "delete_account", "invite_user", "verify_email"];

/** The mails about the person that have not left when a schedule begins. */
export function queuedMails(
  app: App,
  { project, person }: World,
  { dueMails, turn }: WorldParts,
): OutboxMail[] {
  const others = TAKING_TURNS.filter(
    (kind, index) => dueMails.includes(kind) || index === turn % TAKING_TURNS.length,
  );
  return ["change_email", ...others].map((kind) => ({
    ...queuedMail(app, kind, dueMails),
    projectId: project.id,
    recipient: kind === "change_email" ? person.newEmail : person.email,
    userId: kind === "change_email" ? person.id : null,
  }));
}

export function queuedMail(app: App, kind: string, dueMails: readonly string[]): OutboxMail {
  const now = app.clock();
  return {
    id: app.newId(),
    projectId: null,
    kind,
    recipient: "",
    userId: null,
    detail: null,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: dueMails.includes(kind) ? now : now + RETRY_MS,
    lastError: null,
    sentAt: null,
    gaveUpAt: null,
  };
}
