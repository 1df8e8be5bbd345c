import type { Flags } from "../command.ts";
import { usageFailure } from "../failure.ts";

/** What two switches say that mean yes and no; undefined when neither is given. */
export function eitherFlag(
  flags: Flags,
  yes: readonly [key: string, flag: string],
  no: readonly [key: string, flag: string],
): boolean | undefined {
  const [isYes, isNo] = [flags[yes[0]] === true, flags[no[0]] === true];
  if (isYes && isNo) throw usageFailure(`${yes[1]} and ${no[1]} cannot be combined`, "pass only one of them");
  return isYes || isNo ? isYes : undefined;
}
