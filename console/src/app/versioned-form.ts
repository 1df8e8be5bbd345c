import { useState } from "react";
import type { Failure } from "../api/failure.ts";
import { showSuccess } from "../components/toast.tsx";
import { common } from "../strings/common.ts";
import { type Draft, type DraftOptions, useDraft } from "./draft.ts";
import type { Changed, Choice, Conflict, ConflictQuestion } from "./three-way.ts";

/** Where a form is saved. */
export type Saver<Data, Change> = {
  changed: Changed;
  /** "stale": somebody else has changed it since `data` was read. */
  send: (change: Change, data: Data) => Promise<"saved" | "stale" | "failed">;
  /** What the server has now. Undefined when it does not say. */
  reload: () => Promise<Data | undefined>;
  isSaving: boolean;
  failure: Failure | undefined;
  reset: () => void;
};

/** What to send, of the values and of the version that they are based on. */
export type Write<Data, Values, Change> = (form: {
  values: Values;
  changed: Partial<Values>;
  data: Data;
}) => Change | undefined | Promise<Change | undefined>;

export type VersionedForm<Data, Values, Change> = Omit<
  Draft<Values>,
  "viewOf" | "rebase" | "conflicts" | "base"
> & {
  /** True once the server has it. Nothing of what was typed is kept then. */
  save: (write: Write<Data, Values, Change>) => Promise<boolean>;
  failure: Failure | undefined;
  isSaving: boolean;
  /** The question which of two versions to keep, for `<ConflictDialog>`. */
  conflict: ConflictQuestion | undefined;
};

export type FormOptions<Values> = DraftOptions<Values> & {
  /** What the conflict dialog calls the fields. */
  labels: Readonly<Partial<Record<keyof Values & string, string>>>;
};

/** Often enough for people; a script that writes all the time must not keep a form from an answer. */
const ATTEMPTS = 10;

/**
 * A form on something that others may change at the same time. It is saved only on the version that was read. After a
 * change by somebody else it is put on top of theirs; where both changed the same field, the administrator chooses.
 */
export function useVersionedForm<Data, Values extends object, Change>(
  data: Data,
  read: (data: Data) => Values,
  { changed, send, reload, isSaving, failure, reset }: Saver<Data, Change>,
  options: FormOptions<Values>,
): VersionedForm<Data, Values, Change> {
  const draft = useDraft(read(data), options);
  const [conflict, setConflict] = useState<ConflictQuestion>();
  const [isBusy, setBusy] = useState(false);

  const ask = (conflicts: readonly Conflict[]): Promise<((path: string) => Choice) | undefined> => {
    const { promise, resolve } = Promise.withResolvers<((path: string) => Choice) | undefined>();
    setConflict({
      changed,
      conflicts: conflicts.map((one) => ({ ...one, label: labelOf(one.path, options.labels) })),
      answer: (choose) => {
        setConflict(undefined);
        resolve(choose);
      },
    });
    return promise;
  };

  const attempt = async (seen: Data, write: Write<Data, Values, Change>) => {
    const saved = read(seen);
    const { conflicts } = draft.viewOf(saved);
    if (conflicts.length > 0) {
      const choose = await ask(conflicts);
      if (!choose) return "failed";
      draft.rebase(saved, choose);
    }
    const { values, changed } = draft.viewOf(saved);
    if (Object.keys(changed).length === 0) {
      showSuccess(common.nothingToSave);
      return "saved";
    }
    const change = await write({ values, changed, data: seen });
    return change === undefined ? "failed" : send(change, seen);
  };

  const save = async (write: Write<Data, Values, Change>): Promise<boolean> => {
    setBusy(true);
    try {
      let seen: Data | undefined = data;
      for (let count = 0; count < ATTEMPTS && seen !== undefined; count++) {
        const outcome = await attempt(seen, write);
        if (outcome === "saved") draft.discard();
        if (outcome !== "stale") return outcome === "saved";
        seen = await reload();
      }
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    values: draft.values,
    changed: draft.changed,
    isDirty: draft.isDirty,
    isRestored: draft.isRestored,
    change(change) {
      reset(); // what the server said was about another text
      draft.change(change);
    },
    discard() {
      draft.discard();
      reset();
    },
    save,
    failure,
    isSaving: isSaving || isBusy,
    conflict,
  };
}

/** What the card around the form must know. */
export function cardOf({
  failure,
  isDirty,
  isSaving,
  isRestored,
  conflict,
  discard,
}: Pick<
  VersionedForm<unknown, object, unknown>,
  "failure" | "isDirty" | "isSaving" | "isRestored" | "conflict" | "discard"
>) {
  return { failure, isDirty, isSaving, isRestored, conflict, onDiscard: discard };
}

/** `colors.onPrimary`: "Colours › on primary". */
function labelOf(path: string, labels: Readonly<Partial<Record<string, string>>>): string {
  const [name = "", ...parts] = path.split(".");
  const words = parts.map((part) =>
    part.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll("_", " "),
  );
  return [labels[name] ?? name, ...words].join(" › ");
}
