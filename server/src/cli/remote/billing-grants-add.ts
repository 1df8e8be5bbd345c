import { argument, type CommandContext, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const entitlementId = argument(context, 1);
  const expiresAt = readTime(optionalText(flags, "expiresAt"));
  const call = remoteClient(context);
  const found = await findUser(call, namedUser(context));
  const answer = await call("BillingService", "grantEntitlement", {
    ...found,
    entitlementId,
    ...(expiresAt !== undefined && { expiresAt }),
    reason: optionalText(flags, "reason"),
  });
  if (output.json) return output.printJson(answer);
  output.print(answer.grant?.id ?? "");
  output.say(`gave ${argument(context, 0)} ${entitlementId}${expiresAt ? ` until ${expiresAt}` : ""}`);
}

const TIME = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d))?$/;

function readTime(typed: string): string | undefined {
  if (typed === "") return undefined;
  const [, day] = TIME.exec(typed) ?? [];
  const time = new Date(day === undefined ? Number.NaN : typed);
  const midnight = new Date(`${day}T00:00:00Z`);
  // A 30th of February is read as a day of March, which nobody meant.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(String(day));
  if (isDay && !Number.isNaN(time.getTime())) return time.toISOString();
  throw usageFailure("--expires-at is not a time", "write 2027-01-31 or 2027-01-31T12:00:00Z");
}
