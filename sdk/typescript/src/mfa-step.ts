import type { TotpEnrollmentJson } from "@svc/proto/svc/auth/v1/mfa_pb";
import type { Caller } from "./caller.ts";
import type { Tells } from "./message-types.ts";
import type { SecondFactor } from "./mfa-challenge.ts";

/** An authenticator app that is about to be enrolled: show `uri` as a QR code, and `secret` below it. */
export type TotpEnrollment = Omit<Tells<TotpEnrollmentJson>, "enrollmentToken">;

/** What the app shows next. Check `step`; TypeScript then knows which other fields are there. */
export type MfaStep =
  | Readonly<{
      /** Ask for a proof, and call `completeSignIn`. */
      step: "prove";
      /** What the user can prove, the most usual first. */
      factors: readonly SecondFactor[];
      /** Until when, by the server's clock (ISO 8601). */
      expiresAt: string;
    }>
  | Readonly<{
      /** Say that the account needs an authenticator app, and call `startRequiredEnrollment`. */
      step: "enroll";
      /** Until when, by the server's clock (ISO 8601). */
      expiresAt: string;
    }>
  | Readonly<{
      /** Show the secret, ask for a code of the app, and call `confirmTotpEnrollment`. */
      step: "confirm";
      /** What the app shows. */
      enrollment: TotpEnrollment;
    }>
  | Readonly<{
      /** Show the recovery codes, which nobody can see again, and call `cancel` when the user has kept them. */
      step: "recoveryCodes";
      /** Each replaces the authenticator app once. */
      recoveryCodes: readonly string[];
    }>;

/** A step with its tokens, which the app does not see. */
export type Held = {
  step: MfaStep;
  /** For `CompleteSignIn`. */
  mfaToken?: string | undefined;
  /** For `StartRequiredEnrollment`. */
  token?: string | undefined;
  /** For `ConfirmTotpEnrollment`. */
  enrollmentToken?: string | undefined;
};

export type HeldStep = ReturnType<typeof holdStep>;

/** Holds the step in memory only, because a challenge stands for the first factor. */
export function holdStep({ keeper }: Caller) {
  const listeners = new Set<() => void>();
  let held: Held | undefined;

  const hold = (next?: Held) => {
    held = next;
    for (const listener of listeners) Promise.resolve().then(listener);
  };

  // Somebody has signed in or out, perhaps in another tab.
  keeper.view.listen((_, event) => {
    const isOver = event === "signedIn" ? held?.step.step !== "recoveryCodes" : event === "signedOut";
    if (held && isOver) hold();
  });

  return {
    hold,
    held: () => held,
    shown: (): MfaStep | null => held?.step ?? null,

    listen(callback: () => void): () => void {
      const listener = () => callback();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
