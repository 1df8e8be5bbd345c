import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { Theme } from "@svc/proto/svc/auth/v1/theme_pb";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { useProject, useProjectSlug } from "../app/current-project.ts";
import { useDraft } from "../app/draft.ts";
import { useUrlState } from "../app/url-state.ts";
import { Button } from "../components/button.tsx";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { branding as text } from "../strings/branding.ts";
import { screenNames } from "../strings/screens.ts";
import { PreviewCard } from "./branding/preview-card.tsx";
import { mailWith } from "./branding/preview-subjects.ts";
import { RevisionsCard } from "./branding/revisions-card.tsx";
import { ThemeForm } from "./branding/theme-form.tsx";
import { type ThemeValues, themeOf, valuesOf } from "./branding/theme-values.ts";

export function BrandingPage(): ReactNode {
  const slug = useProjectSlug();
  const project = useProject();
  const query = useQuery(ThemeService.method.getTheme, { project: slug });
  // What is typed begins anew with a theme that did not come from this form.
  const [round, setRound] = useState(0);
  const isDefault = query.data?.revision?.isDefault ?? true;
  return (
    <Page
      actions={<ResetAction isDefault={isDefault} onReset={() => setRound(round + 1)} project={slug} />}
      description={text.description}
      title={screenNames.branding}
    >
      <Loaded query={project}>
        {({ project }) => (
          <Loaded query={query}>
            {({ revision }) =>
              project &&
              revision?.theme && <Editor key={`${slug} ${round}`} project={project} saved={revision.theme} />
            }
          </Loaded>
        )}
      </Loaded>
      <RevisionsCard onRestored={() => setRound(round + 1)} project={slug} />
    </Page>
  );
}

function Editor({ project, saved }: { project: Project; saved: Theme }): ReactNode {
  const typed = useDraft(valuesOf(saved));
  const [view, setView] = useUrlState({ show: "pageVerify", scheme: "light", width: "phone" });
  const { slug } = project;
  const transport = useTransport();
  const client = useQueryClient();
  const save = useAction(ThemeService.method.updateTheme, { done: () => text.saved, failures: "inline" });
  const draft = {
    ...typed,
    change(change: Partial<ThemeValues>) {
      save.reset(); // what the server said was about another look
      typed.change(change);
    },
  };
  const submit = async (): Promise<void> => {
    const answer = await save.run({ project: slug, theme: themeOf(draft.values) });
    if (!answer) return;
    const schema = ThemeService.method.getTheme;
    const queryKey = createConnectQueryKey({
      schema,
      input: { project: slug },
      transport,
      cardinality: "finite",
    });
    client.setQueryData(queryKey, (before) => before && { ...before, revision: answer.revision });
    draft.discard(); // the server has its own form of it
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <ThemeForm
        draft={draft}
        failure={save.failure}
        isSaving={save.isRunning}
        onDiscard={() => {
          draft.discard();
          save.reset();
        }}
        onSave={() => void submit()}
        // The preview shows the default text of what is empty.
        onWording={(key) => setView({ show: mailWith(key) }, { replace: true })}
        project={project}
      />
      <div className="lg:sticky lg:top-5">
        <PreviewCard
          onView={(change) => setView(change, { replace: true })}
          project={slug}
          values={draft.values}
          view={view}
        />
      </div>
    </div>
  );
}

function ResetAction({
  project,
  isDefault,
  onReset,
}: {
  project: string;
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
    if (!(await reset.run({ project }))) return;
    close();
    onReset();
  };
  return (
    <>
      <Button disabled={isDefault} icon="refresh" onClick={() => setAsking(true)}>
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
