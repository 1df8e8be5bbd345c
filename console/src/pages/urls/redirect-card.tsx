import type { ReactNode } from "react";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { FormCard } from "../../components/form-card.tsx";
import { urls as text } from "../../strings/urls.ts";
import { EntryList } from "./entry-list.tsx";
import { problemOfEntry } from "./entry-problem.ts";

type RedirectList = {
  setting: "redirectSchemes" | "redirectOrigins";
  /** As the contract names it. */
  field: string;
  words: {
    title: string;
    description: string;
    placeholder: string;
    empty: string;
    add: string;
    label: (number: number) => string;
  };
  /** An address that the entry allows. */
  example: (entry: string) => string;
  warning: (entry: string) => string | undefined;
};

export const redirectSchemes: RedirectList = {
  setting: "redirectSchemes",
  field: "settings.redirect_schemes",
  words: {
    title: text.schemes,
    description: text.schemesText,
    placeholder: text.schemePlaceholder,
    empty: text.noSchemes,
    add: text.addScheme,
    label: text.schemeLabel,
  },
  example: text.schemeExample,
  warning: (scheme) => (scheme.includes(".") ? undefined : text.plainScheme),
};

export const redirectOrigins: RedirectList = {
  setting: "redirectOrigins",
  field: "settings.redirect_origins",
  words: {
    title: text.origins,
    description: text.originsText,
    placeholder: text.originPlaceholder,
    empty: text.noOrigins,
    add: text.addOrigin,
    label: text.originLabel,
  },
  example: text.originExample,
  warning: (origin) => (origin.startsWith("http:") ? text.localOrigin : undefined),
};

/** One of the two lists of places to which social sign-in may return. */
export function RedirectCard({
  list: { setting, field, words, example, warning },
}: {
  list: RedirectList;
}): ReactNode {
  const form = useProjectForm(({ settings }) => ({ entries: settings?.[setting] ?? [] }), {
    form: setting,
    labels: { entries: words.title },
  });
  const { entries } = form.values;
  const submit = () =>
    form.save(({ values }) => ({
      settings: { [setting]: { values: values.entries.filter((entry) => entry !== "") } },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      description={words.description}
      onSave={() => void submit()}
      title={words.title}
    >
      <EntryList
        add={words.add}
        empty={words.empty}
        entries={entries}
        labelOf={words.label}
        notesOf={(entry, index) => ({
          problem: problemOfEntry(form.failure, field, entries, index),
          warning: entry === "" ? undefined : warning(entry),
          example: entry && text.allows(example(entry)),
        })}
        onChange={(next) => form.change({ entries: next })}
        placeholder={words.placeholder}
      />
    </FormCard>
  );
}
