import { Refusal } from "./refusal.ts";
import { RP_ID, type TestAccount } from "./test-accounts.ts";

const LIFETIME_MS = 5 * 60_000;
const MAX_PASSKEYS = 10;

type Purpose = "sign-in" | "sign-up" | "link";

/** What the test's device answers: enough to know the passkey by. Nothing is signed. */
export type TestCredential = {
  id: string;
  rawId: string;
  type: "public-key";
  response: { challenge: string; userHandle: string };
};

export type TestPasskey = {
  readonly id: string;
  name: string;
  readonly credentialId: string;
  readonly createdAt: string;
  lastUsedAt?: string;
  readonly account: TestAccount;
  readonly userHandle: string;
};

export type TestPasskeys = ReturnType<typeof keepPasskeys>;

/** The passkeys that the server in memory knows. */
export function keepPasskeys(now: () => number) {
  const all = new Set<TestPasskey>();
  let ids = 0;
  const newId = (kind: string) => `${kind}-${++ids}`;
  const { challenge, read, use } = keepChallenges(now, newId);
  const time = () => new Date(now()).toISOString();
  const of = (account: TestAccount) => [...all].filter((passkey) => passkey.account === account).reverse();

  return {
    of,
    requestOptions: () => ({
      challenge: challenge("sign-in"),
      rpId: RP_ID,
      timeout: LIFETIME_MS,
      userVerification: "required",
    }),

    creationOptions(user: NamedUser, account?: TestAccount) {
      const known = account ? of(account) : [];
      if (known.length >= MAX_PASSKEYS) throw new Refusal("TOO_MANY_PASSKEYS");
      const handle = known[0]?.userHandle ?? newId("handle");
      return creationOptions(challenge(account ? "link" : "sign-up", account), handle, user, known);
    },

    /** Whose passkey signed in. */
    redeem(json: string): TestPasskey {
      const { id, response } = read(json, "sign-in");
      const passkey = [...all].find(({ credentialId }) => credentialId === id);
      if (!passkey) throw new Refusal("PASSKEY_INVALID", { signal: "unknown", rp_id: RP_ID });
      if (passkey.userHandle !== response.userHandle) throw invalid();
      use(response.challenge);
      passkey.lastUsedAt = time();
      return passkey;
    },

    /** Adds a passkey; the account is made when everything else is right. */
    add(
      json: string,
      name: string,
      purpose: Purpose,
      account: TestAccount | (() => TestAccount),
    ): TestPasskey {
      const isNew = typeof account === "function";
      const { id: credentialId, response } = read(json, purpose, isNew ? undefined : account);
      if ([...all].some((passkey) => passkey.credentialId === credentialId)) {
        throw new Refusal("PASSKEY_ALREADY_EXISTS");
      }
      const passkey: TestPasskey = {
        id: newId("passkey"),
        name: name.trim() || "Passkey",
        credentialId,
        createdAt: time(),
        account: isNew ? account() : account,
        userHandle: response.userHandle,
      };
      use(response.challenge);
      all.add(passkey);
      return passkey;
    },

    find(account: TestAccount, passkeyId = ""): TestPasskey {
      const passkey = of(account).find(({ id }) => id === passkeyId);
      if (!passkey) throw new Refusal("NOT_FOUND", { resource: "passkey" });
      return passkey;
    },

    remove: (passkey: TestPasskey) => void all.delete(passkey),
  };
}

/** A challenge is for one purpose and one account, and good for one success. */
function keepChallenges(now: () => number, newId: (kind: string) => string) {
  const known = new Map<string, { purpose: Purpose; account: TestAccount | undefined; until: number }>();
  return {
    challenge(purpose: Purpose, account?: TestAccount): string {
      const text = newId("challenge");
      known.set(text, { purpose, account, until: now() + LIFETIME_MS });
      return text;
    },

    read(json: string, purpose: Purpose, account?: TestAccount): TestCredential {
      const credential: TestCredential = JSON.parse(json);
      const asked = known.get(credential.response.challenge);
      if (asked?.purpose !== purpose || asked.account !== account || asked.until <= now()) throw invalid();
      return credential;
    },

    use: (challenge: string) => void known.delete(challenge),
  };
}

type NamedUser = { email?: string; displayName?: string };

function creationOptions(
  challenge: string,
  handle: string,
  { email, displayName }: NamedUser,
  known: readonly TestPasskey[],
) {
  const name = email || displayName || "Account";
  return {
    challenge,
    rp: { id: RP_ID, name: "Test" },
    user: { id: handle, name, displayName: displayName || name },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
    timeout: LIFETIME_MS,
    excludeCredentials: known.map(({ credentialId: id }) => ({ type: "public-key", id })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

const invalid = () => new Refusal("PASSKEY_INVALID");
