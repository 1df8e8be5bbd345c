import { type ReactNode, useState } from "react";
import type { VersionedForm } from "../../app/versioned-form.ts";
import { Badge } from "../../components/badge.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { TextAreaField, TextField } from "../../components/fields.tsx";
import { Icon } from "../../components/icon.tsx";
import { signInMethods as text } from "../../strings/sign-in-methods.ts";

/** Undefined keeps what is stored, empty removes it, anything else replaces it. */
export type SecretChange = string | undefined;

type StoredSecretProps = {
  label: string;
  hint: string;
  isStored: boolean;
  value: SecretChange;
  onChange: (value: SecretChange) => void;
  problem?: string | undefined;
  /** A key of several lines, which comes from a file. */
  file?: { choose: string; accept: string; placeholder: string };
};

/** A secret that can be written and never read. Give it another `key` once it is saved or discarded. */
export function StoredSecret(props: StoredSecretProps): ReactNode {
  const { label, isStored, value, onChange } = props;
  const [isReplacing, setReplacing] = useState(false);
  const keep = (): void => {
    setReplacing(false);
    onChange(undefined);
  };
  if (!isStored || isReplacing)
    return (
      <div className="space-y-2">
        {props.file ? <KeyFile {...props} file={props.file} /> : <Secret {...props} />}
        {isStored && <Button onClick={keep}>{text.keep}</Button>}
      </div>
    );
  const isRemoved = value === "";
  return (
    <section aria-label={label} className="space-y-1.5">
      <p className="font-medium">{label}</p>
      <div className="flex min-h-9 flex-wrap items-center gap-2">
        <Badge tone={isRemoved ? "warn" : "ok"}>{isRemoved ? text.remove : text.stored}</Badge>
        <p className="mr-auto text-xs text-muted">{isRemoved ? text.willBeRemoved : text.storedText}</p>
        {isRemoved ? (
          <Button onClick={keep}>{text.keep}</Button>
        ) : (
          <>
            <Button onClick={() => setReplacing(true)}>{text.replace}</Button>
            <Button variant="ghost" onClick={() => onChange("")}>
              {text.remove}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** A form with a secret: `round` counts how often it began anew, and is the `key` of `<StoredSecret>`. */
export function useForgetful<Data, Values, Change>(
  form: VersionedForm<Data, Values, Change>,
): VersionedForm<Data, Values, Change> & { round: number } {
  const [round, setRound] = useState(0);
  return {
    ...form,
    round,
    async save(write) {
      const isSaved = await form.save(write);
      if (isSaved) setRound(round + 1);
      return isSaved;
    },
    discard() {
      form.discard();
      setRound(round + 1);
    },
  };
}

/** An emptied field keeps what is stored: only the button removes it. */
function typed(value: string): SecretChange {
  return value === "" ? undefined : value;
}

function Secret({ label, hint, value, onChange, problem }: StoredSecretProps): ReactNode {
  return (
    <TextField
      autoComplete="off"
      hint={hint}
      label={label}
      onChange={(secret) => onChange(typed(secret.trim()))}
      problem={problem}
      spellCheck={false}
      type="password"
      value={value ?? ""}
    />
  );
}

/** The private keys that Apple gives out. */
export const P8_FILE = {
  choose: text.chooseFile,
  accept: ".p8,.pem",
  placeholder: "-----BEGIN PRIVATE KEY-----",
};

type KeyFileProps = StoredSecretProps & { file: NonNullable<StoredSecretProps["file"]> };

function KeyFile({ label, hint, value, onChange, problem, file }: KeyFileProps): ReactNode {
  return (
    <>
      <TextAreaField
        autoComplete="off"
        hint={hint}
        isCode
        label={label}
        onChange={(secret) => onChange(typed(secret))}
        placeholder={file.placeholder}
        problem={problem}
        rows={4}
        value={value ?? ""}
      />
      {/* The button is the label: what the browser writes beside its own would say the same again. */}
      <label
        className={`${buttonClass()} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent`}
      >
        <Icon name="up" />
        {file.choose}
        <input
          accept={file.accept}
          className="sr-only"
          onChange={async ({ target }) => onChange(typed((await target.files?.[0]?.text()) ?? ""))}
          type="file"
        />
      </label>
    </>
  );
}
