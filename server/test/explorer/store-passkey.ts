import type { App } from "../../src/app.ts";
import { creationOptions } from "../../src/domain/passkeys/ceremony-options.ts";
import { newChallenge } from "../../src/domain/passkeys/challenge.ts";
import { readNewPasskey } from "../../src/domain/passkeys/new-passkey.ts";
import { userHandleOf } from "../../src/domain/passkeys/user-handle.ts";
import { insertPasskey } from "../../src/storage/passkeys.ts";
import { ORIGIN, RP_ID } from "../../src/testing/passkeys.ts";
import type { World } from "./world.ts";

/** A passkey of the person, which their device has, too. */
export async function storePasskey(app: App, { project, person }: World): Promise<void> {
  const of = { projectId: project.id, userId: person.id, rpId: RP_ID };
  const userHandle = userHandleOf(app, of);
  const challenge = newChallenge(app, project.id, "link", person.id, "");
  const rp = { id: RP_ID, name: "" };
  const options = creationOptions({ rp, challenge, userHandle, email: null, displayName: "", exclude: [] });
  const credentialJson = person.device.create(options, { origin: ORIGIN });
  const ceremony = { purpose: "link", context: "" } as const;
  const { row } = readNewPasskey(app, project, ceremony, { credentialJson, passkeyName: "" });
  await insertPasskey(app.db, { ...row, id: person.passkeyId, userId: person.id, userHandle });
}
