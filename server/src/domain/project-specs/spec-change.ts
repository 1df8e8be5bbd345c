import type { FieldTree } from "../projects/field-tree.ts";
import type { SettingValue } from "../projects/setting-fields.ts";

/** One line of the plan of an apply. */
export type SpecChange = {
  path: string;
  /**
   * `turned_off`: a boolean that the spec omits. `reset`: the theme, which it omits.
   * `secret_rewritten`: written again, possibly unchanged.
   */
  kind: "set" | "turned_off" | "reset" | "secret_rewritten";
  oldValue?: SettingValue | FieldTree | undefined;
  newValue?: SettingValue | undefined;
};
