import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import { type GetWordingResponse, WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAction } from "../api/use-action.ts";
import { useProject, useProjectSlug } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { type Saver, useVersionedForm } from "../app/versioned-form.ts";
import { SelectField } from "../components/fields.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { screenNames } from "../strings/screens.ts";
import { wording as text, wordingLabels } from "../strings/wording.ts";
import { languageName } from "./settings/languages.ts";
import { PreviewCard } from "./wording/preview-card.tsx";
import { type Texts, WordingForm } from "./wording/wording-form.tsx";

const FIRST = "email.verify_email";

type View = { language: string; place: string; scheme: string; width: string };

export function WordingPage(): ReactNode {
  const project = useProjectSlug();
  const [view, setView] = useUrlState({ language: "", place: FIRST, scheme: "light", width: "phone" });
  const change = (part: Partial<View>): void => setView(part, { replace: true });
  const query = useQuery(
    WordingService.method.getWording,
    { project, language: view.language },
    { placeholderData: keepPreviousData },
  );
  return (
    <Page description={text.description} title={screenNames.wording}>
      <Loaded query={query}>
        {(wording) => (
          <Editor
            asked={view.language}
            key={`${project} ${wording.language}`}
            onView={change}
            project={project}
            view={view}
            wording={wording}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Editor({
  project,
  asked,
  wording,
  view,
  onView,
}: {
  project: string;
  /** The language in the address; empty for the project's default one. */
  asked: string;
  wording: GetWordingResponse;
  view: View;
  onView: (change: Partial<View>) => void;
}): ReactNode {
  const { language, sentences, places } = wording;
  const form = useVersionedForm(wording, textsOf, useSaveWording(project, asked), {
    form: `wording ${language}`,
    labels: wordingLabels,
  });
  const place = places.find(({ name }) => name === view.place) ?? places[0];
  const [lastFailure, setLastFailure] = useState(form.failure);
  if (form.failure !== lastFailure) {
    setLastFailure(form.failure);
    // A text that is refused is brought to the front: it may be one that is not shown.
    const wrong = sentences.find(({ key }) => form.failure?.field === `wording.${language}.${key}`);
    if (wrong && wrong.place !== place?.name) queueMicrotask(() => onView({ place: wrong.place }));
  }
  const shown = place?.name ?? "";
  const offered = useOfferedLanguages();
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={text.language}
          onChange={(next) => onView({ language: next })}
          options={wording.languages.map((value) => ({ value, label: nameOf(value, offered) }))}
          value={language}
        />
        <SelectField
          label={text.place}
          onChange={(next) => onView({ place: next })}
          options={places.map(({ name }) => ({
            value: name,
            label: text.places[name] ?? name,
            group: groupOf(name),
          }))}
          value={shown}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <WordingForm
          form={form}
          language={language}
          onSave={() => void form.save(({ changed }) => changed as Texts)}
          sentences={sentences.filter((one) => one.place === shown)}
        />
        <div className="lg:sticky lg:top-5">
          <PreviewCard
            asked={{ project, place: place?.preview ?? "", language, texts: { ...form.changed } as Texts }}
            onView={onView}
            view={view}
          />
        </div>
      </div>
    </div>
  );
}

function useOfferedLanguages(): readonly string[] {
  const { defaultLanguage = "", languages = [] } = useProject().data?.project?.settings ?? {};
  return languages.length === 0 ? [] : [defaultLanguage, ...languages];
}

/** Texts of a language that the project does not offer can be written, but nobody gets them yet. Empty: all are offered. */
function nameOf(tag: string, offered: readonly string[]): string {
  const isOffered = offered.length === 0 || offered.includes(tag);
  return isOffered ? languageName(tag) : text.notOffered(languageName(tag));
}

function textsOf({ sentences }: GetWordingResponse): Texts {
  return Object.fromEntries(sentences.map(({ key, ownText }) => [key, ownText]));
}

function groupOf(place: string): string {
  if (!place.includes(".")) return text.shared;
  return place.startsWith("email.") ? text.emails : text.pages;
}

/** Saves the texts that changed on the version that was read. */
function useSaveWording(project: string, language: string): Saver<GetWordingResponse, Texts> {
  const transport = useTransport();
  const client = useQueryClient();
  const save = useAction(WordingService.method.updateWording, { done: () => text.saved, failures: "inline" });
  const queryKey = createConnectQueryKey({
    schema: WordingService.method.getWording,
    input: { project, language },
    transport,
    cardinality: "finite",
  });
  return {
    changed: "wording",
    async send(texts, { etag, language }) {
      const { kind } = await save.attempt({ project, language, texts, etag });
      if (kind === "saved") await client.refetchQueries({ queryKey });
      return kind;
    },
    async reload() {
      await client.refetchQueries({ queryKey });
      return client.getQueryData(queryKey) as GetWordingResponse | undefined;
    },
    isSaving: save.isRunning,
    failure: save.failure,
    reset: save.reset,
  };
}
