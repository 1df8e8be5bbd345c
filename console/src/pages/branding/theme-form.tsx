import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import type { VersionedForm } from "../../app/versioned-form.ts";
import { Button } from "../../components/button.tsx";
import { ConflictDialog } from "../../components/conflict-dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { Card } from "../../components/page.tsx";
import { RestoredNotice } from "../../components/restored-notice.tsx";
import { useMay } from "../../components/rights.tsx";
import { SectionNav } from "../../components/section-nav.tsx";
import { branding as text } from "../../strings/branding.ts";
import { common } from "../../strings/common.ts";
import { withColourNames } from "./colour-failure.ts";
import { ColourFields } from "./colour-fields.tsx";
import { ShapeFields } from "./shape-fields.tsx";
import { AboutFields, WordingFields } from "./text-fields.tsx";
import type { ThemeValues } from "./theme-values.ts";

/** The whole theme, saved as one. The bar to save stays in sight. */
export function ThemeForm({
  project,
  form,
  onSave,
  onWording,
}: {
  project: Project;
  form: Omit<VersionedForm<unknown, ThemeValues, unknown>, "save">;
  onSave: () => void;
  /** The email whose wording is being changed: `verify_email`. */
  onWording: (key: string) => void;
}): ReactNode {
  const { values, change, isDirty, isSaving, isRestored, failure, conflict, discard } = form;
  const isAllowed = useMay()("administrator");
  const fields = { values, change, failure };
  return (
    <form
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isSaving) onSave();
      }}
    >
      <SectionNav
        label={text.sections}
        sections={[
          { id: "colours", title: text.colours },
          { id: "shape", title: text.shape },
          { id: "about", title: text.about },
          { id: "wording", title: text.wording },
        ]}
      />
      <fieldset className="form-fields m-0 min-w-0 space-y-5 border-0 p-0" disabled={!isAllowed}>
        <Card description={text.coloursText} id="colours" title={text.colours}>
          <ColourFields {...fields} />
        </Card>
        <Card id="shape" title={text.shape}>
          <ShapeFields {...fields} project={project.slug} />
        </Card>
        <Card id="about" title={text.about}>
          <AboutFields {...fields} projectName={project.name} />
        </Card>
        <Card description={text.wordingText} id="wording" title={text.wording}>
          <WordingFields {...fields} onChoose={onWording} />
        </Card>
      </fieldset>
      {(isDirty || failure) && (
        <div className="sticky bottom-4 z-20 space-y-3 rounded-xl bg-raised p-3 shadow-float">
          {failure && <ErrorNotice failure={withColourNames(failure)} />}
          {isDirty && isRestored && <RestoredNotice />}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p className="mr-auto text-xs text-muted max-sm:sr-only" role="status">
              {text.saveNote}
            </p>
            <Button disabled={isSaving} variant="ghost" onClick={discard}>
              {common.discard}
            </Button>
            <Button disabled={!isDirty} isBusy={isSaving} variant="primary" type="submit">
              {common.save}
            </Button>
          </div>
        </div>
      )}
      <LeaveGuard isDirty={isDirty} onDiscard={discard} />
      {conflict && <ConflictDialog {...conflict} />}
    </form>
  );
}
