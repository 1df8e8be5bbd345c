import type { App } from "../app.ts";
import { revokeDueAppleTokens } from "../domain/oauth/revoke-apple-tokens.ts";
import type { Job } from "./scheduler.ts";

/** Runs on every replica: each token is claimed by one of them. */
export function appleRevocationsJob(app: App): Job {
  return {
    name: "apple-revocations",
    everyMs: 10_000,
    run: (signal) => revokeDueAppleTokens(app, signal),
  };
}
