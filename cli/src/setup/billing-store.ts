import type {
  GetBillingSettingsResponseJson,
  GetWebhookUrlsResponseJson,
} from "@svc/proto/svc/admin/v1/billing_pb";
import type { StoreJson } from "@svc/proto/svc/billing/v1/subscription_pb";
import { Failure } from "../failure.ts";
import type { Output } from "../output.ts";
import type { Call } from "../remote/client.ts";
import { doWalk, type Follow, type Outcome, planWalk, type Replacements } from "./billing-walk.ts";
import type { SetupStep } from "./step.ts";

/** What setting a store up starts from. */
export type BillingFacts = Readonly<{
  call: Call;
  output: Output;
  slug: string;
  projectId: string;
  /** Settings and catalog with what this run was told: as they will be in a plan, as they are saved after it. */
  billing: GetBillingSettingsResponseJson;
  urls: GetWebhookUrlsResponseJson;
}>;

type StoreNames = Readonly<{ store: StoreJson; title: string; steps: () => SetupStep[] }>;

/** One store: what is to be done there, doing it, and what only a person can do. */
export type StoreSetup = StoreNames &
  Readonly<{
    /** Looks only. */
    plan: (replace: Replacements) => Promise<Outcome>;
    /** Does it, and tells each step as it is done. Safe to stop anywhere and to run again. */
    push: (replace: Replacements, report: (line: string) => void) => Promise<Outcome>;
  }>;

/** The same walk makes the plan and carries it out, so that what is said is what is done. */
export function storeSetup(names: StoreNames, follow: Follow): StoreSetup {
  return {
    ...names,
    plan: (replace) => planWalk(follow, replace),
    push: (replace, report) => doWalk(follow, replace, report),
  };
}

/** Told before anything is made at a store: each calls https addresses only. */
export function requirePublicUrl(title: string, url: string): void {
  if (url.startsWith("https://")) return;
  throw new Failure(
    "failed_precondition",
    "BASE_URL_NOT_PUBLIC",
    `${title} calls https addresses only, and the server is at ${new URL(url).origin}`,
    "start svc with --base-url https://..., and run this again",
  );
}
