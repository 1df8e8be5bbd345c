import type {
  InspectEmailCodeResponseJson,
  RequestEmailCodeResponseJson,
} from "@svc/proto/svc/auth/v1/auth_pb";
import type { GetProjectConfigResponseJson } from "@svc/proto/svc/auth/v1/config_pb";
import type { AuthClient } from "./auth-client.ts";
import type { AuthError } from "./auth-error.ts";
import type { Session } from "./auth-state.ts";
import { toBase64Url } from "./base64url.ts";
import { type Caller, callerOf } from "./caller.ts";
import { deviceTokenOf } from "./device-tokens.ts";
import { type EmailCodeFlow, replaceable } from "./disk.ts";
import { emailCodeProof, forgetFlow, withAttemptsLeft } from "./email-code-proof.ts";
import type { Tells } from "./message-types.ts";
import { type PendingEmailCode, watchFlow } from "./pending-email-code.ts";
import { sha256 } from "./sha256.ts";
import { CONFIG_SERVICE } from "./transport.ts";

export type { PendingEmailCode } from "./pending-email-code.ts";

/** Which device asked for a code, and when (ISO 8601). */
export type EmailCodeOrigin = Tells<InspectEmailCodeResponseJson>;

/** What `emailCodes` returns. */
export type EmailCodes = ReturnType<typeof createEmailCodes>;

/**
 * Signs in with a code that the user gets by email, if the project allows it: `getProjectConfig()` says so in
 * `providers.emailCode`. For one client it always returns the same object. It works alike on the web and on phones.
 *
 * A code works on the device that asked for it and nowhere else, also after the app was killed and started again.
 *
 * @example
 * import { emailCodes } from "@svc/sdk/email-code";
 *
 * const codes = emailCodes(auth);
 * await codes.requestEmailCode({ email });
 * await codes.signInWithEmailCode({ code: "1234 5678" });
 */
export function emailCodes(client: AuthClient): EmailCodes {
  const caller = callerOf(client);
  caller.emailCodes ??= createEmailCodes(caller);
  return caller.emailCodes as EmailCodes;
}

function createEmailCodes(caller: Caller) {
  const { keeper, call, lock, storageKey } = caller;
  const { disk, open } = keeper;
  const { pending, listen, reload, isRecent } = watchFlow(caller);
  const ask = asker(caller, isRecent);

  return {
    /**
     * Emails a code to this address. Again for the same address it sends another code, and the earlier one stops
     * working. Succeeds whether or not the address has an account, and when too many codes were requested.
     *
     * @throws `AuthError`: `EMAIL_CODE_DISABLED`, `UNIMPLEMENTED` (the server is older than email codes), `STORAGE`
     * (nothing was sent, because the device could not store what it needs to use the code).
     */
    requestEmailCode: ({
      email,
    }: {
      /** Where to send the code. */
      email: string;
    }): Promise<void> =>
      // One after the other, so that the second of two taps has another code sent and does not begin anew.
      lock(`${storageKey}.emailCode`, () => ask(email.trim().toLowerCase())).finally(reload),

    /**
     * Signs in with the code of the last email, and creates the account if there is none. Spaces and hyphens in the code
     * do not matter.
     *
     * @throws `AuthError`: `EMAIL_CODE_INVALID` (wrong, expired, used or not requested on this device; `attemptsLeft` says
     * how often it can still be tried), `EMAIL_CODE_DISABLED`, `USER_DISABLED`, `SIGN_UP_CLOSED`, `EMAIL_ALREADY_EXISTS`,
     * `RATE_LIMITED`, and those of second factors, as in `signInWithPassword`.
     *
     * @example
     * import { isAuthError } from "@svc/sdk";
     * import { emailCodes } from "@svc/sdk/email-code";
     *
     * try {
     *   await emailCodes(auth).signInWithEmailCode({ code: "12345678" });
     * } catch (error) {
     *   if (!isAuthError(error, "EMAIL_CODE_INVALID")) throw error;
     *   show(error.attemptsLeft ? "This code is wrong." : "Request another code.");
     * }
     */
    async signInWithEmailCode({
      code,
    }: {
      /** What the user typed, or what `emailCodeFromUrl` returned. */
      code: string;
    }): Promise<Session> {
      const stored = await disk.read();
      const proof = emailCodeProof(stored, code);
      const deviceToken = deviceTokenOf(stored, stored.emailCode?.email ?? "");
      const forget = () => forgetFlow(disk, proof.codeVerifier).then(reload);
      const session = await open("SignInWithEmailCode", { ...proof, deviceToken }).catch(
        async (error: AuthError) => {
          // The code was right. A second factor completes the sign-in.
          if (/^MFA_/.test(error.reason)) await forget();
          throw withAttemptsLeft(error);
        },
      );
      await forget();
      return session;
    },

    /**
     * The code in the link of the email, for `signInWithEmailCode`, when the link opens your app. Undefined for all other
     * links, also for those that another device or project asked for. Opening a link signs nobody in.
     *
     * @example
     * import { emailCodes } from "@svc/sdk/email-code";
     * import { Linking } from "react-native";
     *
     * Linking.addEventListener("url", async ({ url }) => {
     *   const codes = emailCodes(auth);
     *   const code = await codes.emailCodeFromUrl(url);
     *   if (code) await codes.signInWithEmailCode({ code });
     * });
     */
    async emailCodeFromUrl(url: string): Promise<string | undefined> {
      const { emailCode: flow } = await disk.read();
      const [link = ""] = url.split("#");
      const parameter = (name: string) => new RegExp(`[?&]${name}=([\\w-]+)(&|$)`).exec(link)?.[1];
      const isOurs = flow?.id && link.startsWith(`${flow.issuer}/app?`) && parameter("flow") === flow.id;
      return isOurs ? parameter("code") : undefined;
    },

    /**
     * Tells which device asked for the code in a link. For an app that its link opens on another device: show the code of
     * the link, and where to type it. The `flowId` is in the link, as `flow`.
     *
     * @throws `AuthError`: `EMAIL_CODE_INVALID` (the code is over).
     */
    inspectEmailCode: (flowId: string): Promise<EmailCodeOrigin> => call("InspectEmailCode", { flowId }),

    /**
     * The code that was requested on this device and can still be used, as far as the device knows. Null when there is
     * none; undefined while that is being read. `useEmailCode` of `@svc/sdk/react` renders by it.
     */
    pendingEmailCode: (): PendingEmailCode | null | undefined => pending(),

    /** Calls back when `pendingEmailCode` has changed. Returns a function that stops it. */
    onPendingEmailCodeChange: (callback: () => void): (() => void) => listen(callback),
  };
}

/**
 * Has a code sent. What is needed to use it is on disk before, because the app may be killed at any moment. After a lost
 * answer the id is missing, and the next request begins a flow with the same verifier.
 */
function asker({ keeper, call, random, clock }: Caller, isRecent: (flow: EmailCodeFlow) => boolean) {
  const { change } = keeper.disk;
  let issuer: string | undefined;
  return async (email: string): Promise<void> => {
    issuer ??= (await call<GetProjectConfigResponseJson>(`${CONFIG_SERVICE}GetProjectConfig`)).issuer ?? "";
    let deviceToken: string | undefined;
    let flow = { email, codeVerifier: toBase64Url(random(32)), issuer, at: clock.now() } as EmailCodeFlow;
    await change((stored) => {
      const { emailCode: last } = replaceable(stored);
      if (last?.email === email && isRecent(last)) flow = { ...last, at: flow.at };
      deviceToken = deviceTokenOf(stored, email);
      return { ...stored, emailCode: flow };
    });
    const { id: flowId, codeVerifier } = flow;
    const codeChallenge = toBase64Url(sha256(codeVerifier));
    const answer = await call<RequestEmailCodeResponseJson>("RequestEmailCode", {
      email,
      codeChallenge,
      flowId,
      deviceToken,
    });
    await change((stored) =>
      replaceable(stored).emailCode?.codeVerifier === codeVerifier
        ? { ...stored, emailCode: { ...flow, id: answer.flowId } }
        : undefined,
    );
  };
}
