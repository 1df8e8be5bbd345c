import type { ReactNode } from "react";
import type { Failure } from "../api/failure.ts";
import type { ConflictQuestion } from "../app/three-way.ts";
import { common } from "../strings/common.ts";
import { Button } from "./button.tsx";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { Card } from "./page.tsx";
import { RestoredNotice } from "./restored-notice.tsx";
import { type Needs, useMay } from "./rights.tsx";

/** A card that is a form of its own: it is saved by itself, and says when something is not saved yet. */
export function FormCard({
  title,
  description,
  actions,
  isDirty,
  isSaving,
  isRestored = false,
  conflict,
  failure,
  onSave,
  onDiscard,
  children,
  needs = "administrator",
}: {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  isDirty: boolean;
  isSaving: boolean;
  /** What is not saved comes from before a reload or a sign-in. */
  isRestored?: boolean;
  conflict?: ConflictQuestion | undefined;
  failure: Failure | undefined;
  onSave: () => void;
  onDiscard: () => void;
  children: ReactNode;
  /** Who does not have this role can read it only. */
  needs?: Needs;
}): ReactNode {
  const isAllowed = useMay()(needs);
  return (
    <Card actions={actions} description={description} isFlush title={title}>
      <form
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isAllowed && isDirty && !isSaving) onSave();
        }}
      >
        <fieldset className="form-fields m-0 min-w-0 space-y-5 border-0 p-4" disabled={!isAllowed}>
          {isDirty && isRestored && <RestoredNotice />}
          {children}
          {failure && <ErrorNotice failure={failure} />}
        </fieldset>
        {isAllowed && (
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-4 py-2.5">
            <p className="mr-auto text-xs text-muted" role="status">
              {isDirty && common.unsaved}
            </p>
            {isDirty && (
              <Button disabled={isSaving} variant="ghost" onClick={onDiscard}>
                {common.discard}
              </Button>
            )}
            <Button disabled={!isDirty} isBusy={isSaving} variant="primary" type="submit">
              {common.save}
            </Button>
          </footer>
        )}
      </form>
      <LeaveGuard isDirty={isDirty} onDiscard={onDiscard} />
      {conflict && <ConflictDialog {...conflict} />}
    </Card>
  );
}
