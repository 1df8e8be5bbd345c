import { withRetries } from "../retry.ts";
import {
  type AppStoreConnect,
  appStoreConnect,
  type ConnectFlags,
  type ConnectKey,
} from "./app-store-connect.ts";
import { type Act, doing, planning } from "./billing-act.ts";
import { findApp, walkAppStore } from "./billing-connect.ts";
import { appStoreCatalogOf } from "./billing-connect-catalog.ts";
import { findOne, type Thing, write } from "./billing-connect-things.ts";
import { type BillingFacts, requirePublicUrl, type StoreSetup } from "./billing-store.ts";
import { type SetupStep, step } from "./step.ts";

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
  const names = { store: "STORE_APP_STORE", title: "App Store" } as const;
  const steps = (): SetupStep[] => [
    ...(appStore.hasPrivateKey ? [] : [purchaseKeyStep(facts)]),
    ...(key ? [] : [connectKeyStep(facts), urlStep(facts, CONSOLE)]),
    ...foreign.map((host) => urlStep(facts, `${CONSOLE}: notifications go to ${host} now`)),
    submitStep(),
  ];
  if (!key) {
    const none = async () => [];
    return { ...names, steps, plan: none, push: none };
  }
  const connect = patient(facts, appStoreConnect(key, flags));
  const walk = async (act: Act): Promise<void> => {
    const app = await findApp(connect, appStore.bundleId ?? "");
    if (appStore.appAppleId !== app.id) {
      await act("save the app's Apple ID in svc", () => saveAppleId(facts, app.id));
    }
    await walkAppStore(connect, app, { slug: facts.slug, products: appStoreCatalogOf(facts.billing) }, act);
    await ensureGrace(connect, app, act);
    foreign.splice(0, foreign.length, ...(await ensureUrls(connect, app, facts, act)));
  };
  return {
    ...names,
    steps,
    async plan() {
      const planned: string[] = [];
      await walk(planning(planned));
      return planned;
    },
    async push(report) {
      const done: string[] = [];
      await walk(doing(done, report));
      return done;
    },
  };
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

/** Whoever has chosen something else keeps it. */
async function ensureGrace(connect: AppStoreConnect, app: Thing, act: Act): Promise<void> {
  const found = await findOne(connect, `/v1/apps/${app.id}/subscriptionGracePeriod`);
  if (found === undefined || found.id === "" || found.attributes.optIn === true) return;
  await act("let users keep access for 16 days while a payment fails", () =>
    write(connect, "PATCH", `/v1/subscriptionGracePeriods/${found.id}`, {
      type: "subscriptionGracePeriods",
      id: found.id,
      attributes: { optIn: true, sandboxOptIn: true, duration: "SIXTEEN_DAYS", renewalType: "ALL_RENEWALS" },
    }),
  );
}

/** Says which hosts get the notifications instead of this server. Nobody's address is replaced. */
async function ensureUrls(
  connect: AppStoreConnect,
  app: Thing,
  facts: BillingFacts,
  act: Act,
): Promise<string[]> {
  const url = facts.urls.appStoreUrl ?? "";
  requirePublicUrl("App Store", url);
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
  return step("Make an in-app purchase key, with which svc asks the App Store", {
    at: "https://appstoreconnect.apple.com/access/integrations/api/subs",
    afterwards: `svc setup billing --project ${slug} --apple-iap-p8 SubscriptionKey_....p8 --apple-iap-issuer-id ...`,
  });
}

function connectKeyStep({ slug }: BillingFacts): SetupStep {
  return step(
    "Make an App Store Connect API key with the role App Manager, to make the products; svc does not store it",
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
