import { holdingsOf } from "../../src/domain/billing/entitlements-of.ts";
import { type AppUser, type Line, type Side, UNLOCKS, Violation } from "./model.ts";
import type { World } from "./world.ts";

/**
 * Compares what a user may use with what is true at the stores: what is paid for and not refunded, and nothing
 * else. Returns whether there was anything that the user must have.
 */
export async function judge(
  world: World,
  sides: readonly Side[],
  user: AppUser,
  granted: readonly string[],
  namedBy: (line: Line) => AppUser | undefined,
): Promise<boolean> {
  const { entitlements } = await holdingsOf(world.t.app, world.project, user.id);
  const has = new Set(entitlements.filter(({ active }) => active).map(({ id }) => id));
  const must = new Set(granted);
  const may = new Set(granted);
  const theirs = sides.flatMap((side) =>
    side.lines
      .filter((line) => line.owner === user || namedBy(line) === user)
      .map((line) => ({ line, worth: side.worth(line) })),
  );
  for (const { line, worth } of theirs) {
    if (line.isUnsettled) for (const id of UNLOCKS.team) may.add(id);
    if (line.owner !== user || line.isUnsettled || !line.isKnown) continue;
    for (const id of worth.must ? UNLOCKS[worth.must] : []) must.add(id);
    for (const id of worth.may ? UNLOCKS[worth.may] : []) may.add(id);
  }
  const unpaid = [...has].filter((id) => !may.has(id) && !must.has(id));
  const missing = [...must].filter((id) => !has.has(id));
  if (missing.length + unpaid.length === 0) return must.size > 0;
  const problem =
    missing.length > 0 ? `has paid for ${missing} and does not have it` : `has ${unpaid} for nothing`;
  throw new Violation([`${user.name} ${problem}`, ...(await factsAbout(world, user, theirs))].join("\n"));
}

/** What the stores and the server know about the user. */
async function factsAbout(
  { t, project }: World,
  user: AppUser,
  theirs: readonly { line: Line; worth: object }[],
): Promise<string[]> {
  const { subscriptions, entitlements } = await holdingsOf(t.app, project, user.id);
  const lines = theirs.map(({ line: { name, owner, isKnown, isUnsettled, isReplaced }, worth }) => ({
    ...{ name, owner: owner?.name, isKnown, isUnsettled, isReplaced, worth },
  }));
  const rows = subscriptions.map(({ store, state, productId, tierId, accessUntil, supersededBy }) => ({
    ...{
      store,
      state,
      productId,
      tierId,
      accessUntil: new Date(accessUntil),
      isReplaced: supersededBy !== null,
    },
  }));
  return [...lines, ...rows, ...entitlements].map((fact) => JSON.stringify(fact));
}
