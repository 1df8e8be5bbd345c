import { useState } from "react";

export type Draft<Values> = {
  /** What is saved, with what was typed since. */
  values: Values;
  change: (change: Partial<Values>) => void;
  /** Only what differs from what is saved; that is what to send. */
  changed: Partial<Values>;
  isDirty: boolean;
  discard: () => void;
};

/**
 * The values of a form. What somebody else saves meanwhile shows wherever nothing was typed. Once the
 * server has what was typed, `discard` it: the server may have a form of its own for it.
 */
export function useDraft<Values extends object>(saved: Values): Draft<Values> {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const names = Object.keys(typed) as Array<keyof Values>;
  const differing = names.filter((name) => JSON.stringify(typed[name]) !== JSON.stringify(saved[name]));
  return {
    values: { ...saved, ...typed },
    change: (change) => setTyped((before) => ({ ...before, ...change })),
    changed: Object.fromEntries(differing.map((name) => [name, typed[name]])) as Partial<Values>,
    isDirty: differing.length > 0,
    discard: () => setTyped({}),
  };
}
