import type { Flags } from "../command.ts";
import { optionalText } from "../command.ts";
import type { Flag } from "../flags.ts";
import type { Output } from "../output.ts";
import { shellLine } from "../shell-line.ts";

/** The flags of a command that lists things a page at a time. */
export function pageFlags(things: string): readonly Flag[] {
  return [
    {
      name: "page-size",
      value: "number",
      about: `${things} on a page, at most 200`,
      isWholeNumber: true,
      shownDefault: "50",
    },
    { name: "page-token", value: "token", about: "the page after the one that named this token" },
  ];
}

export function pageRequest(flags: Flags): { pageSize: number; pageToken: string } {
  const { pageSize } = flags;
  return {
    pageSize: typeof pageSize === "number" ? pageSize : 0,
    pageToken: optionalText(flags, "pageToken"),
  };
}

type Filters = Readonly<Record<string, string | number | undefined>>;

/** Names the command that prints the next page, if there is one. */
export function sayMore(
  output: Output,
  nextPageToken: string,
  flags: Flags,
  command: readonly string[],
  filters: Filters = {},
): void {
  if (nextPageToken === "") return;
  const { pageSize } = pageRequest(flags);
  const line = shellLine("svc", ...command, {
    ...filters,
    "page-size": pageSize || undefined,
    "page-token": nextPageToken,
  });
  output.say(`there are more: ${line}`);
}
