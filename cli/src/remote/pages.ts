import { asTyped, type CommandContext, type Flags, optionalText } from "../command.ts";
import type { Flag } from "../flags.ts";
import { shellLine } from "../shell-line.ts";

/** The flags of a list that comes a page at a time. */
export function pageFlags(things: string): readonly Flag[] {
  return [
    {
      name: "page-size",
      value: "number",
      about: `${things} on a page, at most 200`,
      isWholeNumber: true,
      shownDefault: "50",
    },
    { name: "page-token", value: "token", about: "page token from the previous response" },
  ];
}

export function pageOf(flags: Flags): { pageSize: number; pageToken: string } {
  const { pageSize } = flags;
  return {
    pageSize: typeof pageSize === "number" ? pageSize : 0,
    pageToken: optionalText(flags, "pageToken"),
  };
}

/** Says what to type for the next page, if there is one: the same command with the token. */
export function sayMore(
  { flags, output }: Pick<CommandContext, "flags" | "output">,
  command: readonly string[],
  nextPageToken = "",
  why = "there are more",
): void {
  if (nextPageToken === "") return;
  const typed = Object.entries(flags).filter(([name]) => name !== "pageToken" && name !== "json");
  const again = Object.fromEntries(typed.map(([name, value]) => [asTyped(name), value]));
  const line = shellLine("svc", ...command, { ...again, "page-token": nextPageToken });
  output.say(`${why}: ${line}`);
}
