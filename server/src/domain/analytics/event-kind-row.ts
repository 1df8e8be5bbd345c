/** When an event of a kind is written, and what its `data` may hold. docs/reference/events.md shows it. */
export type EventKindRow = Readonly<{ when: string; data: Readonly<Record<string, string>> }>;
