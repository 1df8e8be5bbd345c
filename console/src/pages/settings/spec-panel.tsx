import { useQuery } from "@connectrpc/connect-query";
import type {
  ApplyProjectSpecResponse,
  GetProjectSpecResponse,
} from "@svc/proto/svc/admin/v1/project_spec_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { type ReactNode, useRef, useState } from "react";
import type { Failure } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { useProjectSlug } from "../../app/current-project.ts";
import { saveFile } from "../../app/save-file.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { LeaveGuard } from "../../components/leave-guard.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RestoredNotice } from "../../components/restored-notice.tsx";
import { Allowed } from "../../components/rights.tsx";
import { SecretOnce } from "../../components/secret-once.tsx";
import { settings as text } from "../../strings/settings.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { SpecEditor } from "./spec-editor.tsx";
import { offsetOf, placeOf, type SpecPlace, withSuggestion } from "./spec-place.ts";
import { countOf, SpecPlan } from "./spec-plan.tsx";
import { type ReloadSpec, useSpecDraft } from "./use-spec-draft.tsx";

/** The project as text: change it, see what that would do, do it. */
export function SpecPanel(): ReactNode {
  const project = useProjectSlug();
  const query = useQuery(ProjectService.method.getProjectSpec, { project });
  return (
    <Loaded query={query}>
      {(spec) => <Spec key={project} onReload={query.refetch} project={project} spec={spec} />}
    </Loaded>
  );
}

function Spec({
  project,
  spec,
  onReload,
}: {
  project: string;
  spec: GetProjectSpecResponse;
  onReload: ReloadSpec;
}): ReactNode {
  const { draft, value, change, plan, dropPlan, makePlan, isPlanning, failure, dialog } = useSpecDraft(
    project,
    spec,
    onReload,
  );
  const [created, setCreated] = useState<{ slug: string; secretKey: string }>();
  const area = useRef<HTMLTextAreaElement>(null);
  const goTo = (place: SpecPlace): void => {
    const start = offsetOf(value, place);
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(start, start + place.key.length);
    // The editor is as high as its text; the number of the line is what can be scrolled to.
    area.current?.parentElement?.querySelectorAll("li")[place.line - 1]?.scrollIntoView({ block: "center" });
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <Card
        actions={
          <EditorActions
            isDirty={draft.isDirty}
            onRestart={() => change(undefined)}
            project={project}
            value={value}
          />
        }
        description={<Description project={project} />}
        title={text.editor}
      >
        {draft.isDirty && draft.isRestored && <RestoredNotice />}
        <SpecEditor onChange={change} ref={area} troubledLine={placeOf(failure)?.line ?? 0} value={value} />
      </Card>
      <Allowed needs="administrator">
        <PlanCard
          failure={failure && <SpecFailure failure={failure} onChange={change} onGo={goTo} value={value} />}
          isPlanning={isPlanning}
          onApplied={(answer) => {
            change(undefined);
            if (answer.secretKey)
              setCreated({ slug: answer.project?.slug ?? "", secretKey: answer.secretKey });
          }}
          onPlan={() => void makePlan()}
          onStale={dropPlan}
          plan={plan}
          project={project}
          specYaml={value}
        />
      </Allowed>
      <LeaveGuard isDirty={draft.isDirty} onDiscard={draft.discard} />
      {dialog}
      <Dialog
        isOpen={created !== undefined}
        onClose={() => setCreated(undefined)}
        title={text.secretTitle(created?.slug ?? "")}
      >
        {created && <SecretOnce label={text.secretKey} secret={created.secretKey} />}
      </Dialog>
    </div>
  );
}

function Description({ project }: { project: string }): ReactNode {
  return (
    <>
      {text.yamlText} <code className="font-mono">svc project apply -f {project}.yaml</code>
    </>
  );
}

function EditorActions({
  value,
  project,
  isDirty,
  onRestart,
}: {
  value: string;
  project: string;
  isDirty: boolean;
  onRestart: () => void;
}): ReactNode {
  const download = (): void => saveFile(`${project}.yaml`, value, "application/yaml");
  return (
    <div className="flex flex-wrap gap-2">
      {isDirty && (
        <Button variant="ghost" onClick={onRestart}>
          {text.restart}
        </Button>
      )}
      <Button icon="down" onClick={download}>
        {text.download}
      </Button>
    </div>
  );
}

/** What is wrong and where, with the ways to get there and to mend it. */
function SpecFailure({
  failure,
  value,
  onGo,
  onChange,
}: {
  failure: Failure;
  value: string;
  onGo: (place: SpecPlace) => void;
  onChange: (value: string) => void;
}): ReactNode {
  const place = placeOf(failure);
  if (!place) return <ErrorNotice failure={failure} />;
  const mended = withSuggestion(value, place);
  const where = text.atPlace(String(place.line), String(place.column));
  const what = `${failure.field}: ${failure.more?.problem ?? failure.text}`;
  return (
    <div className="space-y-2">
      <ErrorNotice failure={{ ...failure, text: `${where}. ${what}` }} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onGo(place)}>{text.goThere}</Button>
        {mended !== undefined && (
          <Button icon="check" onClick={() => onChange(mended)}>
            {text.replaceBy(place.suggestion)}
          </Button>
        )}
      </div>
    </div>
  );
}

function PlanCard({
  plan,
  failure,
  project,
  specYaml,
  isPlanning,
  onPlan,
  onApplied,
  onStale,
}: {
  plan: ApplyProjectSpecResponse | undefined;
  failure: ReactNode;
  project: string;
  specYaml: string;
  isPlanning: boolean;
  onPlan: () => void;
  onApplied: (answer: ApplyProjectSpecResponse) => void;
  /** The project is not any more as the plan says. */
  onStale: () => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const [stale, setStale] = useState<Failure>();
  const apply = useAction(ProjectService.method.applyProjectSpec, {
    done: (answer) =>
      answer.created ? text.created(answer.project?.slug ?? "") : text.applied(countOf(answer)),
    failures: "inline",
  });
  const close = (): void => {
    setAsking(false);
    apply.reset();
  };
  const confirm = async (): Promise<void> => {
    const outcome = await apply.attempt({ specYaml, etag: plan?.etag ?? "" });
    if (outcome.kind === "failed") return;
    close();
    if (outcome.kind === "saved") return onApplied(outcome.answer);
    setStale(outcome.failure);
    onStale();
  };
  return (
    <div className="lg:sticky lg:top-5">
      <Card title={text.planTitle}>
        <div aria-live="polite">
          {plan && <SpecPlan plan={plan} />}
          {!plan && <p className="text-muted">{failure ? text.planFailed : text.planFirst}</p>}
        </div>
        {failure}
        {stale && !plan && <ErrorNotice failure={stale} />}
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isPlanning} variant={plan ? "secondary" : "primary"} onClick={onPlan}>
            {text.plan}
          </Button>
          {plan && plan.changes.length > 0 && (
            <Button variant="primary" onClick={() => setAsking(true)}>
              {countOf(plan) === 0 ? text.applyNone : text.apply(countOf(plan))}
            </Button>
          )}
        </div>
      </Card>
      {plan && (
        <ApplyDialog
          failure={apply.failure}
          isBusy={apply.isRunning}
          isOpen={isAsking}
          onClose={close}
          onConfirm={() => void confirm()}
          plan={plan}
          project={project}
        />
      )}
    </div>
  );
}
