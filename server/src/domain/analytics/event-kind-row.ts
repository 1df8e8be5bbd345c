/** When an event of a kind is written, and what its `data` may hold. docs/reference/events.md shows it. */
export type EventKindRow = Readonly<{ when: string; data: Readonly<Record<string, string>> }>;

/** The data of an event that changes something, see `changesBetween`. */
export const CHANGES = {
  changes:
    "What changed: a list of `field` with its `old` and `new` value, or with `masked: true` for a secret. Long values are cut.",
  more_changes: "How many more changes there were. Absent when `changes` has all.",
};
