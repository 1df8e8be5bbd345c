import type {
  BillingSettingsJson,
  BillingSettingsUpdateJson,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { confirm, mustAsk } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { printChecks, summaryOf } from "./doctor/report.ts";
import { storeChecks } from "./doctor/store-checks.ts";
import { appStoreSetup } from "./setup/billing-app-store-setup.ts";
import { type BillingInput, readBillingInput } from "./setup/billing-input.ts";
import { playSetup } from "./setup/billing-play-setup.ts";
import type { BillingFacts, StoreSetup } from "./setup/billing-store.ts";
import { tryStripeKey } from "./setup/billing-stripe-client.ts";
import { stripeSetup } from "./setup/billing-stripe-setup.ts";
import { renderSteps } from "./setup/step.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const input = await readBillingInput(context);
  const { project = {} } = await call("ProjectService", "getProject", {
    project: textFlag(flags, "project"),
  });
  const slug = project.slug ?? "";
  const stored = (await call("BillingService", "getBillingSettings", { project: slug })).settings ?? {};
  const update = updateOf(input, stored);
  requireSomeStore(input, stored, slug);
  // A key that Stripe does not take must not replace one that it does.
  if (input.stripe.secretKey !== "") await tryStripeKey(input.stripe.secretKey);

  const { changedFields: changes = [] } = await call("BillingService", "updateBillingSettings", {
    project: slug,
    settings: update,
  });
  tellSaved(output, changes, slug);

  const facts = await factsOf(call, output, { slug, projectId: project.id ?? "" });
  if ((facts.billing.settings?.tiers ?? []).length === 0) {
    output.warn(
      `the catalog of ${slug} is empty: docs/guides/subscriptions.md shows how to describe what you sell`,
    );
  }
  const stores = await storesOf(facts, input);
  const done = await bringAbout(context, stores);
  await tellRest(call, output, { slug, changes, stores, done });
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

function tellSaved(output: Output, changes: readonly string[], slug: string): void {
  for (const path of changes) output.say(`saved ${path}`);
  if (changes.length === 0) output.say(`nothing to change in project ${slug}`);
}

async function factsOf(
  call: Call,
  output: Output,
  { slug, projectId }: { slug: string; projectId: string },
): Promise<BillingFacts> {
  const billing = await call("BillingService", "getBillingSettings", { project: slug });
  const urls = await call("BillingService", "getWebhookUrls", { project: slug });
  return { call, output, slug, projectId, billing, urls };
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

/** Shows what will be done at each store, asks once, and does it. */
async function bringAbout(context: CommandContext, stores: readonly StoreSetup[]): Promise<Done> {
  const { output } = context;
  const done = new Map<StoreSetup, readonly string[]>();
  let planned = 0;
  for (const store of stores) {
    output.say(`${store.title}: looking at what is there`);
    const plan = await store.plan();
    for (const what of plan) output.say(`${store.title}: will ${what}`);
    if (plan.length === 0) output.say(`${store.title}: nothing to do`);
    planned += plan.length;
  }
  if (planned > 0 && mustAsk(context))
    await confirm(`Do ${planned === 1 ? "this" : `these ${planned} things`} at the stores?`);
  // Also when nothing is planned: an earlier run may have been stopped before svc knew what it had made.
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
  if (output.json) {
    output.printJson({ project: slug, changes, stores: report });
    return;
  }
  const checks = report.flatMap((store) => store.checks);
  output.say("");
  printChecks(output, checks, process.stdout.isTTY === true);
  output.say(`${summaryOf(checks)}\n\nWhat only you can do or look at:`);
  output.printText(`\n${renderSteps(report.flatMap(({ steps }) => steps))}\n`);
}
