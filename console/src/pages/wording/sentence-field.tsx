import type { Sentence } from "@svc/proto/svc/admin/v1/wording_pb";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../../components/button.tsx";
import { Field } from "../../components/fields.tsx";
import { wording as text } from "../../strings/wording.ts";
import { directionIn, labelOf, lengthOf, problemIn } from "./sentence-words.ts";

type Control = HTMLInputElement & HTMLTextAreaElement;

/** The own text of one sentence, with its variables to press. */
export function SentenceField({
  sentence,
  language,
  value,
  problem,
  onChange,
}: {
  sentence: Sentence;
  language: string;
  value: string;
  /** What the server said about the text. */
  problem: string | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  const control = useRef<Control>(null);
  const label = labelOf(sentence);
  const insert = (variable: string): void => onChange(withInserted(control.current, value, variable));
  // A long sentence of one line has room, too: else nobody could read its default text.
  const isLong = sentence.multiline || sentence.maxCharacters > 200;
  const Tag = isLong ? "textarea" : "input";
  return (
    <div className="space-y-1.5">
      <Field
        hint={<Hint sentence={sentence} value={value} />}
        label={label}
        problem={problem ?? problemIn(value, sentence)}
      >
        {(wiring) => (
          <div className="flex items-start gap-2">
            <Tag
              {...wiring}
              className={isLong ? "control field-sizing-content h-auto min-h-16 py-2" : "control"}
              dir={directionIn(language, value)}
              lang={language}
              onChange={(event) => onChange(event.target.value)}
              placeholder={sentence.defaultText}
              ref={control}
              {...(isLong && { rows: sentence.multiline ? 4 : 2 })}
              value={value}
            />
            {value !== "" && (
              <IconButton icon="refresh" label={text.resetOne(label)} onClick={() => onChange("")} />
            )}
          </div>
        )}
      </Field>
      {sentence.variables.length > 0 && (
        <fieldset aria-label={text.variables(label)} className="m-0 flex flex-wrap gap-1.5 border-0 p-0">
          {sentence.variables.map((name) => (
            <button
              aria-label={text.insert(`{${name}}`, label)}
              className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted hover:bg-hover hover:text-ink"
              key={name}
              onClick={() => insert(`{${name}}`)}
              type="button"
            >
              {`{${name}}`}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

/** How long the text is, and what is used without it. */
function Hint({ sentence, value }: { sentence: Sentence; value: string }): ReactNode {
  const { defaultText, defaultFromTheme, maxCharacters } = sentence;
  const fallback = defaultFromTheme ? text.fromTheme(defaultText) : text.fallback(defaultText);
  const isShown = value !== "" || defaultFromTheme;
  return (
    <>
      {text.count(lengthOf(value), maxCharacters)}
      {isShown && (
        <>
          <br />
          <bdi>{fallback}</bdi>
        </>
      )}
    </>
  );
}

/** The text with the variable where the cursor is; the cursor stands behind it then. */
function withInserted(control: Control | null, value: string, variable: string): string {
  const start = control?.selectionStart ?? value.length;
  const end = control?.selectionEnd ?? start;
  requestAnimationFrame(() => {
    control?.focus();
    control?.setSelectionRange(start + variable.length, start + variable.length);
  });
  return value.slice(0, start) + variable + value.slice(end);
}
