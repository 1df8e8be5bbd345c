import { type Dice, pick } from "../../src/testing/dice.ts";
import type { AppUser, Customer, Line, News, Side } from "./model.ts";
import type { World } from "./world.ts";

/** Without `expiresAt` it does not end. */
type Grant = { id: string; user: AppUser; entitlement: string; expiresAt: number | undefined };

/** What the events of a walk have in common: who takes part, and what is on its way. */
export class Scene {
  /** What happened so far, in words. */
  readonly journal: string[] = [];
  /** How often each kind of event happened, and how often somebody had to have something. */
  readonly counts = new Map<string, number>();
  readonly world: World;
  readonly sides: readonly Side[];
  readonly roll: Dice;
  readonly customers: Customer[] = [];
  grants: Grant[] = [];
  /** What the stores have told and nobody has received. */
  late: News[] = [];
  downSince: number | undefined;
  /** Everything is delivered at once. */
  isCalm = false;
  readonly #main: string;

  constructor(world: World, sides: readonly Side[], main: string, roll: Dice) {
    this.world = world;
    this.sides = sides;
    this.#main = main;
    this.roll = roll;
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  say(what: string): void {
    this.journal.push(`${new Date(this.world.now).toISOString()} ${what}`);
  }

  /** Mostly subscriptions of the store of this walk. */
  side(isOneTime = this.roll(4) === 0): Side {
    const sides = this.sides.filter((side) => side.isOneTime === isOneTime);
    const main = sides.find(({ store }) => store === this.#main);
    return main && this.roll(5) > 0 ? main : pick(this.roll, sides);
  }

  sideOf(line: Line): Side {
    const side = this.sides.find(
      ({ store, isOneTime }) => store === line.store && isOneTime === line.isOneTime,
    );
    if (!side) throw new Error(`nobody sells ${line.name}`);
    return side;
  }

  lines(): Line[] {
    return this.sides.flatMap(({ lines }) => lines);
  }

  /** Mostly one that has not ended. */
  pickLine(side: Side): Line | undefined {
    const running = side.lines.filter((line) => side.dueAt(line) < Number.POSITIVE_INFINITY);
    return running.length > 0 && this.roll(8) > 0
      ? pick(this.roll, running)
      : pick(this.roll, side.lines.slice(-20));
  }

  livingUsers(): AppUser[] {
    return this.world.users.filter(({ isDeleted }) => !isDeleted);
  }

  newUser(): Promise<AppUser> {
    return this.world.addUser(this.roll(2) === 0);
  }
}
