import type { Millis } from "./millis.ts";

export type ProjectRow = {
  id: string;
  slug: string;
  name: string;
  publishableKey: string;
  secretKeyHash: string;
  secretKeyLast4: string;
  /** The key before, which works until then. Null when there is none; they may stay after that moment. */
  oldSecretKeyHash: string | null;
  oldSecretKeyLast4: string | null;
  oldSecretKeyUntil: Millis | null;
  /** JSON of ProjectSettings: what `project apply` writes. */
  settings: string;
  createdAt: Millis;
  updatedAt: Millis;
  /** Set once the project is gone for everybody, while its rows are being deleted. */
  deletedAt: Millis | null;
};

/** A secret of a sign-in provider, which only the server itself reads. */
export type ProviderSecretRow = { projectId: string; name: string; sealed: string; updatedAt: Millis };

/** The whole look of a project from `createdAt` on. No two of a project have the same moment. */
export type ThemeRevisionRow = {
  id: string;
  projectId: string;
  /** JSON of Theme; null for the default one. */
  theme: string | null;
  createdAt: Millis;
  /** Email address of the administrator; empty for the look a project starts with. */
  createdBy: string;
};

/** A sentence that a project words itself. The sentence is named by its key. */
export type ProjectTextRow = { projectId: string; language: string; sentence: string; text: string };

/** An uploaded file, named after its content. */
export type AssetRow = {
  projectId: string;
  name: string;
  contentType: string;
  /** Base64. */
  data: string;
  createdAt: Millis;
};

export type SigningKeyRow = {
  kid: string;
  projectId: string;
  publicJwk: string;
  privateKeySealed: string;
  createdAt: Millis;
  /** Null while the key signs; afterwards the moment it leaves the JWKS. STAND_BY_UNTIL before it signs. */
  graceUntil: Millis | null;
};

/** A project whose row is gone. Kept for a day, so that what late calls leave is deleted, too. */
export type DeletedProjectRow = { id: string; deletedAt: Millis };

export type ProjectTables = {
  projects: ProjectRow;
  deletedProjects: DeletedProjectRow;
  providerSecrets: ProviderSecretRow;
  themeRevisions: ThemeRevisionRow;
  projectTexts: ProjectTextRow;
  assets: AssetRow;
  signingKeys: SigningKeyRow;
};
