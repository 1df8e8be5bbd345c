/** What the password of an address without one is verified against, so that the time does not tell. */
export type DummyHashes = Readonly<{
  /** Null stands for a hash with our own parameters. */
  of: (projectId: string, email: string) => Promise<string | null>;
}>;
