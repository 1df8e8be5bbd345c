/** A value that two people changed to something else. */
export type Conflict = Readonly<{
  /** `colors.primary` */
  path: string;
  base: unknown;
  theirs: unknown;
  yours: unknown;
}>;

export type Choice = "theirs" | "yours";

/** What was changed: the audit log says who did it. */
export type Changed = "project" | "theme" | "wording" | "profile" | "claims";

/** The question which of two versions to keep, for `<ConflictDialog>`. */
export type ConflictQuestion = {
  conflicts: readonly (Conflict & { label: string })[];
  changed: Changed;
  /** The label of the button, unless it saves. */
  action?: string;
  /** Undefined: nothing is saved, and the form stays as it is. */
  answer: (choose: ((path: string) => Choice) | undefined) => void;
};

type Plain = Readonly<Record<string, unknown>>;

/**
 * What two people made of the same value. Changes of different parts are both kept; where both changed the same part,
 * `choose` decides, and what it does not decide is a conflict. Objects are compared part by part, lists as a whole.
 */
export function mergeThree(
  { base, theirs, yours }: Omit<Conflict, "path">,
  choose: (path: string) => Choice | undefined = () => undefined,
  path = "",
): { merged: unknown; conflicts: Conflict[] } {
  if (isSame(yours, theirs) || isSame(yours, base)) return { merged: theirs, conflicts: [] };
  if (isSame(theirs, base)) return { merged: yours, conflicts: [] };
  if (isPlain(theirs) && isPlain(yours)) {
    const before = isPlain(base) ? base : {};
    const conflicts: Conflict[] = [];
    const parts = [...new Set([...Object.keys(theirs), ...Object.keys(yours)])].map((name) => {
      const versions = { base: before[name], theirs: theirs[name], yours: yours[name] };
      const part = mergeThree(versions, choose, path === "" ? name : `${path}.${name}`);
      conflicts.push(...part.conflicts);
      return [name, part.merged] as const;
    });
    return { merged: Object.fromEntries(parts.filter(([, value]) => value !== undefined)), conflicts };
  }
  const choice = choose(path);
  const conflicts = choice === undefined ? [{ path, base, theirs, yours }] : [];
  return { merged: choice === "theirs" ? theirs : yours, conflicts };
}

/** Whether two values of a form or of JSON are alike. The order of the keys of an object does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (isPlain(one) && isPlain(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => isSame(one[name], other[name]));
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  return Object.is(one, other);
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
