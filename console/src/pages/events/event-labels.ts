import { toJson, toJsonString } from "@bufbuild/protobuf";
import { type Event, EventSchema } from "@svc/proto/svc/admin/v1/analytics_pb";
import { OutgoingMailState } from "@svc/proto/svc/admin/v1/instance_pb";
import { signInFailures } from "../../strings/event-words.ts";
import { detailName, eventName, events as text } from "../../strings/events.ts";
import { withoutDirectionMarks } from "../users/user-labels.ts";
import { manyUsersLabel } from "./many-users-label.ts";

type Who = Pick<Event, "actor" | "userId" | "user">;

/** Who did it: an administrator by address, the user, the backend, the server. */
export function actorLabel({ actor, userId }: Who): string {
  if (actor.startsWith("admin:")) return actor.slice("admin:".length);
  if (actor.startsWith("user:")) return actor === `user:${userId}` ? text.actors.user : actor.slice(5);
  if (actor === "backend" || actor === "system") return text.actors[actor];
  return actor || text.actors.unknown;
}

/** The person it is about, by address or name. Empty when it is about nobody. */
export function personLabel({ user }: Who): string {
  if (!user) return "";
  if (user.deleted) return text.deletedUser;
  const name = user.email || withoutDirectionMarks(user.displayName);
  return name || (user.guest ? text.guest : text.noName);
}

/** On a narrow screen: the person, and who did it unless that was the person. */
export function peopleLabel(event: Event): string {
  const person = personLabel(event);
  const isOwn = event.actor === `user:${event.userId}` || (person !== "" && event.actor === "");
  const actor = isOwn ? "" : actorLabel(event);
  return [person, actor].filter((name) => name !== "").join(" · ");
}

/** What happened: "Sign-in failed: wrong password". */
export function eventLabel(event: Pick<Event, "kind" | "data" | "userId">): string {
  const name = eventName(event.kind);
  const why = event.kind === "user.sign_in_failed" ? failureLabel(event) : "";
  return why === "" ? name : `${name}: ${why}`;
}

/** A wrong password, a wrong code and a rejected token are told apart by the method. An address that nobody has leaves no user. */
function failureLabel({ data, userId }: Pick<Event, "data" | "userId">): string {
  if (typeof data?.reason === "string") return signInFailures.reasons[data.reason] ?? data.reason;
  if (typeof data?.method !== "string") return "";
  const wrongCode = signInFailures.wrongCodes[data.method];
  if (wrongCode !== undefined) return wrongCode;
  if (data.method !== "password") return signInFailures.tokenRejected(detailName(data.method));
  return userId === "" ? signInFailures.unknownEmail : signInFailures.wrongPassword;
}

/** How or why, unless the label says it. */
function detailOf({ kind, data }: Event): unknown {
  if (kind !== "user.sign_in_failed") return data?.method ?? data?.factor ?? data?.provider ?? data?.reason;
  return data?.reason !== undefined && data.method !== "password" ? data.method : undefined;
}

/** More about what happened: how, why, and what became of the email. */
export function detailLabel(event: Event): string {
  const { kind, data, mailState } = event;
  const detail = detailOf(event);
  const subject = kind.startsWith("admin.") ? (data?.name ?? data?.email ?? data?.host) : undefined;
  return [
    typeof subject === "string" ? withoutDirectionMarks(subject) : "",
    typeof detail === "string" ? detailName(detail) : "",
    kind === "user.recovery_code_used" ? text.codesLeft(Number(data?.left ?? 0)) : "",
    kind === "admin.role_changed" ? `${data?.before} → ${data?.after}` : "",
    kind === "admin.login_failed" && data?.adminId === null ? text.unknownAddress : "",
    manyUsersLabel(event),
    kind === "admin.login_failed" && data?.more === true ? text.moreFailures : "",
    mailLabel(mailState),
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function mailLabel(state: OutgoingMailState): string {
  if (state === OutgoingMailState.WAITING) return text.mailStates.waiting;
  if (state === OutgoingMailState.SENT) return text.mailStates.sent;
  if (state === OutgoingMailState.CANCELLED) return text.mailStates.cancelled;
  if (state === OutgoingMailState.SUPPRESSED) return text.mailStates.suppressed;
  return state === OutgoingMailState.FAILED ? text.mailStates.failed : "";
}

/** The colour of its dot: red for events that an administrator may want to investigate. */
export function dotOf({ kind, actor }: Pick<Event, "kind" | "actor">): string {
  if (/failed|reuse|gave_up|disabled|deleted|detached|undone/.test(kind)) return "bg-danger";
  return actor.startsWith("admin:") ? "bg-accent" : "bg-ok";
}

export function eventJson(event: Event): string {
  return toJsonString(EventSchema, event, { prettySpaces: 2 });
}

export function eventsJson(events: readonly Event[]): string {
  return JSON.stringify(
    events.map((event) => toJson(EventSchema, event)),
    null,
    2,
  );
}
