import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { PasskeyOwners } from "../passkeys/passkey-owners.ts";
import { rpIdOfServer } from "../passkeys/rp-id.ts";

/** Challenges and user handles of administrators are made for it, so that no project accepts them. */
const ADMINISTRATORS = "administrators";

/** The host of the base URL, or undefined when it is an IP address: browsers know no passkeys of one. */
export function adminRpId(app: Pick<App, "baseUrl">): string | undefined {
  return rpIdOfServer(app.baseUrl);
}

/** Passkeys of administrators belong to the host of the base URL and work on its origin only. */
export function requireAdminPasskeys(app: Pick<App, "baseUrl">): PasskeyOwners {
  const rpId = adminRpId(app);
  if (rpId === undefined)
    throw new AppError("PASSKEY_DISABLED", "the base URL has no host that passkeys can have");
  return { ownersId: ADMINISTRATORS, rpId, origins: [new URL(app.baseUrl).origin] };
}
