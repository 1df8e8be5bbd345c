import { withoutDirectionMarks } from "../../domain/direction-marks.ts";
import type { Owner } from "../../domain/users/owners-of.ts";

/** Whose a listed row is. People choose their names, and a name must not reverse the line that it is in. */
export function encodeOwner(owner: Owner | undefined): { userEmail: string; userDisplayName: string } {
  return {
    userEmail: owner?.email ?? "",
    userDisplayName: withoutDirectionMarks(owner?.displayName ?? ""),
  };
}
