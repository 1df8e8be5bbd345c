import type { UserFactorsJson } from "@svc/proto/svc/auth/v1/factors_pb";
import type { MyFactors } from "../kept-factors.ts";
import type { Call } from "../transport.ts";

/** The second factors of a user. Times are ISO 8601 strings. */
export type ServerFactors = MyFactors;

type Answer = { factors?: UserFactorsJson };

export function factorMethods(call: Call) {
  const service = "server.v1.UserService/";
  const ask = async (method: string, userId: string): Promise<ServerFactors> =>
    decodeFactors((await call<Answer>(`${service}${method}`, { userId })).factors ?? {});
  return {
    /**
     * Returns the second factors of a user.
     *
     * @throws `AuthError`: `NOT_FOUND`.
     */
    getUserFactors: (userId: string): Promise<ServerFactors> => ask("GetUserFactors", userId),

    /**
     * Removes all second factors of a user who has lost them: the authenticator app, the recovery codes, and the passkeys if
     * the user can sign in in another way. Ends every session; the user gets an email. First verify who is asking.
     *
     * @throws `AuthError`: `NOT_FOUND`.
     */
    resetUserFactors: (userId: string): Promise<ServerFactors> => ask("ResetUserFactors", userId),
  };
}

function decodeFactors(factors: UserFactorsJson): ServerFactors {
  const { totpEnrolledAt, totpLastUsedAt, recoveryCodesLeft = 0, passkeys = 0, required = false } = factors;
  return {
    ...(totpEnrolledAt && { totpEnrolledAt }),
    ...(totpLastUsedAt && { totpLastUsedAt }),
    recoveryCodesLeft,
    passkeys,
    required,
  };
}
