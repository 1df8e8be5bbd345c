import { useRef, useState } from "react";
import { useCurrentAdminId } from "../api/current-admin.ts";
import { useProjectSlug } from "./current-project.ts";
import { draftKey, loadDraft, type StoredField, storeDraft } from "./draft-storage.ts";
import { type Choice, type Conflict, isSame, mergeThree } from "./three-way.ts";

/** What was typed, and for each field what was saved when the typing began. */
export type Typed<Values> = Readonly<{ typed: Partial<Values>; base: Partial<Values>; isRestored: boolean }>;

export type DraftView<Values> = {
  /** What is saved, with what was typed since. */
  values: Values;
  /** Only what differs from what is saved; that is what to send. */
  changed: Partial<Values>;
  /** Fields that somebody else has saved with another value since the typing began. */
  conflicts: Conflict[];
};

export type Draft<Values> = DraftView<Values> & {
  change: (change: Partial<Values>) => void;
  isDirty: boolean;
  /** What was typed comes from before a reload or a sign-in. */
  isRestored: boolean;
  discard: () => void;
  /** The draft as another version of what is saved would show it. */
  viewOf: (saved: Values) => DraftView<Values>;
  /** Puts the draft on top of another version, with a choice for each conflict. */
  rebase: (saved: Values, choose: (path: string) => Choice) => void;
  /** What was saved when the typing began, wherever something was typed. */
  base: Partial<Values>;
};

export type DraftOptions<Values> = {
  /** The name of the form, different from the others of the project. */
  form: string;
  /** Fields that are never kept outside of the page. */
  secrets?: readonly (keyof Values & string)[];
  /** False for values that must not be kept. */
  mayKeep?: (typed: Partial<Values>) => boolean;
};

/**
 * The values of a form. What somebody else saves meanwhile shows wherever nothing was typed. What was typed survives a
 * reload, in this tab and for this administrator. Once the server has it, `discard` it: the server may have a form of
 * its own for it.
 */
export function useDraft<Values extends object>(
  saved: Values,
  { form, secrets = [], mayKeep = () => true }: DraftOptions<Values>,
): Draft<Values> {
  const adminId = useCurrentAdminId();
  const project = useProjectSlug();
  const key = adminId === "" ? "" : draftKey(adminId, project, form);
  const [state, setState] = useState(() => ({ key, draft: restored<Values>(key) }));
  const latest = useRef(state.draft);
  const update = (draft: Typed<Values>): void => {
    latest.current = draft;
    setState({ key, draft });
    if (key !== "") storeDraft(key, mayKeep(draft.typed) ? fieldsOf(draft, secrets) : []);
  };
  if (state.key !== key) {
    // The server has said who this is, or the form is another one now.
    const isFirst = state.key === "" && Object.keys(state.draft.typed).length > 0;
    const draft = isFirst ? state.draft : restored<Values>(key);
    latest.current = draft;
    setState({ key, draft });
  }
  const view = viewOf(state.draft, saved);
  return {
    ...view,
    change: (change) => update(withChange(latest.current, saved, change)),
    isDirty: Object.keys(view.changed).length > 0,
    isRestored: state.draft.isRestored,
    discard: () => update(nothing()),
    viewOf: (other) => viewOf(latest.current, other),
    rebase: (other, choose) => {
      const { values, changed } = viewOf(latest.current, other, choose);
      const names = Object.keys(changed) as Array<keyof Values>;
      const base = Object.fromEntries(names.map((name) => [name, other[name]])) as Partial<Values>;
      update({ typed: pick(values, names), base, isRestored: latest.current.isRestored });
    },
    base: state.draft.base,
  };
}

/** Forgets what was typed in a form of the project, also when the form is not on screen. */
export function useDiscardDraft(form: string): () => void {
  const adminId = useCurrentAdminId();
  const project = useProjectSlug();
  return () => storeDraft(draftKey(adminId, project, form), []);
}

function nothing<Values>(): Typed<Values> {
  return { typed: {}, base: {}, isRestored: false };
}

function withChange<Values extends object>(
  { typed, base, isRestored }: Typed<Values>,
  saved: Values,
  change: Partial<Values>,
): Typed<Values> {
  const names = Object.keys(change) as Array<keyof Values>;
  const begun = names.filter((name) => !(name in typed));
  return { typed: { ...typed, ...change }, base: { ...base, ...pick(saved, begun) }, isRestored };
}

function viewOf<Values extends object>(
  { typed, base }: Typed<Values>,
  saved: Values,
  choose?: (path: string) => Choice,
): DraftView<Values> {
  const values = { ...saved };
  const changed: Partial<Values> = {};
  const conflicts: Conflict[] = [];
  for (const name of Object.keys(typed) as Array<keyof Values & string>) {
    const versions = { base: base[name], theirs: saved[name], yours: typed[name] };
    const { merged, conflicts: found } = mergeThree(versions, choose, name);
    conflicts.push(...found);
    values[name] = merged as Values[typeof name];
    if (!isSame(merged, saved[name])) changed[name] = values[name];
  }
  return { values, changed, conflicts };
}

function pick<Values extends object>(from: Values, names: ReadonlyArray<keyof Values>): Partial<Values> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Partial<Values>;
}

function restored<Values>(key: string): Typed<Values> {
  const fields = key === "" ? [] : loadDraft(key);
  const at = (place: 1 | 2) =>
    Object.fromEntries(fields.map((field) => [field[0], field[place][0]])) as Partial<Values>;
  return { typed: at(1), base: at(2), isRestored: fields.length > 0 };
}

function fieldsOf<Values>({ typed, base }: Typed<Values>, secrets: readonly string[]): StoredField[] {
  const names = (Object.keys(typed) as Array<keyof Values & string>).filter(
    (name) => !secrets.includes(name),
  );
  const item = (value: unknown): unknown[] => (value === undefined ? [] : [value]);
  return names.map((name) => [name, item(typed[name]), item(base[name])]);
}
