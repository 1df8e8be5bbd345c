import { syncPurchases } from "../../src/domain/billing/sync-purchases.ts";
import { runJobs } from "./jobs.ts";
import { type AppUser, type Line, type Side, Violation } from "./model.ts";
import type { Scene } from "./scene.ts";

/** Whose account token the store carries. */
export function namedBy(scene: Scene, line: Line): AppUser | undefined {
  const token = scene.sideOf(line).accountToken(line);
  return scene.world.users.find(({ accountToken, isDeleted }) => accountToken === token && !isDeleted);
}

/** Whose the store says it is. */
export function settleOwner(scene: Scene, line: Line): void {
  if (!line.isKnown || line.owner) return;
  line.owner = namedBy(scene, line) ?? line.replaces?.owner;
}

/** The app of a user brings what it finds on the device. */
export async function bring(scene: Scene, side: Side, line: Line, user: AppUser): Promise<void> {
  const { t, project } = scene.world;
  const proof = side.proof(line);
  if (!proof) return;
  await runJobs(scene.world);
  const signedIn = await scene.world.signedIn(user);
  const [result] = await syncPurchases(t.app, project, signedIn, [proof], "192.0.2.1");
  const reason = result && "reason" in result ? result.reason : "";
  scene.count(`${side.store}: brought, ${reason || "accepted"}`);
  scene.say(`${user.name} brings ${line.name}: ${reason || "accepted"}`);
  if (reason === "STORE_UNAVAILABLE" && scene.downSince !== undefined) return;
  line.isKnown = true;
  settleOwner(scene, line);
  const mayHave = !line.owner || line.owner === user || mayMove(scene, line);
  if (!line.isUnsettled && mayHave !== (reason === "")) {
    throw new Violation(`${user.name} brings ${line.name} of ${line.owner?.name}: ${reason || "accepted"}`);
  }
  if (reason === "") line.owner = user;
}

function mayMove(scene: Scene, line: Line): boolean {
  const { purchaseTransfer } = scene.world.project.settings.billing;
  if (line.isShared || purchaseTransfer === "reject") return false;
  return purchaseTransfer === "always" || line.owner?.isGuest === true;
}
