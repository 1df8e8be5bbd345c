import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { manyUsers as text } from "../../strings/event-words.ts";

/** What an administrator did to many users at once: "disable · done · 120 changed · email not verified". */
export function manyUsersLabel({ kind, data = {} }: Pick<Event, "kind" | "data">): string {
  if (kind === "admin.users_exported") return text.users(numberOf(data.users), data.more === true);
  if (kind === "admin.users_imported") {
    const { created, skipped, refused } = data;
    return joined([
      text.created(numberOf(created)),
      numberOf(skipped) > 0 && text.skipped(numberOf(skipped)),
      numberOf(refused) > 0 && text.refused(numberOf(refused)),
    ]);
  }
  if (!kind.startsWith("admin.users_job_")) return "";
  const { action, state, changed, failed, filters } = data;
  return joined([
    text.actions[String(action)],
    text.states[String(state)],
    changed !== undefined && text.changed(numberOf(changed)),
    numberOf(failed) > 0 && text.failed(numberOf(failed)),
    typeof filters === "string" && filtersLabel(filters),
  ]);
}

function filtersLabel(filters: string): string {
  if (filters === "") return text.all;
  return filters
    .split(", ")
    .map((filter) => text.filters[filter] ?? filter)
    .join(", ");
}

function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
