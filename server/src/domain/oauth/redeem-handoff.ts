import { hash, timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { hashToken } from "../../crypto/random-token.ts";
import type { SealedPlace } from "../../crypto/secret-box.ts";
import type { OauthHandoff } from "../../storage/db.ts";
import {
  consumeOauthHandoff,
  findOauthHandoff,
  updateOauthHandoffSession,
} from "../../storage/oauth-handoffs.ts";
import { findSession } from "../../storage/sessions.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import { endSession } from "../sessions/end-session.ts";
import type { ProviderIdentity } from "./identity-provider.ts";

export type Redemption =
  | { kind: "redeemed"; identity: ProviderIdentity; codeHash: string }
  /** Throw OAUTH_CODE_INVALID after the commit: an error inside the transaction would undo what was ended. */
  | { kind: "refused"; why: "unknown" | "wrong verifier" | "expired" | "used before" };

/** RFC 7636, section 4.1. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/**
 * Exchanges the one-time code of a redirect for the identity. Reuse of a code ends the session that its first use opened.
 * Without the verifier nothing happens, so that an attacker who intercepts the code can neither use nor invalidate
 * it. The attempt that opened the session is no second use. Call it in a transaction.
 */
export async function redeemHandoff(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  project: Project,
  input: { code: string; codeVerifier: string; attemptHash?: string | undefined; ip: string },
): Promise<Redemption> {
  const codeHash = hashToken(input.code);
  const handoff = await findOauthHandoff(app.db, project.id, codeHash);
  if (!handoff) return { kind: "refused", why: "unknown" };
  if (!isVerifierOf(handoff.appChallenge, input.codeVerifier)) {
    return { kind: "refused", why: "wrong verifier" };
  }
  if (await consumeOauthHandoff(app.db, project.id, codeHash, app.clock())) {
    return { kind: "redeemed", identity: openIdentity(app, handoff), codeHash };
  }
  // Read again: the faster call has stored its session by now.
  const used = await findOauthHandoff(app.db, project.id, codeHash);
  if (!used || used.usedAt === null) return { kind: "refused", why: "expired" };
  await endFirstUse(app, project, used, input);
  return { kind: "refused", why: "used before" };
}

/** Call it in the transaction of `redeemHandoff`, so that a second use finds what it has to end. */
export function recordHandoffSession(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  codeHash: string,
  sessionId: string,
): Promise<void> {
  return updateOauthHandoffSession(app.db, project.id, codeHash, sessionId);
}

export function handoffPlace(projectId: string, codeHash: string): SealedPlace {
  return { table: "oauth_handoffs", column: "identity_sealed", project: projectId, row: codeHash };
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  return timingSafeEqual(hash("sha256", verifier, "buffer"), Buffer.from(challenge, "base64url"));
}

function openIdentity(app: Pick<App, "secretBox">, handoff: OauthHandoff): ProviderIdentity {
  const place = handoffPlace(handoff.projectId, handoff.codeHash);
  return JSON.parse(app.secretBox.open(handoff.identitySealed, place)) as ProviderIdentity;
}

async function endFirstUse(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { sessionId }: OauthHandoff,
  { attemptHash, ip }: { attemptHash?: string | undefined; ip: string },
): Promise<void> {
  const session = sessionId === null ? undefined : await findSession(app.db, project.id, sessionId);
  if (attemptHash !== undefined && session?.openingAttempt === attemptHash) return;
  if (!session || !(await endSession(app, project, session.id, "reuse"))) return;
  await recordEvent(app, {
    kind: "session.reuse_detected",
    projectId: project.id,
    userId: session.userId,
    by: { actor: "system", ip },
    data: { session_id: session.id },
  });
}
