import type { App } from "../../src/app.ts";
import type { OutboxMail } from "../../src/storage/db.ts";
import type { PersonState, World, WorldParts } from "./world.ts";

/** When the queued mails that are not due are tried again. */
export const RETRY_MS = 60_000;

const TAKING_TURNS = ["reset_password", "delete_account", "invite_user", "verify_email"];

/** Guests have no links; who has no address can only ask for one. */
export function canBeMailed(purpose: string, { kind, address }: PersonState): boolean {
  return kind === "member" && (address !== "none" || purpose === "change_email");
}

/** The mails about the person that have not left when a schedule begins. */
export function queuedMails(
  app: App,
  { project, person }: World,
  { dueMails, state, turn }: WorldParts,
): OutboxMail[] {
  const others = TAKING_TURNS.filter(
    (kind, index) => dueMails.includes(kind) || index === turn % TAKING_TURNS.length,
  );
  const kinds = ["change_email", ...others].filter((kind) => canBeMailed(kind, state));
  return kinds.map((kind) => ({
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
    relayAnswer: null,
    language: null,
    endedAs: null,
    claimedUntil: null,
  };
}
