import type { ListRecentEventsRequestJson } from "@svc/proto/svc/admin/v1/analytics_pb";
import { type CommandContext, type Flags, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { Call } from "./client.ts";
import { findUser } from "./find-user.ts";

const KIND = /^[a-z_]+(\.[a-z_]+)*(\.\*)?$/;
const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** The events that the flags ask for; the acts of administrators only, if so. */
export async function eventQuery(
  call: Call,
  { flags }: CommandContext,
  { project, isAudit }: { project: string; isAudit: boolean },
): Promise<ListRecentEventsRequestJson> {
  const kinds = kindsOf(flags, isAudit);
  const fromTime = timeOf(flags, "from");
  const toTime = timeOf(flags, "to");
  return {
    project,
    kinds: isAudit && kinds.length === 0 ? ["admin.*"] : kinds,
    userId: await userIdOf(call, project, optionalText(flags, "user").trim()),
    ...(fromTime !== undefined && { fromTime }),
    ...(toTime !== undefined && { toTime }),
  };
}

function kindsOf(flags: Flags, isAudit: boolean): string[] {
  if (flags.kind === undefined) return [];
  const kinds = optionalText(flags, "kind")
    .split(",")
    .map((kind) => kind.trim());
  const odd = kinds.find((kind) => !KIND.test(kind));
  if (odd !== undefined) {
    throw usageFailure(
      `--kind ${JSON.stringify(odd)} is not a kind of event`,
      "write one such as user.signed_in, or admin.* for all that begin with admin.",
    );
  }
  const other = isAudit ? kinds.find((kind) => !kind.startsWith("admin.")) : undefined;
  if (other !== undefined) {
    throw usageFailure(
      `${other} is not something that an administrator does: those kinds begin with admin.`,
      "svc project events <slug|id> lists every kind",
    );
  }
  return kinds;
}

/** As the contract writes it. A day begins at midnight in UTC. */
function timeOf(flags: Flags, name: "from" | "to"): string | undefined {
  if (flags[name] === undefined) return undefined;
  const typed = optionalText(flags, name).trim();
  const [, day = ""] = TIME.exec(typed) ?? [];
  const time = new Date(typed);
  // Date takes February 31 for March 3.
  if (isDay(day) && !Number.isNaN(time.getTime())) return time.toISOString();
  throw usageFailure(
    `--${name} ${JSON.stringify(typed)} is not a time`,
    "write a day, 2026-01-31, or a time with its zone, 2026-01-31T10:00:00Z",
  );
}

function isDay(day: string): boolean {
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

async function userIdOf(call: Call, project: string, typed: string): Promise<string> {
  if (!typed.includes("@")) return typed;
  return (await findUser(call, { project, email: typed })).userId;
}
