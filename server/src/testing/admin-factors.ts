import { type Client, ConnectError } from "@connectrpc/connect";
import { AdminFactorService, type CompleteLoginRequest } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { type MfaChallenge, MfaChallengeSchema } from "@svc/proto/svc/auth/v1/factors_pb";
import { stepAt, totpCode } from "../crypto/factors/totp.ts";
import { ADMIN_PASSWORD, type TestApp } from "./test-app.ts";

const STEP_MS = 30_000;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

type Proof = CompleteLoginRequest["proof"];

/** An authenticator app on somebody's phone. */
export type Phone = Readonly<{
  /** The code that it shows now, or some steps later. */
  code: (stepsAhead?: number) => string;
  /** Six digits that are none of the codes around now. */
  wrongCode: () => string;
  recoveryCodes: readonly string[];
}>;

/** What administrators do with their second factor. */
export type AdminFactors = Readonly<{
  as: (cookie: string) => Client<typeof AdminFactorService>;
  anonymous: Client<typeof AdminFactorService>;
  phone: (secret: string, recoveryCodes?: readonly string[]) => Phone;
  enroll: (cookie: string) => Promise<Phone>;
  /** The challenge with which a login with the password is answered. */
  challenge: (email?: string, password?: string) => Promise<MfaChallenge>;
  /** Returns the cookie of the session. */
  complete: (mfaToken: string, proof: Proof) => Promise<string>;
  login: (phone: Phone, email?: string) => Promise<string>;
}>;

export const totp = (value: string): Proof => ({ case: "totpCode", value });
export const recovery = (value: string): Proof => ({ case: "recoveryCode", value });
export const passkey = (value: string): Proof => ({ case: "passkeyJson", value });
export const nothing: Proof = { case: undefined };

export function adminFactors(t: TestApp): AdminFactors {
  const as: AdminFactors["as"] = (cookie) => t.client(AdminFactorService, { cookie });
  const anonymous = t.client(AdminFactorService);

  const phone: AdminFactors["phone"] = (secret, recoveryCodes = []) => {
    const key = fromBase32(secret);
    const code = (stepsAhead = 0): string => totpCode(key, stepAt(t.app.clock()) + stepsAhead);
    const wrongCode = (): string => {
      const near = [-1, 0, 1].map(code);
      return ["000000", "111111", "222222", "333333"].find((each) => !near.includes(each)) ?? "";
    };
    return { code, wrongCode, recoveryCodes };
  };

  const challenge: AdminFactors["challenge"] = (email = "root@example.com", password = ADMIN_PASSWORD) =>
    challengeOf(t.client(SessionService).login({ email, password }));

  const complete: AdminFactors["complete"] = async (mfaToken, proof) => {
    let cookie = "";
    const onHeader = (headers: Headers): void => {
      cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    };
    await anonymous.completeLogin({ mfaToken, proof }, { onHeader });
    return cookie;
  };

  return {
    as,
    anonymous,
    phone,
    challenge,
    complete,

    async enroll(cookie) {
      const { enrollment } = await as(cookie).startTotpEnrollment({});
      const { secret = "", enrollmentToken = "" } = enrollment ?? {};
      const totpCode = phone(secret).code();
      const { recoveryCodes } = await as(cookie).confirmTotpEnrollment({ enrollmentToken, totpCode });
      // The code that enrolled it works no second time.
      t.advance(STEP_MS);
      return phone(secret, recoveryCodes);
    },

    async login(phone, email) {
      const { token } = await challenge(email);
      const cookie = await complete(token, totp(phone.code()));
      t.advance(STEP_MS);
      return cookie;
    },
  };
}

/** The second detail of a login that needs more than the password. */
export async function challengeOf(login: Promise<unknown>): Promise<MfaChallenge> {
  const failure: unknown = await login.then(() => undefined).catch((error: unknown) => error);
  if (failure === undefined) throw new Error("the login succeeded");
  const [challenge] = ConnectError.from(failure).findDetails(MfaChallengeSchema);
  if (!challenge) throw failure;
  return challenge;
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
