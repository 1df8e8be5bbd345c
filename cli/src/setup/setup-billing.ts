import type { CatalogImpactJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type {
  BillingSettingsJson,
  BillingSettingsUpdateJson,
} from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { requireNoFailures } from "../doctor/report.ts";
import { storeChecks } from "../doctor/store-checks.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { canAsk, confirm, mustAsk } from "../prompt.ts";
import { affectedBy, warnOfImpacts } from "../remote/catalog-impacts.ts";
import { type Call, remoteClient } from "../remote/client.ts";
import { type NamedStore, readBillingInput } from "./billing-input.ts";
import { askReplacements, planStores } from "./billing-plan.ts";
import type { BillingFacts, StoreSetup } from "./billing-store.ts";
import type { Outcome, Replacements } from "./billing-walk.ts";
import { FAILED_AFTER_SAVING, tellChecksAndSteps } from "./report.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const given = await readBillingInput(context);
  const { project = {} } = await call("ProjectService", "getProject", {
    project: textFlag(flags, "project"),
  });
  const { slug = "", id: projectId = "" } = project;
  const stored = (await call("BillingService", "getBillingSettings", { project: slug })).settings ?? {};
  const named = await given.withStored(stored);
  const update = updateOf(named);
  requireSomeStore(named, stored, slug);
  for (const { input } of named) await input.tryKey();

  const asked = { context, call, slug, projectId, replace: given.replace, named, update };
  const { secretsToMake, replace, impacts, etag } = await confirmPlan(asked);
  const changes = await save(asked, etag);
  const facts = await savedFacts(asked);
  for (const path of secretsToMake) output.say(`svc: ${makeOf(path)}: done`);
  const stores = await storesOf(facts, named);
  const outcomes = await bringAbout(output, stores, replace);
  await tellRest(call, output, { slug, changes, impacts, outcomes });
}

type Asked = Readonly<{
  context: CommandContext;
  call: Call;
  slug: string;
  projectId: string;
  replace: Replacements;
  named: readonly NamedStore[];
  update: BillingSettingsUpdateJson;
}>;

type Confirmed = Readonly<{
  secretsToMake: readonly string[];
  replace: Replacements;
  impacts: readonly CatalogImpactJson[];
  /** The version of the settings for which the plan was made. */
  etag: string;
}>;

/** Shows everything that will be saved in svc and done at each store, and asks. Changes nothing. */
async function confirmPlan(asked: Asked): Promise<Confirmed> {
  const { context, call, slug, projectId, replace, named, update } = asked;
  const { output } = context;
  const planned = await call("BillingService", "planBillingSettings", { project: slug, settings: update });
  const { changedFields = [], secretsToMake = [], urls = {}, impacts = [], etag = "", ...billing } = planned;
  if ((billing.settings?.tiers ?? []).length === 0) {
    output.warn(
      `the catalog of ${slug} is empty: docs/guides/subscriptions.md shows how to describe what you sell`,
    );
  }
  const saves = [...changedFields.map(saveOf), ...secretsToMake.map(makeOf)];
  for (const what of saves) output.say(`svc: will ${what}`);
  if (saves.length === 0) output.say("svc: nothing to save");
  warnOfImpacts(output, impacts);
  const stores = await storesOf({ call, output, slug, projectId, billing, urls }, named);
  const plans = await planStores(output, stores, replace);
  const agreed = isAttended(context) ? await askReplacements(output, plans) : [];
  const steps = plans.flatMap(({ plan }) => plan.steps);
  const count = saves.length + steps.length + agreed.length;
  const question = `Do ${count === 1 ? "this" : `these ${count} things`}?${affectedBy(impacts)}`;
  if (count > 0 && mustAsk(context)) await confirm(question);
  return { impacts, secretsToMake, etag, replace: new Set([...replace, ...agreed.map(({ name }) => name)]) };
}

/** Somebody is there to be asked, and has not said yes to everything beforehand. */
function isAttended({ flags, output }: CommandContext): boolean {
  return flags.yes !== true && !output.json && canAsk();
}

const saveOf = (path: string): string => `save ${path}`;
const makeOf = (path: string): string => `make ${path}`;

async function save({ context, call, slug, update }: Asked, etag: string): Promise<readonly string[]> {
  const request = { project: slug, settings: update, etag };
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
function updateOf(named: readonly NamedStore[]): BillingSettingsUpdateJson {
  const given = (values: object): object =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
  const sections = named.map(({ store, input }) => [store.section, given(input.settings)] as const);
  return { enabled: true, ...Object.fromEntries(sections) };
}

function requireSomeStore(named: readonly NamedStore[], stored: BillingSettingsJson, slug: string): void {
  if (named.some(({ store, input }) => input.isNamed || store.isOn(stored))) return;
  throw usageFailure(
    "choose at least one store",
    `svc setup billing --project ${slug} ${named.map(({ store }) => store.turnsOn).join(" ")}`,
  );
}

function storesOf(facts: BillingFacts, named: readonly NamedStore[]): Promise<StoreSetup[]> {
  const selling = named.filter(({ store }) => store.isOn(facts.billing.settings ?? {}));
  return Promise.all(selling.map(({ input }) => input.setup(facts)));
}

type StoreOutcome = Readonly<{ setup: StoreSetup; outcome: Outcome }>;

/** Also when nothing is planned: an earlier run may have been stopped before svc knew what it had made. */
async function bringAbout(
  output: Output,
  stores: readonly StoreSetup[],
  replace: Replacements,
): Promise<StoreOutcome[]> {
  const outcomes: StoreOutcome[] = [];
  for (const setup of stores) {
    const outcome = await setup.push(replace, (line) => output.say(`${setup.title}: ${line}`));
    outcomes.push({ setup, outcome });
  }
  return outcomes;
}

async function tellRest(
  call: Call,
  output: Output,
  {
    slug,
    changes,
    impacts,
    outcomes,
  }: {
    slug: string;
    changes: readonly string[];
    impacts: readonly CatalogImpactJson[];
    outcomes: readonly StoreOutcome[];
  },
): Promise<void> {
  const report = [];
  for (const { setup, outcome } of outcomes) {
    const { adopted, steps: done, kept, failed } = outcome;
    const checks = await storeChecks(call, slug, setup.store);
    report.push({ store: setup.store, adopted, done, kept, failed, checks, steps: setup.steps() });
  }
  const checks = report.flatMap((store) => store.checks);
  if (output.json) output.printJson({ project: slug, changes, impacts, stores: report });
  else
    tellChecksAndSteps(
      output,
      checks,
      report.flatMap(({ steps }) => steps),
    );
  requireAllSetUp(outcomes);
  requireNoFailures(checks, FAILED_AFTER_SAVING);
}

function requireAllSetUp(outcomes: readonly StoreOutcome[]): void {
  const failed = outcomes.flatMap(({ setup, outcome }) =>
    outcome.failed.map(({ part }) => `${setup.title}: ${part}`),
  );
  if (failed.length === 0) return;
  const message = `${failed.length === 1 ? "1 part is" : `${failed.length} parts are`} not set up: ${failed.join(", ")}`;
  const hint = "each failure above says why; the rest is done, and this can be run again";
  throw new Failure("failed_precondition", "SETUP_INCOMPLETE", message, hint);
}
