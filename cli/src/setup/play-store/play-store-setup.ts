import { providerOrigins } from "../../remote/provider-origins.ts";
import { type BillingFacts, requirePublicUrl, type StoreSetup, storeSetup } from "../billing-store.ts";
import { type SetupStep, step } from "../step.ts";
import { playCatalogOf } from "./catalog.ts";
import { followPlay } from "./follow-play.ts";
import { googleClient } from "./google-client.ts";
import type { AccountFile } from "./input.ts";
import { followPlayOneTime, playOneTimeOf } from "./one-time.ts";
import { followPlayPush, type PlayPush, playPushSteps } from "./pubsub.ts";

/** Without the account's key nothing can be made at Google; what is there is still looked at by the server. */
export function playSetup(facts: BillingFacts, account: AccountFile | undefined): StoreSetup {
  const { playStore = {} } = facts.billing.settings ?? {};
  const packageName = playStore.packageName ?? "";
  const push = pushOf(facts);
  const steps = (): SetupStep[] => [
    ...(account ? [] : [accountStep(facts)]),
    ...(push ? playPushSteps(push, packageName) : [topicStep(facts)]),
  ];
  const names = { store: "STORE_PLAY_STORE", title: "Google Play", steps } as const;
  if (!account) return storeSetup(names, async () => {});
  const client = googleClient(account.account, {
    output: facts.output,
    origin: providerOrigins().playStore,
  });
  const settings = facts.billing.settings ?? {};
  const followCatalog = followPlay(client, playCatalogOf(settings));
  const followOneTime = followPlayOneTime(client, packageName, playOneTimeOf(settings));
  return storeSetup(names, async (walk) => {
    if (push) requirePublicUrl("Google Play", push.pushEndpoint);
    await followCatalog(walk);
    await followOneTime(walk);
    if (push) await followPlayPush(client, push)(walk);
  });
}

/** Undefined until the topic and the account that signs the pushes are known. */
function pushOf({ slug, billing, urls }: BillingFacts): PlayPush | undefined {
  const {
    cloudProject = "",
    pubsubTopic = "",
    pubsubServiceAccount = "",
  } = billing.settings?.playStore ?? {};
  const pushEndpoint = urls.playStoreUrl ?? "";
  if (cloudProject === "" || pubsubTopic === "" || pubsubServiceAccount === "") return undefined;
  const topic = pubsubTopic.slice(pubsubTopic.lastIndexOf("/") + 1);
  return {
    cloudProject,
    topic,
    subscription: `${topic}-svc-${slug}`,
    pushEndpoint,
    audience: pushEndpoint.slice(0, pushEndpoint.lastIndexOf("/")),
    serviceAccount: pubsubServiceAccount,
    mayReplace: false,
  };
}

function accountStep({ slug }: BillingFacts): SetupStep {
  return step("Create a service account that may manage subscriptions, and download its JSON key", {
    at: "https://console.cloud.google.com/iam-admin/serviceaccounts, then https://play.google.com/console, Users and permissions, Invite new users",
    values: {
      "Rights in the Play Console":
        "View financial data; Manage orders and subscriptions; Manage store presence",
      "Roles in Google Cloud": "Pub/Sub Admin, Service Account User",
    },
    afterwards: `svc setup billing --project ${slug} --google-service-account key.json`,
  });
}

function topicStep({ slug }: BillingFacts): SetupStep {
  return step("Choose where Google Play publishes its notifications", {
    afterwards: `svc setup billing --project ${slug} --google-cloud-project acme-play --google-pubsub-topic play-billing --google-service-account key.json`,
  });
}
