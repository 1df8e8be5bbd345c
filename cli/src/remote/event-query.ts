import type { ListRecentEventsRequestJson } from "@svc/proto/svc/admin/v1/analytics_pb";
import { type CommandContext, type Flags, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { Call } from "./client.ts";
import { findUser } from "./find-user.ts";
import { givenTime } from "./given-time.ts";

const KIND = /^[a-z_]+(\.[a-z_]+)*(\.\*)?$/;

/** The events that the flags ask for; the acts of administrators only, if so. */
export async function eventQuery(
  call: Call,
  { flags }: CommandContext,
  { project, isAudit }: { project: string; isAudit: boolean },
): Promise<ListRecentEventsRequestJson> {
  const kinds = kindsOf(flags, isAudit);
  const fromTime = givenTime(flags, "from");
  const toTime = givenTime(flags, "to");
  return {
    project,
    kinds: isAudit && kinds.length === 0 ? ["admin.*"] : kinds,
    admin: givenText(flags, "admin").trim(),
    ip: givenText(flags, "ip").trim(),
    onePerAct: true,
    userId: await userIdOf(call, project, givenText(flags, "user").trim()),
    ...(fromTime !== undefined && { fromTime }),
    ...(toTime !== undefined && { toTime }),
  };
}

function kindsOf(flags: Flags, isAudit: boolean): string[] {
  if (flags.kind === undefined) return [];
  const kinds = givenText(flags, "kind")
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
      `${other} is not an administrator event: those kinds begin with admin.`,
      "svc project events <slug|id> lists every kind",
    );
  }
  return kinds;
}

async function userIdOf(call: Call, project: string, typed: string): Promise<string> {
  if (!typed.includes("@")) return typed;
  return (await findUser(call, { project, email: typed })).userId;
}
