/** One user of an export document, as `svc project export` writes it and `import` reads it. */
export type ExportedUser = {
  email: string;
  emailVerified: boolean;
  displayName: string;
  avatarUrl: string;
  /** Empty when it is not known. */
  locale: string;
  disabled: boolean;
  customClaims: unknown;
  identities: { provider: string; subject: string; email: string }[];
  passwordHash: string;
  passwordAlgorithm: string;
  /** Only with Firebase's bare hashes. */
  passwordSalt: string;
  createdAt: number | undefined;
  /** A guest. */
  isAnonymous: boolean;
};
