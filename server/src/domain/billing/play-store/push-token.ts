import type { App } from "../../../app.ts";
import type { Millis } from "../../../storage/db.ts";
import { type Claims, UntrustedToken, verifyJwtWith } from "../../oauth/verify-provider-jwt.ts";
import type { Project } from "../../projects/project.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";
import { notConfigured } from "./service-account.ts";

const ISSUERS = ["https://accounts.google.com", "accounts.google.com"];
const SLACK_MS = 60_000;

/** The audience that `svc setup billing` gives to the push subscription: the address without its secret. */
export function pushAudience(app: Pick<App, "baseUrl">, { slug }: Pick<Project, "slug">): string {
  return `${app.baseUrl}/webhooks/google/${slug}`;
}

/** Throws UntrustedToken unless Google signed the push, in the name of the account that is set, for us. */
export async function requirePushOfGoogle(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox" | "stores">,
  project: Project,
  authorization: string | undefined,
): Promise<void> {
  const { pubsubServiceAccount } = project.settings.billing.playStore;
  // Without an address any service account of Google's could sign.
  if (pubsubServiceAccount === "") throw notConfigured(["billing.play_store.pubsub_service_account"]);
  const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? "") ?? [];
  if (token === undefined) throw new UntrustedToken("no bearer token");
  const claims = await verifyJwtWith(app.stores.playStore.findPushKey, "Google", token);
  requireTime(app.clock(), claims);
  requireSender(claims, pubsubServiceAccount);
  await requireUs(app, project, claims);
}

function requireSender({ iss, email, email_verified: isVerified }: Claims, account: string): void {
  if (typeof iss !== "string" || !ISSUERS.includes(iss)) {
    throw new UntrustedToken(`issued by ${JSON.stringify(iss)}`);
  }
  if (typeof email !== "string" || email.toLowerCase() !== account.toLowerCase()) {
    throw new UntrustedToken("signed in the name of another account");
  }
  if (isVerified !== true) throw new UntrustedToken("the account's address is not verified");
}

function requireTime(now: Millis, { exp, iat }: Claims): void {
  if (!Number.isSafeInteger(exp) || !Number.isSafeInteger(iat)) {
    throw new UntrustedToken("exp or iat is no time");
  }
  if (Number(exp) * 1000 <= now - SLACK_MS) throw new UntrustedToken("expired");
  if (Number(iat) * 1000 > now + SLACK_MS) throw new UntrustedToken("from the future");
}

/** Where nobody chose an audience, Pub/Sub takes the whole address that it pushes to. */
async function requireUs(
  app: Pick<App, "baseUrl" | "db" | "secretBox">,
  project: Project,
  { aud }: Claims,
): Promise<void> {
  const audience = pushAudience(app, project);
  if (aud === audience) return;
  const secret = await openProviderSecret(app, project.id, "play_store_rtdn_secret");
  if (secret === undefined || aud !== `${audience}/${secret}`) throw new UntrustedToken("issued for others");
}
