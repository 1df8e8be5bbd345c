import type { AppStoreConnect } from "../app-store-connect.ts";
import type { Walk } from "../billing-walk.ts";
import { type ConnectResource, findOne, write } from "./connect-resource.ts";
import { type Group, ownGroupName } from "./groups.ts";

const TURN_ON = "let users keep access for 16 days while a payment fails";

/**
 * The billing grace period of a new app. Whoever sells already, or has chosen a length before, may have
 * turned it off on purpose, so there it is turned on only when somebody agrees.
 */
export async function ensureGrace(
  connect: AppStoreConnect,
  app: ConnectResource,
  { slug, groups }: { slug: string; groups: readonly Group[] },
  walk: Walk,
): Promise<void> {
  const found = await findOne(connect, `/v1/apps/${app.id}/subscriptionGracePeriod`);
  if (found === undefined || found.id === "" || found.attributes.optIn === true) return;
  const turnOn = () =>
    write(connect, "PATCH", `/v1/subscriptionGracePeriods/${found.id}`, {
      type: "subscriptionGracePeriods",
      id: found.id,
      attributes: { optIn: true, sandboxOptIn: true, duration: "SIXTEEN_DAYS", renewalType: "ALL_RENEWALS" },
    });
  const isNew = groups.every(
    ({ name, subscriptions: { length } }) => name === ownGroupName(slug) || length === 0,
  );
  if (isNew && !found.attributes.duration && found.attributes.sandboxOptIn !== true) {
    await walk.act(TURN_ON, turnOn);
    return;
  }
  const what = "the billing grace period of the app is off: users lose access as soon as a payment fails";
  await walk.replace({ name: "grace@app_store", what, replacement: TURN_ON }, turnOn);
}
