import { withRetries } from "../../remote/retry.ts";
import {
  type AppStoreConnect,
  appStoreConnect,
  type ConnectFlags,
  type ConnectKey,
} from "../app-store-connect.ts";
import { type BillingFacts, requirePublicUrl, type StoreSetup, storeSetup } from "../billing-store.ts";
import type { Walk } from "../billing-walk.ts";
import { type SetupStep, step } from "../step.ts";
import type { StepRunner } from "../step-runner.ts";
import { appStoreCatalogOf } from "./catalog.ts";
import { type ConnectResource, findOne, write } from "./connect-resource.ts";
import { ensureGrace } from "./grace.ts";
import { listGroups } from "./groups.ts";
import { appStoreOneTimeOf, walkAppStoreOneTime } from "./one-time.ts";
import { findApp, walkAppStore } from "./walk-app-store.ts";

const CONSOLE = "https://appstoreconnect.apple.com/apps";

const flags: ConnectFlags = {
  p8: "--asc-p8",
  keyId: "--asc-key-id",
  issuerId: "--asc-issuer-id",
  role: "App Manager",
  at: CONSOLE,
};

/** Without the App Store Connect key nothing can be made at Apple; the rest is still looked at by the server. */
export function appStoreSetup(facts: BillingFacts, key: ConnectKey | undefined): StoreSetup {
  const { appStore = {} } = facts.billing.settings ?? {};
  const foreign: string[] = [];
  const steps = (): SetupStep[] => [
    ...(appStore.hasPrivateKey ? [] : [purchaseKeyStep(facts)]),
    ...(key ? [] : [connectKeyStep(facts), urlStep(facts, CONSOLE)]),
    ...foreign.map((host) => urlStep(facts, `${CONSOLE}: notifications go to ${host} now`)),
    submitStep(),
  ];
  const names = { store: "STORE_APP_STORE", title: "App Store", steps } as const;
  if (!key) return storeSetup(names, async () => {});
  const connect = patient(facts, appStoreConnect(key, flags));
  return storeSetup(names, async (walk) => {
    requirePublicUrl("App Store", facts.urls.appStoreUrl ?? "");
    foreign.splice(0, foreign.length, ...(await follow(connect, facts, walk)));
  });
}

/** Says which hosts get the notifications instead of this server. */
async function follow(connect: AppStoreConnect, facts: BillingFacts, walk: Walk): Promise<string[]> {
  const { slug, billing } = facts;
  const { appStore = {} } = billing.settings ?? {};
  const app = await findApp(connect, appStore.bundleId ?? "");
  if (appStore.appAppleId !== app.id) {
    await walk.act("save the app's Apple ID in svc", () => saveAppleId(facts, app.id));
  }
  const groups = await listGroups(connect, app);
  await walkAppStore(connect, { slug, app, groups, products: appStoreCatalogOf(billing) }, walk);
  await walkAppStoreOneTime(connect, app, appStoreOneTimeOf(billing), walk);
  await walk.part("the billing grace period", () => ensureGrace(connect, app, { slug, groups }, walk));
  let foreign: string[] = [];
  await walk.part("the address for notifications", async () => {
    foreign = await ensureUrls(connect, app, facts, walk.act);
  });
  return foreign;
}

/** Only to look is safe to repeat: something may have been made although the answer got lost. */
function patient({ output }: BillingFacts, connect: AppStoreConnect): AppStoreConnect {
  return (...call) => (call[0] === "GET" ? withRetries(output, () => connect(...call)) : connect(...call));
}

/** The number of the app, which Apple's signed data names in production. */
async function saveAppleId({ call, slug }: BillingFacts, appAppleId: string): Promise<void> {
  await call("BillingService", "updateBillingSettings", {
    project: slug,
    settings: { appStore: { appAppleId } },
  });
}

/** Says which hosts get the notifications instead of this server. Nobody's address is replaced. */
async function ensureUrls(
  connect: AppStoreConnect,
  app: ConnectResource,
  facts: BillingFacts,
  act: StepRunner,
): Promise<string[]> {
  const url = facts.urls.appStoreUrl ?? "";
  const ours = url.slice(0, url.lastIndexOf("/") + 1);
  const { attributes } = (await findOne(connect, `/v1/apps/${app.id}`)) ?? app;
  const wanted: Record<string, string> = {};
  const foreign: string[] = [];
  for (const [name, version] of [
    ["subscriptionStatusUrl", "subscriptionStatusUrlVersion"],
    ["subscriptionStatusUrlForSandbox", "subscriptionStatusUrlVersionForSandbox"],
  ] as const) {
    const there = String(attributes[name] ?? "");
    if (there === url && attributes[version] === "V2") continue;
    if (there !== "" && !there.startsWith(ours))
      foreign.push(URL.canParse(there) ? new URL(there).host : "somewhere else");
    else Object.assign(wanted, { [name]: url, [version]: "V2" });
  }
  if (Object.keys(wanted).length > 0) {
    await act("send the App Store's notifications to this server", () =>
      write(connect, "PATCH", `/v1/apps/${app.id}`, { type: "apps", id: app.id, attributes: wanted }),
    );
  }
  return [...new Set(foreign)];
}

function purchaseKeyStep({ slug }: BillingFacts): SetupStep {
  return step("Create an in-app purchase key; svc uses it to query the App Store", {
    at: "https://appstoreconnect.apple.com/access/integrations/api/subs",
    afterwards: `svc setup billing --project ${slug} --apple-iap-p8 SubscriptionKey_....p8 --apple-iap-issuer-id ...`,
  });
}

function connectKeyStep({ slug }: BillingFacts): SetupStep {
  return step(
    "Create an App Store Connect API key with the role App Manager; svc creates the products with it and does not store it",
    {
      at: "https://appstoreconnect.apple.com/access/integrations/api",
      afterwards: `svc setup billing --project ${slug} --asc-p8 AuthKey_....p8 --asc-issuer-id ...`,
    },
  );
}

function urlStep({ urls }: BillingFacts, at: string): SetupStep {
  const url = urls.appStoreUrl ?? "";
  return step("Enter the address for App Store Server Notifications, version 2", {
    at: `${at}, your app, App Information`,
    values: { "Production Server URL": url, "Sandbox Server URL": url },
  });
}

function submitStep(): SetupStep {
  return step(
    "Add a screenshot for review to each subscription, and submit the first one together with a version of the app",
    {
      at: `${CONSOLE}, your app, Subscriptions; agreements, tax and banking at https://appstoreconnect.apple.com/business`,
    },
  );
}
