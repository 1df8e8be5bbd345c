/** One family of password hashes that another system may have made. */
export type ForeignHash = {
  /** Whether the text looks like a hash of this family at all. */
  recognises: (hash: string) => boolean;
  /** Why it cannot be accepted: malformed, or so costly that verifying it would be an attack. */
  problemOf: (hash: string) => string | undefined;
  /** Only for hashes without a problem. Takes the password as typed, because other systems do not normalise. */
  verify: (hash: string, password: string) => Promise<boolean>;
  /**
   * A dummy hash that takes as long to verify. It is the same for all hashes of that cost and reveals nothing
   * about this one. Only for hashes without a problem.
   */
  dummyLike: (hash: string) => string;
};
