import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import { type ReactNode, useId } from "react";
import { problemOf } from "../../api/failure.ts";
import { useProjectForm } from "../../app/project-form.ts";
import { cardOf } from "../../app/versioned-form.ts";
import { SelectField, SwitchField } from "../../components/fields.tsx";
import { FormCard } from "../../components/form-card.tsx";
import { settings as text } from "../../strings/settings.ts";
import { englishName, languageName, languageTags, ownName } from "./languages.ts";

const valuesOf = ({ settings }: Project) => ({
  defaultLanguage: settings?.defaultLanguage ?? "",
  languages: settings?.languages ?? [],
});

const OPTIONS = languageTags.map((value) => ({ value, label: languageName(value) }));

export function LanguagesCard(): ReactNode {
  const form = useProjectForm(valuesOf, {
    form: "languages",
    labels: { defaultLanguage: text.defaultLanguage, languages: text.offeredLanguages },
  });
  const { values, change, save, failure } = form;
  const { defaultLanguage, languages } = values;
  const submit = () =>
    save(({ changed: { languages: values, ...rest } }) => ({
      settings: { ...rest, ...(values !== undefined && { languages: { values: [...values] } }) },
    }));
  return (
    <FormCard
      {...cardOf(form)}
      description={text.languagesText}
      onSave={() => void submit()}
      title={text.languages}
    >
      <SelectField
        hint={text.defaultLanguageHint}
        label={text.defaultLanguage}
        onChange={(defaultLanguage) => change({ defaultLanguage })}
        options={OPTIONS}
        problem={problemOf(failure, "settings.default_language")}
        value={defaultLanguage}
      />
      <SwitchField
        hint={text.allLanguagesHint}
        label={text.allLanguages}
        onChange={(isAll) => change({ languages: isAll ? [] : [defaultLanguage] })}
        value={languages.length === 0}
      />
      {languages.length > 0 && (
        <Offered
          chosen={languages}
          defaultLanguage={defaultLanguage}
          onChange={(languages) => change({ languages })}
          problem={problemOf(failure, "settings.languages")}
        />
      )}
    </FormCard>
  );
}

/** The default language is always offered, so it cannot be taken away here. */
function Offered(props: {
  chosen: readonly string[];
  defaultLanguage: string;
  problem: string | undefined;
  onChange: (chosen: string[]) => void;
}): ReactNode {
  const { chosen, defaultLanguage, problem, onChange } = props;
  const id = useId();
  const toggle = (tag: string, isOn: boolean): void => {
    const next = new Set([...chosen, defaultLanguage]);
    if (isOn) next.add(tag);
    else next.delete(tag);
    onChange(languageTags.filter((known) => next.has(known)));
  };
  return (
    <fieldset aria-describedby={problem ? id : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium">{text.offeredLanguages}</legend>
      <div className="grid grid-cols-1 gap-x-5 gap-y-2 sm:grid-cols-2">
        {languageTags.map((tag) => (
          <label className="flex min-w-0 items-center gap-2.5" key={tag}>
            <input
              checked={tag === defaultLanguage || chosen.includes(tag)}
              className="size-4 shrink-0 accent-accent"
              disabled={tag === defaultLanguage}
              onChange={({ target }) => toggle(tag, target.checked)}
              type="checkbox"
            />
            <span className="min-w-0">
              <bdi lang={tag}>{ownName(tag)}</bdi>{" "}
              {ownName(tag) !== englishName(tag) && <span className="text-muted">{englishName(tag)}</span>}
            </span>
          </label>
        ))}
      </div>
      {problem && (
        <p className="mt-1.5 text-xs text-danger-ink" id={id}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
