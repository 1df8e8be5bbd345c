import type { TestAccounts } from "./test-accounts.ts";
import type { TestEmailCodes } from "./test-email-codes.ts";
import type { TestSessions } from "./test-sessions.ts";

/** What the server in memory knows. */
export type TestRecords = {
  accounts: TestAccounts;
  sessions: TestSessions;
  emailCodes: TestEmailCodes;
  now: () => number;
};
