import { toJson, toJsonString } from "@bufbuild/protobuf";
import { type Event, EventSchema } from "@svc/proto/svc/admin/v1/analytics_pb";
import { events as text } from "../../strings/events.ts";

/** Who did it: an administrator by address, the user, the backend, the server. */
export function actorLabel({ actor, userId }: Pick<Event, "actor" | "userId">): string {
  if (actor.startsWith("admin:")) return actor.slice("admin:".length);
  if (actor.startsWith("user:")) return actor === `user:${userId}` ? text.actors.user : actor.slice(5);
  if (actor === "backend" || actor === "system") return text.actors[actor];
  return actor || text.actors.unknown;
}

/** The colour of its dot: red for events that an administrator may want to investigate. */
export function dotOf(kind: string): string {
  if (/failed|reuse|gave_up|disabled|deleted|detached|undone/.test(kind)) return "bg-danger";
  return kind.startsWith("admin.") ? "bg-accent" : "bg-ok";
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
