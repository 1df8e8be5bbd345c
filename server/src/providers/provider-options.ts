export type ProviderOptions = Readonly<{
  /** The origin of a stand-in for the provider, in tests and in development. */
  origin: string | undefined;
  /** A sign-in waits for both at most: it exchanges a code and fetches a key. */
  keysLimitMs: number;
  limitMs: number;
  monotonicMs: () => number;
}>;
