import type { UserJson } from "@svc/proto/svc/auth/v1/user_pb";
import type { User } from "../contract.ts";
import { invalidRequest, Refusal } from "./refusal.ts";

export const BASE_URL = "https://auth.test";
export const SLUG = "test";
export const RP_ID = "auth.test";
export const MIN_LENGTH = 8;

/** The password of the account that createTestAuth makes. */
export const TEST_PASSWORD = "correct horse battery";

/** What a test says about the user; the rest is filled in. */
export type TestUser = Partial<
  Pick<User, "id" | "email" | "emailVerified" | "displayName" | "avatarUrl" | "claims">
>;

export type TestAccount = {
  /** As on the wire: every field is there. */
  user: Required<UserJson>;
  /** Empty when there is none. */
  password: string;
  /** Which ID token stands for the account at each provider, by the provider's name on the wire. */
  idTokens: Record<string, string>;
};

export type TestAccounts = {
  /** With a password a permanent user, without one a guest. */
  add: (user: TestUser, password?: string) => TestAccount;
  remove: (account: TestAccount) => void;
  has: (account: TestAccount) => boolean;
  find: (isWanted: (account: TestAccount) => boolean) => TestAccount | undefined;
  /** Refuses an address that another account has. */
  requireFree: (email: string) => void;
};

export function keepAccounts(now: () => number, newId: () => string): TestAccounts {
  const accounts = new Set<TestAccount>();
  const find: TestAccounts["find"] = (isWanted) => [...accounts].find(isWanted);
  return {
    find,
    has: (account) => accounts.has(account),
    remove: (account) => accounts.delete(account),

    add(user, password = "") {
      const filledIn = {
        id: newId(),
        email: "",
        emailVerified: false,
        displayName: "",
        avatarUrl: "",
        locale: "",
        isAnonymous: !password,
        claims: {},
        identities: [],
        hasPassword: !!password,
        createdAt: new Date(now()).toISOString(),
        emailBounces: false,
        get recovery() {
          const way = this.email ? "EMAIL" : this.identities.length ? "PROVIDER" : "NONE";
          return `ACCOUNT_RECOVERY_${way}`;
        },
      };
      // Not spread: it would read the accessor once.
      const account = { user: Object.assign(filledIn, user) as Required<UserJson>, password, idTokens: {} };
      accounts.add(account);
      return account;
    },

    requireFree(email) {
      if (find(({ user }) => user.email === email)) throw new Refusal("EMAIL_ALREADY_EXISTS");
    },
  };
}

export function canonicalEmail(typed = ""): string {
  return typed.trim().toLowerCase();
}

export function requireEmail(typed: string | undefined, field = "email"): string {
  const email = canonicalEmail(typed);
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidRequest(field, "is not an email address");
  return email;
}

/** The length only: the list of common passwords stays on the server. */
export function requireStrongPassword(password = ""): string {
  if ([...password].length < MIN_LENGTH) {
    throw new Refusal("WEAK_PASSWORD", { rule: "min_length", min_length: String(MIN_LENGTH) });
  }
  return password;
}
