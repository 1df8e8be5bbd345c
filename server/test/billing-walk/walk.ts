import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { cancelDueAtStripe } from "../../src/domain/billing/cancel-at-stripe.ts";
import { grantEntitlement, revokeEntitlementGrant } from "../../src/domain/billing/grants.ts";
import { processInbox } from "../../src/domain/billing/process-inbox.ts";
import { reconcile } from "../../src/domain/billing/reconcile.ts";
import { syncPurchases } from "../../src/domain/billing/sync-purchases.ts";
import { deleteUser } from "../../src/domain/users/delete-user.ts";
import { DAY_MS } from "../../src/testing/billing.ts";
import { type Dice, pick } from "../../src/testing/dice.ts";
import { judge } from "./judge.ts";
import { type AppUser, type Customer, type Line, type News, type Side, Violation } from "./model.ts";
import type { World } from "./world.ts";

const HOUR_MS = 3_600_000;
/** A server gives a notification up after a day. */
const OUTAGE_MS = 18 * HOUR_MS;
const CUSTOMERS = 5;
const USERS = 12;

type Grant = { id: string; user: AppUser; entitlement: string; expiresAt: number };

/** People buy, stores and networks do what they do, and after each event everybody has what they paid for. */
export class Walk {
  /** What happened so far, in words. */
  readonly journal: string[] = [];
  /** How often each kind of event happened, and how often somebody had to have something. */
  readonly counts = new Map<string, number>();
  readonly #world: World;
  readonly #sides: readonly Side[];
  readonly #main: Side;
  readonly #roll: Dice;
  readonly #customers: Customer[] = [];
  #grants: Grant[] = [];
  #late: News[] = [];
  #downSince: number | undefined;
  #isCalm = false;

  constructor(world: World, sides: readonly Side[], main: Side, roll: Dice) {
    this.#world = world;
    this.#sides = sides;
    this.#main = main;
    this.#roll = roll;
  }

  /** One event, and what follows from it. */
  async step(): Promise<void> {
    const roll = this.#roll;
    const event = pick(roll, EVENTS);
    await this[event]();
    this.#world.t.advance(1000 + roll(60_000));
    await this.#turns();
    await this.#jobs();
    await this.#judge();
  }

  /** Everything is delivered and every store can be reached for a day and a half: all must be as it should be. */
  async quiet(): Promise<void> {
    this.#say("a quiet day");
    this.#isCalm = true;
    this.#setDown(false);
    for (const news of this.#late.splice(0)) await this.#deliver(news);
    for (let hours = 0; hours < 36; hours += 6) await this.#pass(6 * HOUR_MS);
    for (const line of this.#lines()) {
      if (line.store !== "play_store") line.isKnown = true;
      line.isUnsettled = false;
      this.#settleOwner(line);
    }
    // Google does not say what has taken the place of a purchase: it goes on until somebody brings the new one.
    for (const { isKnown, replaces } of this.#lines()) if (!isKnown && replaces) unsettle(replaces);
    this.#isCalm = false;
    await this.#judge();
    const problems = this.#sides.flatMap((side) => side.problems());
    if (problems.length > 0) throw new Violation(problems.join("; "));
  }

  async buy(): Promise<void> {
    if (this.#customers.length < CUSTOMERS) {
      const customer = { name: `customer ${this.#customers.length + 1}`, user: await this.#newUser() };
      this.#customers.push(customer);
    }
    const customer = pick(this.#roll, this.#customers);
    const side = this.#side();
    const news = await side.buy(customer, this.#roll);
    if (!news) return;
    this.#count(`${side.store}: buy`);
    for (const { about, what } of news) this.#say(`${customer.user.name}: ${about.name} ${what}`);
    await this.#send(news);
    // The app brings what was bought, unless it was closed too early.
    const line = news[0]?.about;
    if (line && side.proof(line) && this.#roll(3) > 0) await this.#bring(side, line, customer.user);
  }

  async happen(): Promise<void> {
    for (let attempts = 0; attempts < 8; attempts++) {
      const side = this.#side();
      const line = this.#pickLine(side);
      const [name, act] = pick(this.#roll, Object.entries(side.acts));
      const news = line && act(line, this.#roll);
      if (!news) continue;
      this.#count(`${side.store}: ${name}`);
      const told = news.map(({ about, what }) => `${about === line ? "" : about.name} ${what}`.trim());
      this.#say(`${line.name}: ${[name, ...told].join(" ").trim()}`);
      return this.#send(news);
    }
  }

  async time(): Promise<void> {
    const ms = pick(this.#roll, [HOUR_MS, 6 * HOUR_MS, DAY_MS, 3 * DAY_MS, 8 * DAY_MS, 31 * DAY_MS]);
    this.#say(`${ms / HOUR_MS} hours pass`);
    await this.#pass(ms);
  }

  async restore(): Promise<void> {
    const side = this.#side();
    const line = this.#pickLine(side);
    if (line && side.proof(line)) await this.#bring(side, line, line.customer.user);
  }

  /** The same person at the same store, with another account of the app. */
  async anotherAccount(): Promise<void> {
    const customer = this.#anyCustomer();
    if (!customer) return;
    const before = customer.user;
    const elsewhere = this.#world.users.filter((user) => !user.isGuest && !user.isDeleted && user !== before);
    customer.user =
      this.#roll(2) === 0 && elsewhere.length > 0 ? pick(this.#roll, elsewhere) : await this.#newUser();
    this.#say(`${customer.name} is ${customer.user.name} now, and was ${before.name}`);
    for (const side of this.#sides) {
      for (const line of side.lines.filter((one) => one.customer === customer && !one.isReplaced)) {
        if (side.proof(line) && (side.worth(line).must || this.#roll(4) === 0))
          await this.#bring(side, line, customer.user);
      }
    }
  }

  async deleteAccount(): Promise<void> {
    const alive = this.#world.users.filter(({ isDeleted }) => !isDeleted);
    if (alive.length < USERS && this.#roll(4) > 0) return;
    const user = pick(this.#roll, alive);
    if (!user) return;
    this.#say(`${user.name} is deleted`);
    const { t, project } = this.#world;
    await deleteUser(t.app, { project, by: systemActor, tellsOtherProjects: false }, user.id);
    user.isDeleted = true;
    this.#grants = this.#grants.filter((grant) => grant.user !== user);
    for (const line of this.#lines().filter(({ owner }) => owner === user)) {
      line.owner = undefined;
      // The next word about it may find the owner of its account token.
      line.isUnsettled = true;
    }
    for (const customer of this.#customers.filter((one) => one.user === user))
      customer.user = await this.#newUser();
  }

  async grant(): Promise<void> {
    const user = pick(
      this.#roll,
      this.#world.users.filter(({ isDeleted }) => !isDeleted),
    );
    const { t, project } = this.#world;
    const scope = { project, by: systemActor, tellsOtherProjects: false };
    const [old] = this.#grants;
    if (old && this.#roll(2) === 0) {
      this.#say(`a grant of ${old.user.name} is revoked`);
      await revokeEntitlementGrant(t.app, scope, old.id);
      this.#grants = this.#grants.filter((grant) => grant !== old);
    } else if (user) {
      const entitlement = pick(this.#roll, ["pro", "team"]);
      const expiresAt = this.#world.now + 10 * DAY_MS;
      this.#say(`${user.name} is granted ${entitlement}`);
      const input = { userId: user.id, entitlementId: entitlement, expiresAt, reason: "" };
      const { id } = await grantEntitlement(t.app, scope, input);
      this.#grants.push({ id, user, entitlement, expiresAt });
    }
  }

  /** The operator changes what is sold. Whoever has bought it keeps it. */
  async catalog(): Promise<void> {
    const isKnown = this.#lines().every((line) => line.isKnown && !line.isUnsettled);
    if (!isKnown && this.#world.sells("team")) return;
    const sold = this.#world.sells("team") ? pick(this.#roll, ["retired", "removed"] as const) : "sold";
    this.#count(`team is ${sold}`);
    this.#say(`team is ${sold}`);
    await this.#world.sellTeam(sold);
  }

  async trouble(): Promise<void> {
    const trouble = pick(this.#roll, ["down", "down", "keys", "restart", "late"] as const);
    if (trouble === "down") this.#setDown(this.#downSince === undefined);
    if (trouble === "late") for (const news of this.#late.splice(0)) await this.#deliver(news);
    if (trouble === "restart") {
      this.#say("the server restarts");
      await this.#world.restart();
      await reconcile(this.#world.t.app, { hasJustStarted: true });
    }
    if (trouble === "keys") {
      const side = this.#side();
      this.#say(`${side.store}: keys are rotated`);
      await side.rotateKeys();
    }
  }

  #count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  #say(what: string): void {
    this.journal.push(`${new Date(this.#world.now).toISOString()} ${what}`);
  }

  #side(): Side {
    return this.#roll(5) === 0 ? pick(this.#roll, this.#sides) : this.#main;
  }

  #lines(): Line[] {
    return this.#sides.flatMap(({ lines }) => lines);
  }

  /** Mostly one that has not ended. */
  #pickLine(side: Side): Line | undefined {
    const running = side.lines.filter((line) => side.dueAt(line) < Number.POSITIVE_INFINITY);
    return running.length > 0 && this.#roll(8) > 0
      ? pick(this.#roll, running)
      : pick(this.#roll, side.lines.slice(-20));
  }

  #anyCustomer(): Customer | undefined {
    return pick(this.#roll, this.#customers);
  }

  async #newUser(): Promise<AppUser> {
    return this.#world.addUser(this.#roll(2) === 0);
  }

  #setDown(isDown: boolean): void {
    if (isDown === (this.#downSince !== undefined)) return;
    this.#say(isDown ? "the stores are down" : "the stores are back");
    this.#downSince = isDown ? this.#world.now : undefined;
    for (const side of this.#sides) side.setDown(isDown);
    if (isDown) return;
    // What was asked meanwhile is asked again later.
    for (const line of this.#lines()) line.isUnsettled ||= line.isKnown;
  }

  /** As networks do: mostly at once; or twice, late, or never. */
  async #send(all: readonly News[]): Promise<void> {
    for (const news of all) {
      const fate = this.#isCalm ? 9 : this.#roll(10);
      if (fate > 2) await this.#deliver(news);
      if (fate === 2) for (let n = 0; n < 2; n++) await this.#deliver(news);
      if (fate < 2) unsettle(news.about);
      if (fate === 1) this.#late.splice(this.#roll(this.#late.length + 1), 0, news);
      if (fate < 2) this.#say(`${news.about.name}: told ${fate === 1 ? "late" : "to nobody"}`);
    }
  }

  async #deliver(news: News): Promise<void> {
    const { about } = news;
    const status = await news.send();
    if (status !== 200) {
      this.#say(`${about.name}: the webhook answered ${status}`);
      unsettle(about);
      this.#late.push(news);
      return;
    }
    about.isKnown = true;
    if (this.#downSince !== undefined) unsettle(about);
    this.#settleOwner(about);
  }

  async #bring(side: Side, line: Line, user: AppUser): Promise<void> {
    const { t, project } = this.#world;
    const proof = side.proof(line);
    if (!proof) return;
    await this.#jobs();
    const signedIn = await this.#world.signedIn(user);
    const [result] = await syncPurchases(t.app, project, signedIn, [proof], "192.0.2.1");
    const reason = result && "reason" in result ? result.reason : "";
    this.#count(`${side.store}: brought, ${reason || "accepted"}`);
    this.#say(`${user.name} brings ${line.name}: ${reason || "accepted"}`);
    if (reason === "STORE_UNAVAILABLE" && this.#downSince !== undefined) return;
    line.isKnown = true;
    this.#settleOwner(line);
    const mayHave = !line.owner || line.owner === user || this.#mayMove(line);
    if (!line.isUnsettled && mayHave !== (reason === "")) {
      throw new Violation(`${user.name} brings ${line.name} of ${line.owner?.name}: ${reason || "accepted"}`);
    }
    if (reason === "") line.owner = user;
  }

  #mayMove(line: Line): boolean {
    const { purchaseTransfer } = this.#world.project.settings.billing;
    if (line.isShared || purchaseTransfer === "reject") return false;
    return purchaseTransfer === "always" || line.owner?.isGuest === true;
  }

  #namedBy(line: Line): AppUser | undefined {
    const token = this.#sides.find(({ store }) => store === line.store)?.accountToken(line);
    return this.#world.users.find(({ accountToken, isDeleted }) => accountToken === token && !isDeleted);
  }

  /** Whose the store says it is. */
  #settleOwner(line: Line): void {
    if (!line.isKnown || line.owner) return;
    line.owner = this.#namedBy(line) ?? line.replaces?.owner;
  }

  /** Time goes on from one event of a store to the next. */
  async #pass(ms: number): Promise<void> {
    const end = this.#world.now + ms;
    if (end > (this.#downSince ?? end) + OUTAGE_MS) this.#setDown(false);
    for (;;) {
      const next = Math.min(...this.#sides.flatMap((side) => side.lines.map((line) => side.dueAt(line))));
      if (next > end) break;
      this.#world.t.advance(Math.max(0, next - this.#world.now));
      await this.#turns();
      await this.#jobs();
    }
    this.#world.t.advance(Math.max(0, end - this.#world.now));
    await this.#jobs();
  }

  async #turns(): Promise<void> {
    for (const side of this.#sides) {
      for (const line of side.lines.filter((line) => side.dueAt(line) <= this.#world.now)) {
        const news = side.due(line, this.#roll) ?? [];
        for (const { what } of news) {
          this.#count(`${side.store}: ${what}`);
          this.#say(`${line.name} ${what}`);
        }
        await this.#send(news);
      }
    }
  }

  async #jobs(): Promise<void> {
    const { app } = this.#world.t;
    await processInbox(app);
    await reconcile(app, { hasJustStarted: false });
    await processInbox(app);
    await cancelDueAtStripe(app);
  }

  async #judge(): Promise<void> {
    this.#grants = this.#grants.filter(({ expiresAt }) => expiresAt > this.#world.now);
    const namedBy = (line: Line) => this.#namedBy(line);
    for (const user of this.#world.users.filter(({ isDeleted }) => !isDeleted)) {
      const granted = this.#grants.filter((one) => one.user === user).map(({ entitlement }) => entitlement);
      const mustHave = await judge(this.#world, this.#sides, user, granted, namedBy);
      this.#count(mustHave ? "must have" : "must not have");
    }
  }
}

function unsettle(line: Line): void {
  line.isUnsettled = true;
  if (line.replaces) unsettle(line.replaces);
}

/** By how often they happen. */
const EVENTS = [
  ...Array.from({ length: 3 }, () => "buy" as const),
  ...Array.from({ length: 5 }, () => "happen" as const),
  ...Array.from({ length: 3 }, () => "time" as const),
  "restore",
  "anotherAccount",
  "deleteAccount",
  "grant",
  "catalog",
  "trouble",
] as const;
