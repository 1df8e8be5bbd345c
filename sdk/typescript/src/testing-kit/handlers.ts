import { accountHandlers } from "./account-handlers.ts";
import { emailCodeHandlers } from "./email-code-handlers.ts";
import { projectConfig } from "./project-config.ts";
import { providerHandlers } from "./provider-handlers.ts";
import { sessionHandlers } from "./session-handlers.ts";
import { signInHandlers } from "./sign-in-handlers.ts";
import type { TestRecords } from "./test-records.ts";
import type { TestSession } from "./test-sessions.ts";

/** Answers one method. `session` is there when the caller sent an access token. */
export type Handler = (request: never, session: TestSession) => object | Promise<object>;

/** The methods that the server in memory knows, by their names in the contract. */
export function createHandlers(records: TestRecords) {
  const nothing = () => ({});
  return {
    ...signInHandlers(records),
    ...emailCodeHandlers(records),
    ...providerHandlers(records),
    ...accountHandlers(records),
    ...sessionHandlers(records),
    GetProjectConfig: projectConfig,
    RequestEmailVerification: nothing,
    RequestPasswordReset: nothing,
    RequestAccountDeletion: nothing,
  } satisfies Record<string, Handler>;
}

export type KnownMethod = keyof ReturnType<typeof createHandlers>;
