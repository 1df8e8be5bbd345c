import type { TestAuth } from "./testing.ts";
import { enrollmentHandlers } from "./testing-kit/enrollment-handlers.ts";
import type { Handler } from "./testing-kit/handlers.ts";
import { mfaHandlers } from "./testing-kit/mfa-handlers.ts";
import { projectConfig } from "./testing-kit/project-config.ts";
import { canonicalEmail, type TestAccount } from "./testing-kit/test-accounts.ts";
import { keepFactors } from "./testing-kit/test-factors.ts";
import { SERVER, type TestServer } from "./testing-kit/test-server.ts";

export { TEST_RECOVERY_CODES, TEST_TOTP_CODE } from "./testing-kit/test-factors.ts";

/** What `testMfa` takes. */
export type TestMfaOptions = {
  /**
   * Who needs a second factor: users who have enrolled one (`optional`), or everybody but guests (`required`). Default:
   * `optional`.
   */
  policy?: "optional" | "required";
};

/** What a test can do to the second factors of the users. */
export type TestMfa = Readonly<{
  /**
   * The user with this address has an authenticator app from now on, whose code is `TEST_TOTP_CODE`, and
   * `TEST_RECOVERY_CODES`. The next sign-in fails with `MFA_REQUIRED`.
   *
   * @throws `Error` when nobody has this address.
   */
  enroll: (email: string) => void;
}>;

/**
 * Makes the server in memory ask for second factors. Call it once for each test. Sessions that are open stay open.
 *
 * @example
 * import { mfa } from "@svc/sdk/mfa";
 * import { createTestAuth, TEST_PASSWORD } from "@svc/sdk/testing";
 * import { TEST_TOTP_CODE, testMfa } from "@svc/sdk/testing-mfa";
 *
 * const test = await createTestAuth({ as: "signedOut" });
 * testMfa(test).enroll("ada@example.com");
 * const sign = test.client.signInWithPassword({ email: "ada@example.com", password: TEST_PASSWORD });
 * await sign.catch((error) => mfa(test.client).begin(error));
 * await mfa(test.client).completeSignIn({ totpCode: TEST_TOTP_CODE });
 */
export function testMfa(auth: TestAuth, { policy = "optional" }: TestMfaOptions = {}): TestMfa {
  const server = (auth as unknown as { [SERVER]: TestServer })[SERVER];
  const { sessions, accounts } = server;
  const factors = keepFactors(server.now);
  const isRequired = policy === "required";
  const { open } = sessions;

  sessions.open = (account, provider = "") => {
    // A passkey is both factors in one.
    if (account.user.isAnonymous || provider.startsWith("passkey")) return open(account, provider);
    const ways = waysOf(account);
    if (ways.length || isRequired) factors.require(account, ways);
    return open(account, provider);
  };
  const waysOf = (account: TestAccount) => {
    const factor = factors.of(account);
    const passkey = (factor || isRequired) && server.passkeys?.of(account).length ? ["passkey" as const] : [];
    const recovery = factor?.codes.size ? ["recovery_code" as const] : [];
    return [...(factor ? ["totp" as const] : []), ...passkey, ...recovery];
  };

  const config = () => ({ ...projectConfig(), mfaPolicy: `MFA_POLICY_${policy.toUpperCase()}` });
  const handlers: Record<string, Handler> = {
    ...mfaHandlers(server, factors, open, isRequired),
    ...enrollmentHandlers(server, factors),
    GetProjectConfig: config,
  };
  for (const [method, handler] of Object.entries(handlers)) server.answer(method, handler);

  return {
    enroll(email) {
      const account = accounts.find(({ user }) => user.email === canonicalEmail(email));
      if (!account) throw new Error(`nobody has the address ${email}`);
      factors.enroll(account);
    },
  };
}
