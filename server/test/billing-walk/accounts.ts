import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { deleteUser } from "../../src/domain/users/delete-user.ts";
import { pick } from "../../src/testing/dice.ts";
import { bring } from "./owners.ts";
import type { Scene } from "./scene.ts";

const USERS = 12;

/** The same person at the same store, with another account of the app: a new guest, or signed in elsewhere. */
export async function anotherAccount(scene: Scene): Promise<void> {
  const { roll } = scene;
  const customer = pick(roll, scene.customers);
  if (!customer) return;
  const before = customer.user;
  const elsewhere = scene.livingUsers().filter((user) => !user.isGuest && user !== before);
  customer.user = roll(2) === 0 && elsewhere.length > 0 ? pick(roll, elsewhere) : await scene.newUser();
  scene.count(customer.user.isGuest ? "reinstalled as a guest" : "signed in elsewhere");
  scene.say(`${customer.name} is ${customer.user.name} now, and was ${before.name}`);
  for (const side of scene.sides) {
    for (const line of side.lines.filter((one) => one.customer === customer && !one.isReplaced)) {
      if (side.proof(line) && (side.worth(line).must || roll(4) === 0))
        await bring(scene, side, line, customer.user);
    }
  }
}

/** A guest keeps the account and everything in it. Whoever was signed out cannot. */
export async function becomePermanent(scene: Scene): Promise<void> {
  const guests = scene.livingUsers().filter(({ isGuest }) => isGuest);
  const guest = pick(scene.roll, guests);
  if (!guest) return;
  const isPermanent = await scene.world.makePermanent(guest);
  scene.count(isPermanent ? "a guest became a permanent user" : "a guest was signed out");
  scene.say(`${guest.name} ${isPermanent ? "is a permanent user now" : "is signed out"}`);
}

export async function deleteAccount(scene: Scene): Promise<void> {
  const alive = scene.livingUsers();
  if (alive.length < USERS && scene.roll(4) > 0) return;
  const user = pick(scene.roll, alive);
  if (!user) return;
  scene.count("an account was deleted");
  scene.say(`${user.name} is deleted`);
  const { t, project } = scene.world;
  await deleteUser(t.app, { project, by: systemActor, tellsOtherProjects: false }, user.id);
  user.isDeleted = true;
  scene.grants = scene.grants.filter((grant) => grant.user !== user);
  for (const line of scene.lines().filter(({ owner }) => owner === user)) {
    line.owner = undefined;
    // The next word about it may find the owner of its account token.
    line.isUnsettled = true;
  }
  for (const customer of scene.customers.filter((one) => one.user === user))
    customer.user = await scene.newUser();
}
