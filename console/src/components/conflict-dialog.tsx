import { lazy, type ReactNode, Suspense } from "react";
import type { ConflictQuestion } from "../app/three-way.ts";

/** Rarely needed, so it is loaded when it is. */
const ConflictChoices = lazy(async () => ({
  default: (await import("./conflict-choices.tsx")).ConflictChoices,
}));

/** Asks which version to keep of fields that two people changed. */
export function ConflictDialog(props: ConflictQuestion): ReactNode {
  return (
    <Suspense>
      <ConflictChoices {...props} />
    </Suspense>
  );
}
