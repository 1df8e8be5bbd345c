import { asTyped, type Flags, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";

const TIME = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** The time that a flag names, as the contract writes it; undefined when it is left out. A day begins at midnight in UTC. */
export function givenTime(flags: Flags, name: string): string | undefined {
  if (flags[name] === undefined) return undefined;
  const typed = givenText(flags, name).trim();
  const [, day = ""] = TIME.exec(typed) ?? [];
  // Date takes February 31 for March 3.
  const time = isoOf(day)?.startsWith(day) ? isoOf(typed) : undefined;
  if (time !== undefined) return time;
  throw usageFailure(
    `--${asTyped(name)} ${JSON.stringify(typed)} is not a time`,
    "write a day, 2030-01-31, or a time with its zone, 2030-01-31T10:00:00Z",
  );
}

/** Undefined for what is no time, or none of the years 0001 to 9999, which are all that the contract knows. */
function isoOf(text: string): string | undefined {
  const time = new Date(text);
  const iso = Number.isNaN(time.getTime()) ? "" : time.toISOString();
  return /^(?!0000)\d{4}-/.test(iso) ? iso : undefined;
}
