export type StoreOptions = Readonly<{
  /** Asked instead of the store itself: a stand-in in tests and in development. */
  origin: string | undefined;
  clock: () => number;
  monotonicMs: () => number;
  /** For one whole answer of a store. */
  waitMs: number;
}>;
