import type { App } from "../../app.ts";
import type { PasskeyRow } from "../../storage/db.ts";

/**
 * What stands for the user towards authenticators, in base64url: one value for each user and domain, which tells nothing
 * about the user. Passkeys that exist keep theirs.
 */
export function userHandleOf(
  { secretBox }: Pick<App, "secretBox">,
  { projectId, userId, rpId }: Pick<PasskeyRow, "projectId" | "userId" | "rpId">,
  passkeys: readonly Pick<PasskeyRow, "rpId" | "userHandle">[] = [],
): string {
  const known = passkeys.find((passkey) => passkey.rpId === rpId);
  return (
    known?.userHandle ??
    secretBox.mac(projectId, "passkey_handle", `${userId}\n${rpId}`).toString("base64url")
  );
}
