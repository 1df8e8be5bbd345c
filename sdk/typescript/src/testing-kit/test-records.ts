import type { TestAccounts } from "./test-accounts.ts";
import type { TestSessions } from "./test-sessions.ts";

/** What the server in memory knows. */
export type TestRecords = { accounts: TestAccounts; sessions: TestSessions; now: () => number };
