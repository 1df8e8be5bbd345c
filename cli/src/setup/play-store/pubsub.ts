import type { StoreAnswer } from "@svc/server/providers";
import { Failure } from "../../failure.ts";
import type { Follow } from "../billing-walk.ts";
import { type SetupStep, step } from "../step.ts";
import { type GoogleClient, made } from "./google-client.ts";
import { checking, type PlayStepRunner } from "./play-walk.ts";

/** How Play's notifications come to the server. */
export type PlayPush = Readonly<{
  cloudProject: string;
  /** The last part of their names. */
  topic: string;
  subscription: string;
  /** The whole address, with its secret. */
  pushEndpoint: string;
  /** The address without its secret. */
  audience: string;
  serviceAccount: string;
  /** A subscription that pushes somewhere else is changed only when somebody says so. */
  mayReplace: boolean;
}>;

const PUBLISHER = "serviceAccount:google-play-developer-notifications@system.gserviceaccount.com";
const ROLE = "roles/pubsub.publisher";
const POLICY_TRIES = 5;

type Binding = Readonly<{ role?: string; members?: readonly string[]; condition?: unknown }>;

/** The topic, Play's right to publish to it, and the push to the server. Safe to stop and to repeat. */
export function followPlayPush(client: GoogleClient, push: PlayPush): Follow {
  return async (walk) => {
    const act = checking(walk.act);
    await ensureTopic(client, push, act);
    await ensurePublisher(client, push, act);
    await ensureSubscription(client, push, act);
  };
}

/** The name to paste into the Play Console. */
export function topicName({ cloudProject, topic }: PlayPush): string {
  return `projects/${cloudProject}/topics/${topic}`;
}

const topicPath = ({ cloudProject, topic }: PlayPush): string =>
  `${encodeURIComponent(cloudProject)}/topics/${encodeURIComponent(topic)}`;

async function ensureTopic(client: GoogleClient, push: PlayPush, act: PlayStepRunner): Promise<void> {
  const { status } = await client.pubsub("GET", topicPath(push));
  if (status !== 404) return;
  await act(`create the topic ${push.topic}`, () =>
    made(client.pubsub("PUT", topicPath(push), { body: {} })),
  );
}

/** With the etag of the policy that was read: two who change it at once do not undo each other. */
async function ensurePublisher(client: GoogleClient, push: PlayPush, act: PlayStepRunner): Promise<void> {
  if (mayPublish((await readPolicy(client, push)).json)) return;
  await act(`let Google Play publish to ${push.topic}`, async () => {
    for (let tries = 1; ; tries++) {
      const read = await readPolicy(client, push);
      if (mayPublish(read.json)) return read;
      const body = { policy: withPublisher(read.json) };
      const answer = await client.pubsub("POST", `${topicPath(push)}:setIamPolicy`, { body });
      if (answer.status !== 409 || tries === POLICY_TRIES) return answer;
    }
  });
}

function readPolicy(client: GoogleClient, push: PlayPush): Promise<StoreAnswer> {
  return client.pubsub("GET", `${topicPath(push)}:getIamPolicy`);
}

function bindingsOf(policy: Readonly<Record<string, unknown>>): Binding[] {
  return Array.isArray(policy.bindings) ? (policy.bindings as Binding[]) : [];
}

const isOurs = ({ role, condition }: Binding): boolean => role === ROLE && condition === undefined;

function mayPublish(policy: Readonly<Record<string, unknown>>): boolean {
  return bindingsOf(policy).some((binding) => isOurs(binding) && binding.members?.includes(PUBLISHER));
}

function withPublisher(policy: Readonly<Record<string, unknown>>): object {
  const bindings = bindingsOf(policy);
  const members = bindings.find(isOurs)?.members ?? [];
  const rest = bindings.filter((binding) => !isOurs(binding));
  return { ...policy, bindings: [...rest, { role: ROLE, members: [...members, PUBLISHER] }] };
}

async function ensureSubscription(client: GoogleClient, push: PlayPush, act: PlayStepRunner): Promise<void> {
  const { subscription, pushEndpoint, audience, serviceAccount } = push;
  const path = `${encodeURIComponent(push.cloudProject)}/subscriptions/${encodeURIComponent(subscription)}`;
  const pushConfig = { pushEndpoint, oidcToken: { serviceAccountEmail: serviceAccount, audience } };
  const { status, json } = await client.pubsub("GET", path);
  if (status === 404) {
    const retryPolicy = { minimumBackoff: "10s", maximumBackoff: "600s" };
    const body = { topic: topicName(push), pushConfig, ackDeadlineSeconds: 60, retryPolicy };
    await act(`push to the server by ${subscription}`, () => made(client.pubsub("PUT", path, { body })));
    return;
  }
  if (json.topic !== topicName(push)) throw foreign(push, `listens to ${String(json.topic)}`);
  const there = Object(json.pushConfig) as { pushEndpoint?: unknown; oidcToken?: unknown };
  const { serviceAccountEmail, audience: asked } = Object(there.oidcToken);
  const isRight =
    there.pushEndpoint === pushEndpoint && serviceAccountEmail === serviceAccount && asked === audience;
  if (isRight) return;
  const endpoint = typeof there.pushEndpoint === "string" ? there.pushEndpoint : "";
  if (endpoint !== "" && !endpoint.startsWith(`${audience}/`) && !push.mayReplace) {
    throw foreign(push, `pushes to ${hostOf(endpoint)}`);
  }
  await act(`push to the server by ${subscription}, as it did not`, () =>
    client.pubsub("POST", `${path}:modifyPushConfig`, { body: { pushConfig } }),
  );
}

function foreign({ subscription, cloudProject }: PlayPush, what: string): Failure {
  return new Failure(
    "already_exists",
    "PROVIDER_REFUSED",
    `the Pub/Sub subscription ${subscription} of ${cloudProject} ${what}`,
    "delete it in Google Cloud if nobody needs it, or choose another name",
  );
}

/** The path of a webhook is often a secret. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "somewhere else";
}

/** No API can tell Play which topic it is. */
export function playPushSteps(push: PlayPush, packageName: string): SetupStep[] {
  return [
    step("Tell Google Play where to publish its notifications, and send a test", {
      at: `https://play.google.com/console, ${packageName}, Monetize with Play, Monetization setup, Real-time developer notifications`,
      values: {
        "Topic name": topicName(push),
        "Notification content": "Subscriptions, voided purchases",
        "and then": "Send test notification: it appears in the console under Billing, Notifications",
      },
    }),
  ];
}
