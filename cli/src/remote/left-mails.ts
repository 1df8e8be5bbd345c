import type { LeftMailJson } from "@svc/proto/svc/admin/v1/instance_pb";
import type { CommandContext } from "../command.ts";

const REASONS: Readonly<Record<string, string>> = {
  unknown: "there is no such email, or not any more",
  being_sent: "it is being sent at the moment",
  sent: "it was sent, or is not needed any more",
  not_waiting: "it does not wait: it failed, or was cancelled or suppressed",
  not_repeatable: "the user has to ask for it again",
};

/** Says of each email that was named and left as it is why. */
export function warnOfLeftMails(
  output: CommandContext["output"],
  left: readonly LeftMailJson[] = [],
  what: string,
): void {
  for (const { id = "", why = "" } of left) output.warn(`${id} was not ${what}: ${REASONS[why] ?? why}`);
}
