import { MINUTE } from "../device-clock.ts";
import { pause } from "./pause.ts";
import { type Phone, unlessRetryable } from "./phone.ts";

/** A refresh gets stuck on its way and the guest chooses a password. Most of the time the refresh arrives only then. */
export async function linkPasswordMeanwhile(phone: Phone): Promise<void> {
  if (phone.account) await becomeGuest(phone);
  const { client, clock, line } = phone;
  const deliver = await line.stuckDuring(() => client.getAccessToken().catch(unlessRetryable));
  const isInTime = phone.random() < 0.3;
  if (isInTime) await deliver();

  const account = { email: `${phone.userId}@example.com`.toLowerCase(), password: "a long enough password" };
  // A server that hashes for many phones at once asks some of them to come again.
  while (!client.user?.hasPassword) {
    await client.linkPassword(account).catch(unlessRetryable);
    await pause(phone.random() * 20);
  }
  phone.account = account;
  if (!isInTime) await deliver();
  clock.pass(20 * MINUTE);
  await phone.refresh();
}

async function becomeGuest(phone: Phone): Promise<void> {
  await phone.client.signOut();
  phone.account = undefined;
  await phone.signIn();
  phone.clock.pass(20 * MINUTE);
}
