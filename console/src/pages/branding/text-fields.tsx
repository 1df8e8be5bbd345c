import { type ReactNode, useState } from "react";
import { type Failure, problemOf } from "../../api/failure.ts";
import { SelectField, TextAreaField, TextField } from "../../components/fields.tsx";
import { branding as text } from "../../strings/branding.ts";
import { noWording, type ThemeValues, type Wording } from "./theme-values.ts";

type FieldsProps = {
  values: ThemeValues;
  change: (change: Partial<ThemeValues>) => void;
  failure: Failure | undefined;
};

export function AboutFields({
  values,
  change,
  failure,
  projectName,
}: FieldsProps & { projectName: string }): ReactNode {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          hint={text.productNameHint(projectName)}
          label={text.productName}
          onChange={(productName) => change({ productName })}
          problem={problemOf(failure, "theme.product_name")}
          value={values.productName}
        />
        <TextField
          label={text.supportEmail}
          onChange={(supportEmail) => change({ supportEmail })}
          placeholder="help@example.com"
          problem={problemOf(failure, "theme.support_email")}
          spellCheck={false}
          type="email"
          value={values.supportEmail}
        />
        <TextField
          label={text.privacyUrl}
          onChange={(privacyUrl) => change({ privacyUrl })}
          placeholder="https://example.com/privacy"
          problem={problemOf(failure, "theme.privacy_url")}
          spellCheck={false}
          value={values.privacyUrl}
        />
        <TextField
          label={text.termsUrl}
          onChange={(termsUrl) => change({ termsUrl })}
          placeholder="https://example.com/terms"
          problem={problemOf(failure, "theme.terms_url")}
          spellCheck={false}
          value={values.termsUrl}
        />
      </div>
      <TextAreaField
        hint={text.footerTextHint}
        label={text.footerText}
        onChange={(footerText) => change({ footerText })}
        problem={problemOf(failure, "theme.footer_text")}
        rows={2}
        value={values.footerText}
      />
    </>
  );
}

type TextKey = keyof typeof text.texts;
const KEYS = Object.keys(text.texts) as TextKey[];

export function WordingFields({
  values,
  change,
  failure,
  onChoose,
}: FieldsProps & { onChoose: (key: TextKey) => void }): ReactNode {
  const [key, setKey] = useState<TextKey>("verify_email");
  const [lastFailure, setLastFailure] = useState(failure);
  if (failure !== lastFailure) {
    setLastFailure(failure);
    // A text that is refused is brought to the front: it may be one that is not chosen.
    setKey(KEYS.find((one) => failure?.field.startsWith(`theme.texts.${one}.`)) ?? key);
  }
  const wording = values.texts[key] ?? noWording;
  const set = (part: Partial<Wording>): void =>
    change({ texts: withWording(values.texts, key, { ...wording, ...part }) });
  const field = (part: keyof Wording) => ({
    label: text[part],
    value: wording[part],
    problem: problemOf(failure, `theme.texts.${key}.${part}`),
    onChange: (next: string) => set({ [part]: next }),
  });
  return (
    <>
      <SelectField
        label={text.wordingOf}
        onChange={(next) => {
          setKey(next);
          onChoose(next);
        }}
        options={KEYS.map((value) => ({ value, label: text.texts[value] }))}
        value={key}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("subject")} />
        <TextField {...field("heading")} />
      </div>
      <TextAreaField {...field("body")} rows={3} />
      <TextField {...field("button")} />
    </>
  );
}

/** Without what is empty altogether, as the server keeps it. */
function withWording(texts: ThemeValues["texts"], key: string, wording: Wording): ThemeValues["texts"] {
  const { [key]: _, ...others } = texts;
  const isEmpty = Object.values(wording).every((part) => part === "");
  const next = isEmpty ? others : { ...others, [key]: wording };
  return Object.fromEntries(KEYS.flatMap((one) => (next[one] ? [[one, next[one]]] : [])));
}
