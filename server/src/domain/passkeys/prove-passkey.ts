import type { App } from "../../app.ts";
import { type Assertion, readAssertion } from "../../crypto/webauthn/assertion.ts";
import { invalidRequest } from "../../errors.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import { lockPasskey, notePasskeyUse } from "../../storage/passkeys.ts";
import { requireUnchanged } from "../../storage/project-version.ts";
import type { SigningInPasskey } from "../../storage/single-statements.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "../sessions/device.ts";
import { readChallenge, useChallenge } from "./challenge.ts";
import { checkProof, counterWentBack, type PasskeyProof } from "./check-proof.ts";
import { type PasskeyDomain, requirePasskeys } from "./passkey-domain.ts";
import { RejectedPasskey, rejecting, unknownPasskey } from "./rejected-passkey.ts";
import { isOfAdministrators, isOfOtherProjects } from "./shared-domain.ts";
import { findSigningInPasskey } from "./signing-in-passkey.ts";

type ProveApp = Pick<App, "baseUrl" | "clock" | "db" | "secretBox">;

/** A signature by the passkey of this user. Use it up in the transaction that it allows. */
export type PasskeyOfUser = PasskeyProof & SigningInPasskey;

export type Credential = Readonly<{ domain: PasskeyDomain; assertion: Assertion }>;

/** Checks what the platform answered to `get`. Changes nothing. */
export async function provePasskey(
  app: ProveApp,
  project: Project,
  credentialJson: string,
): Promise<PasskeyOfUser> {
  return proveCredential(app, project, await readCredential(app, project, credentialJson));
}

/** What needs no statement. If that fails, the project may have changed since it was read. */
export async function readCredential(
  app: Pick<App, "db">,
  project: Project,
  credentialJson: string,
): Promise<Credential> {
  try {
    const domain = requirePasskeys(project);
    if (credentialJson === "") throw invalidRequest("credential_json", "is required");
    return { domain, assertion: rejecting(() => readAssertion(credentialJson)) };
  } catch (error) {
    await requireUnchanged(app.db, project);
    throw error;
  }
}

export async function proveCredential(
  app: ProveApp,
  project: Project,
  { domain, assertion }: Credential,
): Promise<PasskeyOfUser> {
  const credentialId = assertion.credentialId.toString("base64url");
  const found = await findSigningInPasskey(app, project, credentialId);
  if (!found) throw await strangePasskey(app, project, assertion);
  const owners = { ...domain, ownersId: project.id };
  return { ...found, ...(await checkProof(app, owners, assertion, found.passkey, found.user.id)) };
}

/**
 * A passkey that the project does not know. The device is told to forget it only in answer to the project's own question,
 * and only if nobody else on this server can have made it.
 */
async function strangePasskey(
  app: ProveApp,
  project: Project,
  { clientData: { challenge } }: Assertion,
): Promise<RejectedPasskey> {
  const { rpId } = project.settings.passkeys;
  const isAnswer = readChallenge(app, project.id, "sign_in", challenge, "") !== undefined;
  if (!isAnswer || (await isOfOtherProjects(app, project)) || (await isOfAdministrators(app, rpId))) {
    return new RejectedPasskey("unknown");
  }
  return unknownPasskey(rpId);
}

/** Uses the challenge up and notes the use. Call it in the transaction that the passkey allows, before the user is locked. */
export async function usePasskey(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  proof: PasskeyOfUser,
  device: Device,
): Promise<void> {
  if (!(await useChallenge(app, project.id, proof.challenge, proof.facts))) {
    throw new RejectedPasskey("the challenge was answered before, or is older than a restore", proof.user.id);
  }
  await notePasskey(app, project, proof, device);
}

/** Locks the passkey, which may have been removed meanwhile, and stores what the authenticator said. */
export async function notePasskey(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  { passkey, state }: PasskeyOfUser,
  { ip, userAgent }: Device,
): Promise<void> {
  const { projectId, userId, id } = passkey;
  const { signCount } = state;
  const now = { signCount, backedUp: state.backupState ? 1 : 0, lastUsedAt: app.clock() };
  const note = ({ signCount: before }: PasskeyRow) =>
    notePasskeyUse(app.db, { projectId, userId, id, ...now, before });
  const isAsRead = await note(passkey);
  const before = isAsRead ? passkey : await lockPasskey(app.db, passkey);
  if (!before) throw unknownPasskey(passkey.rpId);
  if (!isAsRead) await note(before);
  if (!counterWentBack(before, signCount)) return;
  await recordEvent(app, {
    kind: "user.passkey_counter_went_back",
    projectId: project.id,
    userId,
    by: { actor: `user:${userId}`, ip, userAgent },
    data: { passkey_id: id },
  });
}
