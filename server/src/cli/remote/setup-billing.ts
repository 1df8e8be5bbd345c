import type {
  BillingSettingsJson,
  BillingSettingsUpdateJson,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { requireNoFailures } from "./doctor/report.ts";
import { storeChecks } from "./doctor/store-checks.ts";
import { appStoreSetup } from "./setup/billing-app-store-setup.ts";
import { type BillingInput, readBillingInput } from "./setup/billing-input.ts";
import { playSetup } from "./setup/billing-play-setup.ts";
import type { BillingFacts, StoreSetup } from "./setup/billing-store.ts";
import { tryStripeKey } from "./setup/billing-stripe-client.ts";
import { withStripeKey } from "./setup/billing-stripe-key.ts";
import { stripeSetup } from "./setup/billing-stripe-setup.ts";
import { FAILED_AFTER_SAVING, tellChecksAndSteps } from "./setup/report.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const given = await readBillingInput(context);
  const { project = {} } = await call("ProjectService", "getProject", {
    project: textFlag(flags, "project"),
  });
  const { slug = "", id: projectId = "" } = project;
  const stored = (await call("BillingService", "getBillingSettings", { project: slug })).settings ?? {};
  const input = await withStripeKey(context, given, stored);
  const update = updateOf(input, stored);
  requireSomeStore(input, stored, slug);
  // A key that Stripe does not take must not replace one that it does.
  if (input.stripe.secretKey !== "") await tryStripeKey(input.stripe.secretKey);

  const asked = { context, call, slug, projectId, input, update };
  const { secretsToMake } = await confirmPlan(asked);
  const changes = await save(asked);
  const facts = await savedFacts(asked);
  for (const path of secretsToMake) output.say(`svc: ${makeOf(path)}: done`);
  const stores = await storesOf(facts, input);
  const done = await bringAbout(output, stores);
  await tellRest(call, output, { slug, changes, stores, done });
}

type Asked = Readonly<{
  context: CommandContext;
  call: Call;
  slug: string;
  projectId: string;
  input: BillingInput;
  update: BillingSettingsUpdateJson;
}>;

/** Shows everything that will be saved in svc and done at each store, and asks once. Changes nothing. */
async function confirmPlan(asked: Asked): Promise<{ secretsToMake: readonly string[] }> {
  const { context, call, slug, projectId, input, update } = asked;
  const { output } = context;
  const planned = await call("BillingService", "planBillingSettings", { project: slug, settings: update });
  const { changedFields = [], secretsToMake = [], urls = {}, ...billing } = planned;
  if ((billing.settings?.tiers ?? []).length === 0) {
    output.warn(
      `the catalog of ${slug} is empty: docs/guides/subscriptions.md shows how to describe what you sell`,
    );
  }
  const saves = [...changedFields.map(saveOf), ...secretsToMake.map(makeOf)];
  for (const what of saves) output.say(`svc: will ${what}`);
  if (saves.length === 0) output.say("svc: nothing to save");
  let count = saves.length;
  for (const store of await storesOf({ call, output, slug, projectId, billing, urls }, input)) {
    output.say(`${store.title}: looking at what is there`);
    const plan = await store.plan();
    for (const what of plan) output.say(`${store.title}: will ${what}`);
    if (plan.length === 0) output.say(`${store.title}: nothing to do`);
    count += plan.length;
  }
  if (count > 0 && mustAsk(context)) await confirm(`Do ${count === 1 ? "this" : `these ${count} things`}?`);
  return { secretsToMake };
}

const saveOf = (path: string): string => `save ${path}`;
const makeOf = (path: string): string => `make ${path}`;

async function save({ context, call, slug, update }: Asked): Promise<readonly string[]> {
  const request = { project: slug, settings: update };
  const { changedFields = [] } = await call("BillingService", "updateBillingSettings", request);
  for (const path of changedFields) context.output.say(`svc: ${saveOf(path)}: done`);
  return changedFields;
}

/** What the stores are set up with, now that it is saved. Asking for the addresses makes their secret parts. */
async function savedFacts({ context, call, slug, projectId }: Asked): Promise<BillingFacts> {
  const urls = await call("BillingService", "getWebhookUrls", { project: slug });
  const billing = await call("BillingService", "getBillingSettings", { project: slug });
  return { call, output: context.output, slug, projectId, billing, urls };
}

/** What is not given stays as it is. */
function updateOf(
  { apple, google, stripe }: BillingInput,
  { playStore = {} }: BillingSettingsJson,
): BillingSettingsUpdateJson {
  const cloudProject = google.cloudProject || playStore.cloudProject || "";
  if (google.topic !== "" && cloudProject === "") {
    throw usageFailure(
      "--google-pubsub-topic needs --google-cloud-project",
      "or name the topic as projects/acme/topics/play-billing",
    );
  }
  const hasTopic = google.topic !== "" || Boolean(playStore.pubsubTopic);
  // One account can do both: ask Google Play, and sign what Pub/Sub pushes.
  const signer =
    hasTopic && !playStore.pubsubServiceAccount ? google.account?.account.clientEmail : undefined;
  const given = <T extends object>(values: T): Partial<T> =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")) as Partial<T>;
  return {
    enabled: true,
    appStore: given({
      bundleId: apple.bundleId,
      appAppleId: apple.appAppleId,
      issuerId: apple.issuerId,
      keyId: apple.keyId,
      privateKey: apple.purchaseKey?.pem ?? "",
      notificationSecret: apple.notificationSecret,
    }),
    playStore: given({
      packageName: google.packageName,
      cloudProject: google.cloudProject,
      pubsubTopic: google.topic === "" ? "" : `projects/${cloudProject}/topics/${google.topic}`,
      pubsubServiceAccount: google.pushAccount || (signer ?? ""),
      serviceAccount: google.account?.text ?? "",
      rtdnSecret: google.rtdnSecret,
    }),
    stripe: { ...(stripe.isWanted && { enabled: true }), ...given({ secretKey: stripe.secretKey }) },
  };
}

function requireSomeStore(
  { apple, google, stripe }: BillingInput,
  stored: BillingSettingsJson,
  slug: string,
): void {
  const isSome =
    apple.bundleId ||
    stored.appStore?.bundleId ||
    google.packageName ||
    stored.playStore?.packageName ||
    stripe.isWanted ||
    stored.stripe?.enabled;
  if (isSome) return;
  throw usageFailure(
    "no store is named",
    `svc setup billing --project ${slug} --apple-bundle-id com.example.app --google-package-name com.example.app --stripe`,
  );
}

async function storesOf(facts: BillingFacts, { apple, google, stripe }: BillingInput): Promise<StoreSetup[]> {
  const { appStore, playStore, stripe: stored } = facts.billing.settings ?? {};
  return [
    ...(appStore?.bundleId ? [appStoreSetup(facts, apple.connect)] : []),
    ...(playStore?.packageName ? [playSetup(facts, google.account)] : []),
    ...(stored?.enabled ? [await stripeSetup(facts, stripe.secretKey)] : []),
  ];
}

type Done = ReadonlyMap<StoreSetup, readonly string[]>;

/** Also when nothing is planned: an earlier run may have been stopped before svc knew what it had made. */
async function bringAbout(output: Output, stores: readonly StoreSetup[]): Promise<Done> {
  const done = new Map<StoreSetup, readonly string[]>();
  for (const store of stores)
    done.set(store, await store.push((what) => output.say(`${store.title}: ${what}: done`)));
  return done;
}

async function tellRest(
  call: Call,
  output: Output,
  {
    slug,
    changes,
    stores,
    done,
  }: { slug: string; changes: readonly string[]; stores: readonly StoreSetup[]; done: Done },
): Promise<void> {
  const report = [];
  for (const setup of stores) {
    const checks = await storeChecks(call, slug, setup.store);
    report.push({ store: setup.store, done: done.get(setup) ?? [], checks, steps: setup.steps() });
  }
  const checks = report.flatMap((store) => store.checks);
  if (output.json) output.printJson({ project: slug, changes, stores: report });
  else
    tellChecksAndSteps(
      output,
      checks,
      report.flatMap(({ steps }) => steps),
    );
  requireNoFailures(checks, FAILED_AFTER_SAVING);
}
