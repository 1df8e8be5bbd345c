import type { Sentence } from "@svc/proto/svc/admin/v1/wording_pb";
import type { ReactNode } from "react";
import { problemOf } from "../../api/failure.ts";
import type { VersionedForm } from "../../app/versioned-form.ts";
import { Button } from "../../components/button.tsx";
import { ConflictDialog } from "../../components/conflict-dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { Card } from "../../components/page.tsx";
import { RestoredNotice } from "../../components/restored-notice.tsx";
import { useMay } from "../../components/rights.tsx";
import { common } from "../../strings/common.ts";
import { wording as text } from "../../strings/wording.ts";
import { SentenceField } from "./sentence-field.tsx";

/** Own texts by the key of their sentence. */
export type Texts = Readonly<Record<string, string>>;

/** The sentences of one email or page. Saving saves what was typed for the others of the language, too. */
export function WordingForm({
  sentences,
  language,
  form,
  onSave,
}: {
  sentences: readonly Sentence[];
  language: string;
  form: Omit<VersionedForm<unknown, Texts, unknown>, "save">;
  onSave: () => void;
}): ReactNode {
  const { values, change, isDirty, isSaving, isRestored, failure, conflict, discard } = form;
  const isAllowed = useMay()("administrator");
  const own = sentences.filter(({ key }) => values[key]);
  return (
    <form
      className="space-y-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isDirty && !isSaving) onSave();
      }}
    >
      <fieldset className="form-fields m-0 min-w-0 border-0 p-0" disabled={!isAllowed}>
        <Card
          actions={
            <Button
              disabled={own.length === 0}
              icon="refresh"
              needs="administrator"
              onClick={() => change(Object.fromEntries(own.map(({ key }) => [key, ""])))}
            >
              {text.reset}
            </Button>
          }
          description={text.textsText}
          title={text.texts}
        >
          {sentences.map((sentence) => (
            <SentenceField
              key={sentence.key}
              language={language}
              onChange={(typed) => change({ [sentence.key]: typed })}
              problem={problemOf(failure, `wording.${language}.${sentence.key}`)}
              sentence={sentence}
              value={values[sentence.key] ?? ""}
            />
          ))}
        </Card>
      </fieldset>
      {(isDirty || failure) && (
        <div className="sticky bottom-4 z-20 space-y-3 rounded-xl bg-raised p-3 shadow-float">
          {failure && <ErrorNotice failure={failure} />}
          {isDirty && isRestored && <RestoredNotice />}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p className="mr-auto text-xs text-muted max-sm:sr-only" role="status">
              {text.saveNote}
            </p>
            <Button disabled={isSaving} onClick={discard} variant="ghost">
              {common.discard}
            </Button>
            <Button disabled={!isDirty} isBusy={isSaving} type="submit" variant="primary">
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
