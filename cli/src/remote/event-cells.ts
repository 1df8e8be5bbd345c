import type { EventJson, EventUserJson } from "@svc/proto/svc/admin/v1/analytics_pb";
import { jsonText } from "../json-text.ts";

export const eventHeadings = [
  "AT",
  "KIND",
  "ACTOR",
  "USER",
  "IP ADDRESS",
  "DATA",
  "ID",
  "USER ID",
  "DEVICE",
] as const;

const LONGEST_DEVICE = 40;

/** An event, a cell for each heading. */
export function eventCells(event: EventJson): string[] {
  const { at = "", kind = "", userId = "", ip = "", userAgent = "", id = "" } = event;
  return [
    at,
    kind,
    actorOf(event),
    personOf(event.user),
    ip,
    dataText(event),
    id,
    userId,
    userAgent.slice(0, LONGEST_DEVICE),
  ];
}

/** The user who acts on their own account is named in the column of the user. */
function actorOf({ actor = "", userId = "" }: EventJson): string {
  return actor !== "" && actor === `user:${userId}` ? "user" : actor;
}

function personOf(user: EventUserJson | undefined): string {
  if (user === undefined) return "";
  if (user.deleted) return "Deleted user";
  return user.email || user.displayName || (user.guest ? "Guest" : "");
}

/** What changed as `field: old -> new`, and the rest as JSON. */
function dataText({ data = {}, mailState }: EventJson): string {
  const { changes, ...rest } = data as Record<string, unknown>;
  const lines = Array.isArray(changes) ? changes.map(changeText) : [];
  const mail = mailState && MAIL_STATES[mailState];
  if (mail) lines.push(`email ${mail}`);
  const others = Object.keys(rest).length > 0 || lines.length === 0 ? [jsonText(rest)] : [];
  return [...lines, ...others].join("; ");
}

const MAIL_STATES: Readonly<Record<NonNullable<EventJson["mailState"]>, string>> = {
  OUTGOING_MAIL_STATE_UNSPECIFIED: "",
  OUTGOING_MAIL_STATE_WAITING: "queued",
  OUTGOING_MAIL_STATE_FAILED: "failed",
  OUTGOING_MAIL_STATE_SENT: "sent",
  OUTGOING_MAIL_STATE_CANCELLED: "cancelled",
  OUTGOING_MAIL_STATE_SUPPRESSED: "suppressed",
};

function changeText(change: { field?: string; old?: unknown; new?: unknown; masked?: boolean }): string {
  const value = (given: unknown): string => (given === undefined ? "nothing" : jsonText(given));
  if (change.masked) return `${change.field}: changed`;
  return `${change.field}: ${value(change.old)} -> ${value(change.new)}`;
}
