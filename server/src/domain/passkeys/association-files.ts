/** What a host answered. */
export type AssociationFile = Readonly<{ status: number; contentType: string; text: string }>;

/** The public files by which a domain names the apps and pages that may use its passkeys. */
export type AssociationFiles = Readonly<{
  /** Throws PROVIDER_UNAVAILABLE when the host does not answer. */
  fetch: (host: string, path: string) => Promise<AssociationFile>;
}>;
