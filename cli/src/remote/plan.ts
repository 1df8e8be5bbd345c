import type { ApplyProjectSpecResponseJson, SpecChangeJson } from "@svc/proto/svc/admin/v1/project_spec_pb";
import type { Colour, Output } from "../output.ts";

const LONGEST_VALUE = 80;

/** A secret that is written again is no change: it would be one on every apply. */
export function realChanges(changes: readonly SpecChangeJson[]): SpecChangeJson[] {
  return changes.filter(({ kind }) => kind !== "SPEC_CHANGE_KIND_SECRET_REWRITTEN");
}

/** One line for each field: mark, path, and what happens to it. */
export function printPlan(output: Output, { created, changes = [] }: ApplyProjectSpecResponseJson): void {
  const lines = changes.map((change) => describe(change, created === true));
  output.printFields(
    lines.map(({ cells }) => cells),
    lines.map(({ colour }) => colour),
  );
}

type Line = Readonly<{ cells: readonly [mark: string, path: string, what: string]; colour: Colour }>;

function describe({ path = "", oldValue = "", newValue = "", kind }: SpecChangeJson, isNew: boolean): Line {
  switch (kind) {
    case "SPEC_CHANGE_KIND_TURNED_OFF":
      return {
        cells: ["-", path, `${oldValue} -> ${newValue || "false"} (turned off by omission)`],
        colour: "red",
      };
    case "SPEC_CHANGE_KIND_RESET":
      return { cells: ["-", path, "reset to the default by omission"], colour: "red" };
    case "SPEC_CHANGE_KIND_SECRET_REWRITTEN":
      return { cells: ["*", path, "rewritten"], colour: "bold" };
    default:
      return isNew || oldValue === ""
        ? { cells: ["+", path, shortened(newValue)], colour: "green" }
        : { cells: ["~", path, `${shortened(oldValue)} -> ${shortened(newValue)}`], colour: "yellow" };
  }
}

function shortened(value: string): string {
  return value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}...` : value;
}
