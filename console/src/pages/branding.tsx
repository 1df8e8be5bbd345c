import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { type ThemeRevision, ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { useProject, useProjectSlug } from "../app/current-project.ts";
import { useDiscardDraft } from "../app/draft.ts";
import { useUrlState } from "../app/url-state.ts";
import { type Saver, useVersionedForm } from "../app/versioned-form.ts";
import { Button } from "../components/button.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { branding as text, themeLabels } from "../strings/branding.ts";
import { screenNames } from "../strings/screens.ts";
import { PreviewCard } from "./branding/preview-card.tsx";
import { mailWith } from "./branding/preview-subjects.ts";
import { RevisionsCard } from "./branding/revisions-card.tsx";
import { ThemeForm } from "./branding/theme-form.tsx";
import { themeOf, valuesOf } from "./branding/theme-values.ts";

/** The name of its draft. */
const THEME_FORM = "theme";

export function BrandingPage(): ReactNode {
  const slug = useProjectSlug();
  const project = useProject();
  const query = useQuery(ThemeService.method.getTheme, { project: slug });
  // What is typed begins anew with a theme that did not come from this form.
  const [round, setRound] = useState(0);
  const discard = useDiscardDraft(THEME_FORM);
  const beginAnew = (): void => {
    discard();
    setRound(round + 1);
  };
  const { isDefault = true, etag = "" } = query.data?.revision ?? {};
  return (
    <Page
      actions={<ResetAction etag={etag} isDefault={isDefault} onReset={beginAnew} project={slug} />}
      description={text.description}
      title={screenNames.branding}
    >
      <Loaded query={project}>
        {({ project }) => (
          <Loaded query={query}>
            {({ revision }) =>
              project &&
              revision?.theme && <Editor key={`${slug} ${round}`} project={project} revision={revision} />
            }
          </Loaded>
        )}
      </Loaded>
      <RevisionsCard etag={etag} onRestored={beginAnew} project={slug} />
    </Page>
  );
}

function Editor({ project, revision }: { project: Project; revision: ThemeRevision }): ReactNode {
  const [view, setView] = useUrlState({ show: "pageVerify", scheme: "light", width: "phone" });
  const { slug } = project;
  const form = useVersionedForm(revision, ({ theme }) => valuesOf(theme), useSaveTheme(slug), {
    form: THEME_FORM,
    labels: themeLabels,
  });
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <ThemeForm
        form={form}
        onSave={() => void form.save(({ values }) => themeOf(values))}
        // The preview shows the default text of what is empty.
        onWording={(key) => setView({ show: mailWith(key) }, { replace: true })}
        project={project}
      />
      <div className="lg:sticky lg:top-5">
        <PreviewCard
          onView={(change) => setView(change, { replace: true })}
          project={slug}
          values={form.values}
          view={view}
        />
      </div>
    </div>
  );
}

/** Saves the whole theme on the version that was read. */
function useSaveTheme(project: string): Saver<ThemeRevision, ReturnType<typeof themeOf>> {
  const transport = useTransport();
  const client = useQueryClient();
  const save = useAction(ThemeService.method.updateTheme, { done: () => text.saved, failures: "inline" });
  const schema = ThemeService.method.getTheme;
  const queryKey = createConnectQueryKey({ schema, input: { project }, transport, cardinality: "finite" });
  return {
    changed: "theme",
    async send(theme, { etag }) {
      const { kind, answer } = await save.attempt({ project, theme, etag });
      if (answer)
        client.setQueryData(queryKey, (before) => before && { ...before, revision: answer.revision });
      return kind;
    },
    async reload() {
      await client.refetchQueries({ queryKey });
      return client.getQueryData(queryKey)?.revision;
    },
    isSaving: save.isRunning,
    failure: save.failure,
    reset: save.reset,
  };
}

function ResetAction({
  project,
  etag,
  isDefault,
  onReset,
}: {
  project: string;
  etag: string;
  isDefault: boolean;
  onReset: () => void;
}): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const reset = useAction(ThemeService.method.resetTheme, { done: () => text.resetDone, failures: "inline" });
  const close = (): void => {
    setAsking(false);
    reset.reset();
  };
  const confirm = async (): Promise<void> => {
    if (!(await reset.run({ project, etag }))) return;
    close();
    onReset();
  };
  return (
    <>
      <Button needs="administrator" disabled={isDefault} icon="refresh" onClick={() => setAsking(true)}>
        {text.reset}
      </Button>
      <ConfirmDialog
        action={text.reset}
        description={text.resetText}
        failure={reset.failure}
        isBusy={reset.isRunning}
        isOpen={isAsking}
        onClose={close}
        onConfirm={() => void confirm()}
        title={text.resetTitle}
      />
    </>
  );
}
