import type { App } from "../../app.ts";
import type { PasskeyRow } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";
import type { ChallengePurpose } from "./challenge.ts";
import { requirePasskeys } from "./passkey-domain.ts";
import { type ReadCredential, readCredential } from "./read-credential.ts";

/** A passkey that was made for this project, and the challenge that it answers. */
export type NewPasskey = Readonly<
  Omit<ReadCredential, "row"> & { row: Omit<PasskeyRow, "userId" | "userHandle"> }
>;

/** See `readCredential`. */
export function readNewPasskey(
  app: Pick<App, "clock" | "newId" | "secretBox">,
  project: Project,
  ceremony: { purpose: ChallengePurpose; context: string },
  { credentialJson, passkeyName }: { credentialJson: string; passkeyName: string },
): NewPasskey {
  const owners = { ...requirePasskeys(project), ownersId: project.id };
  const input = { credentialJson, name: passkeyName, nameField: "passkey_name" };
  const { row, ...read } = readCredential(app, owners, ceremony, input);
  return { ...read, row: { ...row, projectId: project.id } };
}
