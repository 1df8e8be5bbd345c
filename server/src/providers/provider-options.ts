export type ProviderOptions = Readonly<{
  /** Asked instead of the provider itself: a stand-in in tests and in development. */
  origin: string | undefined;
  /** The two together are as long as a sign-in may wait: it exchanges a code and looks for a key. */
  keysLimitMs: number;
  limitMs: number;
  monotonicMs: () => number;
}>;
