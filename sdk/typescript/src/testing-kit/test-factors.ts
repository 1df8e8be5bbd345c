import { detail, field, Refusal, varint } from "./refusal.ts";
import type { TestAccount } from "./test-accounts.ts";
import type { TestSession } from "./test-sessions.ts";
import { utf8Bytes } from "./utf8-bytes.ts";

const MINUTE_MS = 60_000;
const ATTEMPTS = 5;

/** The code that every authenticator app of the test shows. It works whenever it is asked for. */
export const TEST_TOTP_CODE = "123456";

/** The recovery codes of every enrollment of the test. Each works once. */
export const TEST_RECOVERY_CODES: readonly string[] = [..."ABCDEFGHJK"].map((letter) =>
  Array(3).fill(letter.repeat(4)).join("-"),
);

/** What a sign-in or an enrollment waits for. */
export type TestChallenge = {
  readonly account: TestAccount;
  /** `proven` is what follows an enrollment in a sign-in. */
  readonly purpose: "sign_in" | "enroll" | "confirm" | "proven";
  readonly until: number;
  left: number;
  /** Of the email with a code, where an enrollment needs one. */
  emailFlow?: string;
  /** Who enrolls, unless it is in a sign-in. */
  session?: TestSession;
};

const NUMBERS = { totp: 1, passkey: 2, recovery_code: 3 };
type Factor = keyof typeof NUMBERS;

/** The second factors that the server in memory knows. */
export function keepFactors(now: () => number) {
  const challenges = new Map<string, TestChallenge>();
  /** The recovery codes that are left. */
  const enrolled = new Map<TestAccount, { codes: Set<string>; at: string; lastUsedAt?: string }>();
  /** Sessions in which a factor was proven. */
  const proven = new WeakSet<TestSession>();
  let ids = 0;
  const time = () => new Date(now()).toISOString();

  const add = (account: TestAccount, purpose: TestChallenge["purpose"], minutes: number) => {
    const token = `challenge-${++ids}-${Math.random()}`;
    const challenge: TestChallenge = { account, purpose, until: now() + minutes * MINUTE_MS, left: ATTEMPTS };
    challenges.set(token, challenge);
    return { token, challenge };
  };

  return {
    add,
    of: (account: TestAccount) => enrolled.get(account),
    enroll: (account: TestAccount) =>
      void enrolled.set(account, { codes: new Set(TEST_RECOVERY_CODES.map(plain)), at: time() }),
    renewCodes(account: TestAccount): void {
      const factor = enrolled.get(account);
      if (factor) factor.codes = new Set(TEST_RECOVERY_CODES.map(plain));
    },
    remove: (account: TestAccount) => void enrolled.delete(account),
    /** What was proven last counts. */
    prove: (session: TestSession, isFactor = true) => void proven[isFactor ? "add" : "delete"](session),
    /** A passkey is both factors. */
    isProvenIn: (session: TestSession) => proven.has(session) || session.provider.startsWith("passkey"),
    spend: (token: string) => void challenges.delete(token),

    /** Refuses a sign-in until the second factor is proven, or enrolled. */
    require(account: TestAccount, factors: readonly Factor[]): never {
      const isEnrolled = factors.length > 0;
      const { token, challenge } = isEnrolled ? add(account, "sign_in", 5) : add(account, "enroll", 10);
      const reason = isEnrolled ? "MFA_REQUIRED" : "MFA_ENROLLMENT_REQUIRED";
      throw new Refusal(reason, {}, reason, [encodeChallenge(token, factors, challenge.until)]);
    },

    find(token: string, ...purposes: readonly TestChallenge["purpose"][]): TestChallenge {
      const challenge = challenges.get(token);
      const isGood = challenge && purposes.includes(challenge.purpose) && challenge.until > now();
      if (!isGood || !challenge.left) throw new Refusal("MFA_CHALLENGE_INVALID");
      return challenge;
    },

    countWrong(challenge: TestChallenge): never {
      throw new Refusal("MFA_CODE_INVALID", { attempts_left: String(--challenge.left) });
    },

    /** Whether one of these proves the factor. A recovery code is used up. */
    isProof(account: TestAccount, totpCode?: string, recoveryCode?: string): boolean {
      const factor = enrolled.get(account);
      if (!factor) return false;
      if (recoveryCode !== undefined) return factor.codes.delete(plain(recoveryCode));
      const isRight = totpCode?.replace(/[\s-]/g, "") === TEST_TOTP_CODE;
      if (isRight) factor.lastUsedAt = time();
      return isRight;
    },
  };
}

export type TestFactors = ReturnType<typeof keepFactors>;

const plain = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** svc.auth.v1.MfaChallenge in binary: 1: token, 2: factors, 3: time of expiry. */
function encodeChallenge(token: string, factors: readonly Factor[], until: number) {
  const seconds = [8, ...varint(Math.floor(until / 1000))];
  const nanos = [16, ...varint((until % 1000) * 1e6)];
  return detail("svc.auth.v1.MfaChallenge", [
    ...field(1, utf8Bytes(token)),
    ...field(
      2,
      factors.map((factor) => NUMBERS[factor]),
    ),
    ...field(3, [...seconds, ...nanos]),
  ]);
}
