import type { Millis } from "../../storage/db.ts";

/** A certificate with its chain, and the key that belongs to it, as PEM. */
export type CertificatePair = Readonly<{ chain: string; privateKey: string }>;

/** How the server serves HTTPS. */
export type Https = Readonly<AcmeHttps | FilesHttps>;

export type AcmeHttps = {
  kind: "acme";
  /** Sorted. */
  domains: readonly string[];
  email: string | undefined;
  authority: CertificateAuthority;
  /** Uses the certificate for new connections. */
  use: (certificate: CertificatePair) => void;
  /** The chain in use. */
  inUse: () => string | undefined;
};

/** Certificate files that another program renews. */
export type FilesHttps = {
  kind: "files";
  /** Loads the files again. If they are invalid, the previous certificate stays in use. */
  reload: () => void;
  status: () => FilesStatus;
};

export type FilesStatus = Readonly<{
  names: readonly string[];
  notAfter: Millis;
  lastFailure?: Readonly<{ at: Millis; why: string }> | undefined;
}>;

export type CertificateRequest = Readonly<{
  domains: readonly string[];
  email: string | undefined;
  /** The ACME account key as PEM. */
  accountKey: string;
  /** Stores the response to a challenge before the authority requests it: `GET /.well-known/acme-challenge/<token>` on port 80 of each domain. */
  publishChallenge: (token: string, answer: string) => Promise<void>;
}>;

export type IssueOutcome =
  | ({ kind: "issued" } & CertificatePair)
  | { kind: "refused"; why: string; retryAfterMs?: number | undefined };

/** An ACME certificate authority. */
export type CertificateAuthority = Readonly<{
  /** Its URL. Accounts and certificates belong to one directory. */
  directory: string;
  issue: (request: CertificateRequest, signal: AbortSignal) => Promise<IssueOutcome>;
}>;
