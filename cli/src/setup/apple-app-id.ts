import { Failure } from "../failure.ts";
import type { Output } from "../output.ts";
import { withRetries } from "../remote/retry.ts";
import {
  type AppStoreConnect,
  appStoreConnect,
  type ConnectAnswer,
  type ConnectFlags,
  type ConnectKey,
  connectOrigin,
  hasAnswered,
  WAIT_MS,
} from "./app-store-connect.ts";
import { timeToWait } from "./time-to-wait.ts";

const signInFlags: ConnectFlags = {
  p8: "--p8",
  keyId: "--key-id",
  issuerId: "--issuer-id",
  role: "Admin",
  at: "https://developer.apple.com/account/resources/identifiers",
};

export type AppId = Readonly<{
  /** What was found or made. */
  done: Readonly<{ appId: "found" | "created"; signInWithApple: "found" | "enabled" }>;
  /** The prefix of the App ID, which is the team's id but for apps from before 2011. */
  prefix: string;
}>;

type Resource = Readonly<{ id: string; attributes: Readonly<Record<string, unknown>> }>;

/** Makes sure that Apple knows the app and lets it use Sign in with Apple. A second run finds both. */
export async function ensureAppId(
  output: Output,
  key: ConnectKey,
  { bundleId, name }: { bundleId: string; name: string },
): Promise<AppId> {
  const connect = appStoreConnect(key, signInFlags);
  const first = appStoreConnect(key, signInFlags, await timeToWait(connectOrigin(), WAIT_MS));
  const found = await findBundle(
    (...call) => withRetries(output, () => first(...call), undefined, hasAnswered),
    bundleId,
  );
  const patient: AppStoreConnect = (...call) => withRetries(output, () => connect(...call));
  const bundle = found ?? (await createBundle(patient, bundleId, name));
  output.say(`App Store Connect: ${bundleId} ${found ? "is registered" : "was registered"}`);
  const hasCapability = await findCapability(patient, bundle.id);
  if (!hasCapability) await enableCapability(patient, bundle.id);
  output.say(`App Store Connect: Sign in with Apple ${hasCapability ? "is" : "was switched"} on`);
  const { seedId } = bundle.attributes;
  return {
    done: { appId: found ? "found" : "created", signInWithApple: hasCapability ? "found" : "enabled" },
    prefix: typeof seedId === "string" ? seedId : "",
  };
}

/** Apple's filter also finds longer identifiers, so they are compared here. */
async function findBundle(connect: AppStoreConnect, bundleId: string): Promise<Resource | undefined> {
  const query = new URLSearchParams({ "filter[identifier]": bundleId, limit: "200" });
  const bundles = resourcesOf(await connect("GET", `/v1/bundleIds?${query}`));
  return bundles.find(({ attributes }) => attributes.identifier === bundleId);
}

async function createBundle(connect: AppStoreConnect, bundleId: string, name: string): Promise<Resource> {
  // Apple takes letters, digits and spaces in the name.
  const plain =
    name
      .replace(/[^\p{L}\p{N} ]/gu, " ")
      .replace(/ +/g, " ")
      .trim() || "svc";
  const answer = await connect("POST", "/v1/bundleIds", {
    type: "bundleIds",
    attributes: { identifier: bundleId, name: plain.slice(0, 50), platform: "IOS" },
  });
  const [created] = resourcesOf(answer);
  // 409: somebody was faster, or another team has it.
  const bundle = created ?? (await findBundle(connect, bundleId));
  if (bundle !== undefined) return bundle;
  throw new Failure(
    "already_exists",
    "PROVIDER_REFUSED",
    `App Store Connect says that ${bundleId} exists, but it is not among the identifiers of this key's team`,
    "another team may own it: use a key of that team, or another bundle id",
  );
}

async function findCapability(connect: AppStoreConnect, id: string): Promise<boolean> {
  const path = `/v1/bundleIds/${encodeURIComponent(id)}/bundleIdCapabilities?limit=200`;
  const capabilities = resourcesOf(await connect("GET", path));
  return capabilities.some(({ attributes }) => attributes.capabilityType === "APPLE_ID_AUTH");
}

async function enableCapability(connect: AppStoreConnect, id: string): Promise<void> {
  const { status } = await connect("POST", "/v1/bundleIdCapabilities", {
    type: "bundleIdCapabilities",
    attributes: {
      capabilityType: "APPLE_ID_AUTH",
      settings: [
        { key: "APPLE_ID_AUTH_APP_CONSENT", options: [{ key: "PRIMARY_APP_CONSENT", enabled: true }] },
      ],
    },
    relationships: { bundleId: { data: { type: "bundleIds", id } } },
  });
  if (status !== 409 || (await findCapability(connect, id))) return;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    "App Store Connect does not switch Sign in with Apple on for this App ID (409)",
    "switch it on at https://developer.apple.com/account/resources/identifiers, and run this again",
  );
}

function resourcesOf({ status, data }: ConnectAnswer): Resource[] {
  if (status === 409) return [];
  return (Array.isArray(data) ? data : [data]).flatMap((item) => {
    const { id, attributes } = Object(item);
    return typeof id === "string" ? [{ id, attributes: Object(attributes) }] : [];
  });
}
