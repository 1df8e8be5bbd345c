import { AuthError } from "./auth-error.ts";
import { type Disk, replaceable, type Stored } from "./disk.ts";

/** What proves that the user has read the email, and that this device asked for it. */
export type EmailCodeProof = { flowId: string; code: string; codeVerifier: string };

/** The proof for a code that was requested on this device. */
export function emailCodeProof(stored: Stored, typed: string): EmailCodeProof {
  const { emailCode: flow } = replaceable(stored);
  if (!flow?.id) {
    throw withAttemptsLeft(
      new AuthError("EMAIL_CODE_INVALID", "request a code first", { code: "unauthenticated" }),
    );
  }
  return { flowId: flow.id, code: plainCode(typed), codeVerifier: flow.codeVerifier };
}

/** Best effort: the code is used up, and the flow is forgotten with time. */
export const forgetFlow = ({ change }: Disk, codeVerifier: string): Promise<void> =>
  change(({ emailCode, ...rest }) => (emailCode?.codeVerifier === codeVerifier ? rest : undefined)).catch(
    () => {},
  );

/** A wrong code that is not counted says nothing about how often it can be tried. */
export function withAttemptsLeft(error: AuthError): AuthError {
  const { reason, metadata } = error;
  const left = metadata?.attempts_left ?? (reason === "EMAIL_CODE_INVALID" ? 0 : undefined);
  return left === undefined ? error : Object.assign(error, { attemptsLeft: Number(left) });
}

/** As the server reads it, so that the same code typed in another way is the same attempt. */
function plainCode(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s\u00ad\u200b-\u200f\u2060-]/g, "");
}
