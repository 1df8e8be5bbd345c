import type { Model } from "./model.ts";
import type { Phone } from "./phone.ts";

export type Verdict = {
  /** Sessions that ended for a cause that the model names. */
  ended: number;
  /** What must not happen, one line for each time. */
  wrong: string[];
};

/** After a round: whose session has ended had a cause, is told why, and can sign in again. */
export async function judge({ ends }: Model, phone: Phone, verdict: Verdict): Promise<void> {
  const { blame, userId, account } = phone;
  const isWrong = (what: string) =>
    verdict.wrong.push(`phone ${phone.index} (${blame ?? "honest"}): ${what}`);
  phone.blame = undefined;
  if (phone.isSignedIn) {
    if (phone.client.user?.id !== userId) isWrong("is another user");
    if (blame && ends?.mustEnd) isWrong("the session goes on");
    return;
  }
  const reason = phone.signedOutReason;
  if (blame && ends?.reasons.includes(reason)) verdict.ended++;
  else isWrong(`signed out, ${reason}`);
  await signInAgain(phone);
  if (account && phone.userId !== userId) isWrong("signed in again as another user");
  await phone.restart();
  if (!phone.isSignedIn || phone.client.user?.id !== phone.userId) isWrong("cannot sign in again");
}

/** If the end of the session could not be written, the same guest is there again until the server refuses it once more. */
async function signInAgain(phone: Phone): Promise<void> {
  const { userId, account } = phone;
  await phone.signIn();
  for (let tries = 0; tries < 10 && !account && phone.userId === userId; tries++) {
    await phone.beginRound();
    await phone.refresh();
    await phone.signIn();
  }
}
