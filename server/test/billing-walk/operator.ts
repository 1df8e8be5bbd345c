import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { grantEntitlement, revokeEntitlementGrant } from "../../src/domain/billing/grants.ts";
import { reconcile } from "../../src/domain/billing/reconcile.ts";
import { DAY_MS } from "../../src/testing/billing.ts";
import { pick } from "../../src/testing/dice.ts";
import { deliverLate, setDown } from "./delivery.ts";
import type { Scene } from "./scene.ts";

export async function grant(scene: Scene): Promise<void> {
  const user = pick(scene.roll, scene.livingUsers());
  const { t, project, now } = scene.world;
  const scope = { project, by: systemActor, tellsOtherProjects: false };
  const [old] = scene.grants;
  if (old && scene.roll(2) === 0) {
    scene.count("a grant was revoked");
    scene.say(`a grant of ${old.user.name} is revoked`);
    await revokeEntitlementGrant(t.app, scope, old.id);
    scene.grants = scene.grants.filter((grant) => grant !== old);
  } else if (user) {
    const entitlement = pick(scene.roll, ["pro", "team"]);
    const expiresAt = scene.roll(4) === 0 ? undefined : now + 10 * DAY_MS;
    scene.count("granted");
    scene.say(`${user.name} is granted ${entitlement}${expiresAt === undefined ? " for good" : ""}`);
    const input = { userId: user.id, entitlementId: entitlement, expiresAt, reason: "" };
    const { id } = await grantEntitlement(t.app, scope, input);
    scene.grants.push({ id, user, entitlement, expiresAt });
  }
}

/** The operator changes what is sold. Whoever has bought it keeps it. */
export async function catalog(scene: Scene): Promise<void> {
  const { world, roll } = scene;
  if (roll(3) === 0) {
    const once = world.sellsOnce ? "retired" : "sold";
    scene.count(`what is bought once is ${once}`);
    scene.say(`what is bought once is ${once}`);
    return world.sellOnce(once === "sold");
  }
  const isKnown = scene.lines().every((line) => line.isKnown && !line.isUnsettled);
  if (!isKnown && world.sells("team")) return;
  const sold = world.sells("team") ? pick(roll, ["retired", "removed"] as const) : "sold";
  scene.count(`team is ${sold}`);
  scene.say(`team is ${sold}`);
  await world.sellTeam(sold);
}

export async function trouble(scene: Scene): Promise<void> {
  const { world } = scene;
  const trouble = pick(scene.roll, ["down", "down", "keys", "keys", "restart", "late"] as const);
  if (trouble === "down") setDown(scene, scene.downSince === undefined);
  if (trouble === "late") await deliverLate(scene);
  if (trouble === "restart") {
    scene.say("the server restarts");
    await world.restart();
    await reconcile(world.t.app, { hasJustStarted: true });
  }
  if (trouble === "keys") {
    const side = scene.side(false);
    scene.count(`${side.store}: keys rotated`);
    scene.say(`${side.store}: keys are rotated`);
    await side.rotateKeys();
  }
}
