import type { EventJson } from "@svc/proto/svc/admin/v1/analytics_pb";
import { jsonText } from "../json-text.ts";

export const eventHeadings = ["AT", "KIND", "ACTOR", "USER", "IP ADDRESS", "DATA", "ID"] as const;

/** An event, a cell for each heading. */
export function eventCells(event: EventJson): string[] {
  const { at = "", kind = "", actor = "", userId = "", ip = "", data = {}, id = "" } = event;
  return [at, kind, actor, userId, ip, jsonText(data), id];
}
