import { expect } from "vitest";
import { chunkedStorage } from "../../src/chunked-storage.ts";
import { isAuthError } from "../../src/sdk.ts";
import { MINUTE } from "../device-clock.ts";
import { type Phone, unlessRetryable } from "./phone.ts";

/** Makes the record longer than a chunk. */
const AVATAR = `https://example.com/${"a".repeat(1900)}`;

/**
 * Half of the keys vanish, while the app runs or before it starts. The session is whole or nobody is signed in, and
 * what is left on the disk stays there until somebody signs in.
 */
export async function wipeHalf(phone: Phone): Promise<void> {
  const { disk, random } = phone;
  if (phone.index % 2 && !phone.client.user?.avatarUrl) {
    await phone.client.updateMe({ avatarUrl: AVATAR }).catch(unlessRetryable);
    phone.clock.pass(20 * MINUTE);
  }
  await phone.refresh();
  if (random() < 0.5) return;

  const { user } = phone.client;
  disk.wipe();
  const left = disk.contents();
  phone.blame = "half of the storage is gone";
  if (random() < 0.5) {
    phone.clock.pass(20 * MINUTE);
    await phone.client.getAccessToken().catch(unlessStorage);
  }
  await phone.restart();
  if (phone.isSignedIn) {
    expect(phone.client.user).toEqual(user);
    return phone.refresh();
  }
  await phone.client.getAccessToken().catch(unlessStorage);
  expect(disk.contents()).toBe(left);
  // A storage in which nothing can be found any more looks like a new one.
  const storage = disk.storageOf(nothing, nothing);
  if (await chunkedStorage(storage).getItem(phone.storageKey)) expect(phone.signedOutReason).toBe("storage");
}

const nothing = () => {};

function unlessStorage(error: unknown): void {
  if (!isAuthError(error, "STORAGE")) unlessRetryable(error);
}
