import { type Disk, replaceable, type Stored } from "./disk.ts";

const MOST_ACCOUNTS = 3;

/** The device token for the account with this address, if there is one. */
export function deviceTokenOf({ devices = [] }: Stored, email: string): string | undefined {
  return devices.find(([key]) => key === keyOf(email))?.[1];
}

/** Kept after signing out, so that strangers who guess passwords do not lock the user out on this device. */
export function withDeviceToken(
  stored: Stored,
  email: string | undefined,
  token: string | undefined,
): Stored {
  if (!email || !token) return stored;
  const key = keyOf(email);
  const others = (stored.devices || []).filter(([other]) => other !== key);
  return { ...stored, devices: [[key, token], ...others].slice(0, MOST_ACCOUNTS) as Stored["devices"] };
}

/** Best effort: without a device token the app still works. */
export const keepDeviceToken = ({ change }: Disk, email?: string, token?: string): Promise<void> =>
  change((stored) => withDeviceToken(replaceable(stored), email || stored.session?.user.email, token)).catch(
    () => {},
  );

/** The address itself is not stored. If two addresses had the same key, one would send the other's token, which the server ignores. */
function keyOf(email: string): number {
  let key = 0;
  for (const letter of email.trim().toLowerCase()) key = (Math.imul(key, 31) + letter.charCodeAt(0)) | 0;
  return key;
}
