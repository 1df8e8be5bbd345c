import type { RegenerateRecoveryCodesResponseJson } from "@svc/proto/svc/auth/v1/mfa_pb";
import type { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import { fromBase64 } from "./base64.ts";
import type { Caller } from "./caller.ts";
import { type EmailCodeProof, emailCodeProof, forgetFlow, withAttemptsLeft } from "./email-code-proof.ts";
import { utf8 } from "./error-info.ts";
import { type KeptFactors, type MyFactors, SERVICE } from "./kept-factors.ts";
import { type Proof, withPasskey } from "./mfa-proof.ts";

/** The methods about the factors that the user has. */
export function mfaAccount(caller: Caller, kept: KeptFactors) {
  const { keeper, asUser } = caller;
  const { disk } = keeper;
  const rotate = rotation(caller);
  return {
    /**
     * Proves again who the user is. For ten minutes afterwards the methods work that failed with
     * `REAUTHENTICATION_REQUIRED`, and where the project uses second factors your backend sees it in `auth_time` and `amr`
     * of the access token. The session stays the same.
     *
     * @throws `AuthError`: `INVALID_CREDENTIALS` (wrong password), `MFA_CODE_INVALID`, `EMAIL_CODE_INVALID`,
     * `PASSKEY_INVALID`, `CANCELLED`, `RATE_LIMITED`.
     *
     * @example
     * import { isAuthError } from "@svc/sdk";
     * import { mfa } from "@svc/sdk/mfa";
     *
     * const factors = mfa(auth);
     * try {
     *   await factors.removeTotp();
     * } catch (error) {
     *   if (!isAuthError(error, "REAUTHENTICATION_REQUIRED")) throw error;
     *   await factors.reauthenticate({ totpCode: "123456" });
     *   await factors.removeTotp();
     * }
     */
    async reauthenticate(proof: Proof): Promise<Session> {
      const emailCode = "emailCode" in proof ? emailCodeProof(await disk.read(), proof.emailCode) : undefined;
      const session = await rotate(emailCode ? { emailCode } : await withPasskey(proof));
      if (emailCode) await forgetFlow(disk, emailCode.codeVerifier);
      return session;
    },

    /**
     * Fetches the second factors of the signed-in user.
     *
     * @throws `AuthError`: `MFA_DISABLED` (the project does not use them, or the user is a guest).
     */
    getMyFactors: (): Promise<MyFactors> => kept.get(),

    /**
     * Removes the authenticator app and the recovery codes, and ends the user's other sessions.
     *
     * @throws `AuthError`: `REAUTHENTICATION_REQUIRED` (call `reauthenticate` with a code or a passkey), `NOT_FOUND` (none is
     * enrolled).
     */
    removeTotp: async (): Promise<void> => {
      await asUser(`${SERVICE}RemoveTotp`);
      kept.reload();
    },

    /**
     * Replaces all recovery codes by ten new ones, and ends the user's other sessions. Nobody can see them again: show them
     * at once.
     *
     * @throws `AuthError`: `REAUTHENTICATION_REQUIRED` (call `reauthenticate` with a code or a passkey), `NOT_FOUND` (no
     * authenticator app is enrolled).
     */
    async regenerateRecoveryCodes(): Promise<readonly string[]> {
      const method = `${SERVICE}RegenerateRecoveryCodes`;
      const { recoveryCodes = [] } = await asUser<RegenerateRecoveryCodesResponseJson>(method);
      kept.reload();
      return recoveryCodes;
    },

    /**
     * The user's factors as the server last said. Undefined while nothing is known. `useFactors` of `@svc/sdk/react` renders
     * by it.
     */
    knownFactors: (): MyFactors | undefined => kept.known(),

    /** Asks the server for the factors, and calls back when `knownFactors` has changed. Returns a function that stops it. */
    onFactorsChange: (callback: () => void): (() => void) => kept.listen(callback),
  };
}

type Request = { emailCode: EmailCodeProof } | object;

/** Sends a proof. After a lost answer the token tells whether it has arrived: most proofs work once. */
function rotation({ keeper, call }: Caller) {
  let lost: (Claims & { request: string }) | undefined;
  return (request: Request): Promise<Session> => {
    const text = JSON.stringify(request);
    const isDone = () => {
      const { sid, authTime } = claimsOf(keeper.view.current?.accessToken);
      return lost?.request === text && lost.sid === sid && authTime > lost.authTime;
    };
    return keeper
      .rotate(isDone, (attemptId, token) => {
        lost = { request: text, ...claimsOf(token) };
        return call(`${SERVICE}Reauthenticate`, { ...request, attemptId }, token);
      })
      .then(
        (session) => {
          lost = undefined;
          return session;
        },
        (error: AuthError) => {
          if (!error.retryable) lost = undefined;
          throw withAttemptsLeft(error);
        },
      );
  };
}

/** The session, and when its user last proved who they are, in seconds; 0 where the project does not say. */
type Claims = { sid?: string; authTime: number };

function claimsOf(accessToken = ""): Claims {
  const [, payload = ""] = accessToken.split(".");
  const text = utf8(fromBase64(payload.replace(/-/g, "+").replace(/_/g, "/")));
  const { sid, auth_time: authTime = 0 } = JSON.parse(text || "{}");
  return { sid, authTime };
}
