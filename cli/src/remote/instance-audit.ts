import type { CommandContext } from "../command.ts";
import { listEvents } from "./list-events.ts";

/** Events without a project are the instance's own. */
export function run(context: CommandContext): Promise<void> {
  return listEvents(context, ["instance", "audit"], { project: "", isAudit: true });
}
