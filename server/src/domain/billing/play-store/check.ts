import { AppError } from "../../../errors.ts";
import type { Project } from "../../projects/project.ts";
import { openProviderSecret } from "../../projects/provider-secrets.ts";
import type { StoreApp, StoreCheck } from "../store-adapter.ts";
import { type PlayAccess, requirePlayAccess } from "./service-account.ts";

const RIGHTS =
  "invite the service account in the Play Console (Users and permissions) with the permissions View financial data, Manage orders and subscriptions and Manage store presence; they may take 36 hours to take effect";

/** Looks at Google Play with the stored account; changes nothing and never throws. */
export async function checkPlay(app: StoreApp, project: Project): Promise<readonly StoreCheck[]> {
  const access = await orFailure(requirePlayAccess(app, project));
  const setUp = `svc setup billing --project ${project.slug}`;
  if (isFailure(access)) return [failed("settings", `missing: ${access.why}`, `${setUp} sets it up`)];
  const [products, push] = await Promise.all([
    productsCheck(app, access),
    pushCheck(app, project, `${setUp} sets it up`),
  ]);
  return [ok("settings", `${access.packageName}, ${access.account.clientEmail}`), products, push];
}

/** A listed product proves the key, the account and its rights at once. */
async function productsCheck(app: StoreApp, { account, packageName }: PlayAccess): Promise<StoreCheck> {
  const count = await orFailure(app.stores.playStore.countProducts(account, packageName));
  if (!isFailure(count)) return ok("products", `Google Play lists ${count} products of ${packageName}`);
  const remedy = count.isRefusal ? RIGHTS : "check that this server can reach Google, then try again";
  return failed("products", count.why, remedy);
}

async function pushCheck(app: StoreApp, project: Project, setUp: string): Promise<StoreCheck> {
  const { pubsubServiceAccount } = project.settings.billing.playStore;
  const secret = await openProviderSecret(app, project.id, "play_store_rtdn_secret");
  if (pubsubServiceAccount === "") {
    const remedy = `${setUp}; until then renewals and refunds are seen late`;
    return failed("notifications", "no service account for push notifications is set", remedy);
  }
  if (secret === undefined) return failed("notifications", "the push URL has no secret yet", setUp);
  const keys = await orFailure(app.stores.playStore.findPushKey("any"));
  if (!isFailure(keys)) return ok("notifications", `pushes signed by ${pubsubServiceAccount} are accepted`);
  return failed("notifications", keys.why, "check that this server can reach Google, then try again");
}

type Failure = Readonly<{ why: string; isRefusal: boolean }>;

/** What was asked for, or why it is not to be had. */
async function orFailure<T>(asked: Promise<T>): Promise<T | Failure> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { why: error.detail ?? error.message, isRefusal: error.metadata.refused === "true" };
  }
}

function isFailure(value: unknown): value is Failure {
  return typeof value === "object" && value !== null && "why" in value;
}

function ok(name: string, detail: string): StoreCheck {
  return { name, ok: true, detail, remedy: "" };
}

function failed(name: string, detail: string, remedy: string): StoreCheck {
  return { name, ok: false, detail, remedy };
}
