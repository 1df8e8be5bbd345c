import type { App } from "../../app.ts";
import { encodeFirebaseHash, type FirebaseParameters } from "../../crypto/foreign/firebase-scrypt.ts";
import { problemOfForeignHash } from "../../crypto/foreign/foreign-hashes.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Identity, User } from "../../storage/db.ts";
import { readLocale } from "../accounts/asked-languages.ts";
import { requireEmail } from "../accounts/email.ts";
import { newUser } from "../accounts/new-user.ts";
import { requireAvatarUrl, requireDisplayName } from "../accounts/profile.ts";
import type { Project } from "../projects/project.ts";
import { requireCustomClaims } from "../users/custom-claims.ts";
import type { ExportedUser } from "./exported-user.ts";

export type ReadyUser = { row: User; identities: Identity[]; email: string };

const PROVIDERS = ["google", "apple"];

/** Validates one user of the document. Throws the first problem. */
export function readImportedUser(
  app: Pick<App, "clock" | "newId">,
  project: Project,
  user: ExportedUser,
  firebase: FirebaseParameters | undefined,
): ReadyUser {
  if (user.isAnonymous)
    throw invalidRequest(
      "is_anonymous",
      "cannot be set together with an email address, a password or an identity",
    );
  if (user.email === "" && user.identities.length === 0) {
    throw invalidRequest("email", "is required unless there is an identity");
  }
  const now = app.clock();
  const createdAt = user.createdAt === undefined ? now : Math.min(user.createdAt, now);
  const row = newUser(app, project, {
    email: user.email === "" ? null : requireEmail(user.email),
    emailVerifiedAt: user.emailVerified ? createdAt : null,
    displayName: requireDisplayName(user.displayName),
    avatarUrl: requireAvatarUrl(user.avatarUrl),
    locale: readLocale(user.locale) ?? null,
    disabledAt: user.disabled ? now : null,
    customClaims: requireCustomClaims(user.customClaims ?? {}),
    passwordHash: readHash(user, firebase),
    createdAt,
  });
  return { row, identities: user.identities.map((one) => readIdentity(app, row, one)), email: user.email };
}

function readHash(user: ExportedUser, firebase: FirebaseParameters | undefined): string | null {
  if (user.passwordHash === "") return null;
  const isBare = user.passwordAlgorithm === "firebase-scrypt" && !user.passwordHash.startsWith("$");
  if (isBare && !firebase) throw invalidRequest("firebase_scrypt", "is required for Firebase hashes");
  const hash =
    isBare && firebase
      ? encodeFirebaseHash(user.passwordHash, user.passwordSalt, firebase)
      : user.passwordHash;
  const problem = problemOfForeignHash(user.passwordAlgorithm, hash);
  if (problem !== undefined) throw new AppError("INVALID_REQUEST", problem);
  return hash;
}

function readIdentity(
  app: Pick<App, "newId">,
  user: User,
  { provider, subject, email }: ExportedUser["identities"][number],
): Identity {
  if (!PROVIDERS.includes(provider))
    throw invalidRequest("identities", `must each have a provider: ${PROVIDERS.join(" or ")}`);
  if (!/^[\x21-\x7e]{1,255}$/.test(subject))
    throw invalidRequest("identities", "must each have a subject of 1 to 255 characters");
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(email))
    throw invalidRequest("identities", "must not have an email address with control characters");
  return {
    id: app.newId(),
    projectId: user.projectId,
    userId: user.id,
    provider,
    subject,
    email: email === "" ? null : email.slice(0, 320),
    emailAuthoritative: 0,
    isPrivateEmail: 0,
    relayDisabledAt: null,
    refreshTokenSealed: null,
    refreshTokenClientId: null,
    // Later than the verification of the address, so that a password reset keeps the identity by default.
    createdAt: user.createdAt + 1,
    lastUsedAt: null,
  };
}
