import type { Millis } from "../../storage/db.ts";

/** A certificate with its chain, and the key that belongs to it, as PEM. */
export type CertificatePair = Readonly<{ chain: string; privateKey: string }>;

/** How the server itself speaks HTTPS. */
export type Https = Readonly<AcmeHttps | FilesHttps>;

export type AcmeHttps = {
  kind: "acme";
  /** In order. */
  domains: readonly string[];
  email: string | undefined;
  authority: CertificateAuthority;
  /** Handshakes use it from now on. */
  use: (certificate: CertificatePair) => void;
  /** The chain that handshakes use now. */
  inUse: () => string | undefined;
};

/** Files that somebody else renews. */
export type FilesHttps = {
  kind: "files";
  /** Uses what is in the files now; what was used before, when they are broken. */
  readAgain: () => void;
  status: () => FilesStatus;
};

export type FilesStatus = Readonly<{
  names: readonly string[];
  notAfter: Millis;
  lastFailure?: Readonly<{ at: Millis; why: string }> | undefined;
}>;

export type CertificateWish = Readonly<{
  domains: readonly string[];
  email: string | undefined;
  /** PEM of the key by which the authority knows us. */
  accountKey: string;
  /** Told what will be asked for, before it is: `GET /.well-known/acme-challenge/<token>` on port 80 of each domain. */
  promise: (token: string, answer: string) => Promise<void>;
}>;

export type IssueOutcome =
  | ({ kind: "issued" } & CertificatePair)
  | { kind: "refused"; why: string; retryAfterMs?: number | undefined };

/** Whoever proves to the world that a domain is ours. */
export type CertificateAuthority = Readonly<{
  /** Its address. Accounts and certificates of one are nothing to another. */
  directory: string;
  issue: (wish: CertificateWish, signal: AbortSignal) => Promise<IssueOutcome>;
}>;
