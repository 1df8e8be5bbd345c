import type { SignedOutReason } from "../../src/auth-state.ts";
import { type AuthClient, isAuthError } from "../../src/sdk.ts";
import { DeviceClock, MINUTE } from "../device-clock.ts";
import { App } from "./app.ts";
import { Disk } from "./disk.ts";
import { Line } from "./line.ts";
import type { Model } from "./model.ts";
import type { Network } from "./network.ts";
import { pause } from "./pause.ts";
import type { Random } from "./random.ts";

export type PhoneOptions = {
  index: number;
  network: Network;
  publishableKey: string;
  storageKey: string;
  model: Model;
  random: Random;
};

/** A phone with the app on it. Its disk outlives the app, which may be killed at any moment. */
export class Phone {
  kills = 0;
  refreshes = 0;
  /** What was done to the session in this round that may end it. */
  blame: string | undefined;
  /** Signs in with it; as a guest otherwise. */
  account: { email: string; password: string } | undefined;
  userId = "";
  readonly index: number;
  readonly random: Random;
  readonly clock: DeviceClock;
  readonly disk: Disk;
  readonly line: Line;
  private readonly options: PhoneOptions;
  /** Also of apps that were killed: what they have sent may still arrive. */
  private readonly underWay = new Set<Promise<unknown>>();
  private apps: App[];
  private toldReason: SignedOutReason | undefined;

  constructor(options: PhoneOptions, disk: Disk = new Disk(options.model.disk ?? {}, options.random)) {
    const { model, network, random, index } = options;
    this.options = options;
    this.index = index;
    this.random = random;
    this.disk = disk;
    this.clock = new DeviceClock(this.clockError());
    this.line = new Line(network, model.network ?? {}, this.clock, random);
    this.apps = Array.from({ length: model.process?.instances ?? 1 }, () => this.start());
  }

  get client(): AuthClient {
    return this.app(0).client;
  }

  get isSignedIn(): boolean {
    return this.apps.every(({ client }) => client.state.status === "signedIn");
  }

  /** Why nobody is signed in, as the user was told first. It is not stored: an app that starts later does not know. */
  get signedOutReason(): SignedOutReason | undefined {
    for (const app of this.apps) this.noteState(app);
    return this.toldReason;
  }

  get publishableKey(): string {
    return this.options.publishableKey;
  }

  get storageKey(): string {
    return this.options.storageKey;
  }

  /** The session as it is stored. */
  get record(): { refreshToken: string; attemptId: string } {
    return JSON.parse(String(this.disk.read(this.storageKey))).session;
  }

  /** Another phone, with the same app and a copy of this one's disk. */
  copy(): Phone {
    return new Phone(this.options, this.disk.copy());
  }

  async signIn(): Promise<void> {
    const { account } = this;
    this.userId = "";
    while (!this.userId) {
      const { client } = this;
      await (account ? client.signInWithPassword(account) : client.signInAnonymously()).catch(
        unlessRetryable,
      );
      if (client === this.client && client.user) this.userId = client.user.id;
      else await this.wait();
    }
    this.toldReason = undefined;
    this.disk.forgetOlder();
  }

  /** No request travels for longer than a token lives, unless the model says so: what is under way arrives first. */
  async beginRound(): Promise<void> {
    await this.settled();
    this.clock.pass(20 * MINUTE);
    if (this.random() < 0.05) this.clock.set(this.clockError());
    await this.line.beginRound();
  }

  /** The app is used until it has a token. */
  async refresh(): Promise<void> {
    await Promise.all(this.apps.map((_, instance) => this.ask(instance)));
    this.refreshes++;
    const { forced = 0 } = this.options.model.process ?? {};
    if (this.isSignedIn && this.random() < forced) await this.forceRefresh();
  }

  /** The power may be cut, and with it the newest write or more. */
  async endRound(): Promise<void> {
    const { powerCut } = this.options.model.disk ?? {};
    if (!powerCut || this.random() >= powerCut.share) return;
    for (const app of this.apps) app.kill();
    const isFailed = this.disk.isLastWriteFailed;
    const steps = this.disk.goBack(powerCut.disk === "loses its newest write" ? "newest" : "any");
    if (steps > 1) this.blame = "an older disk";
    else if (steps === 1 && isFailed) this.blame = "a failed write and a lost one";
    await this.restart();
  }

  async restart(): Promise<void> {
    for (const app of [...this.apps]) this.kill(app);
    await Promise.all(this.apps.map(({ client }) => client.ready));
  }

  private async ask(instance: number): Promise<void> {
    const { kills = 0 } = this.options.model.process ?? {};
    for (;;) {
      const app = this.app(instance);
      const isKilled = this.random() < kills;
      const token = app.client.getAccessToken();
      if (isKilled) {
        await Promise.race([token.catch(() => {}), pause(this.random() * 8)]);
        this.kill(app);
        await token.catch(() => {});
        this.noteState(app);
        continue;
      }
      const result = await token.catch(unlessRetryable);
      this.noteState(app);
      if (result !== undefined && app === this.app(instance)) return;
      await this.wait();
    }
  }

  /** Once, while the token is good: what does not succeed is left to the next round. */
  private async forceRefresh(): Promise<void> {
    await this.settled();
    this.clock.pass(MINUTE);
    const force = ({ client }: App) => client.getAccessToken({ forceRefresh: true }).catch(unlessRetryable);
    await Promise.all(this.apps.map(force));
    this.refreshes++;
  }

  /** Until the user tries again. */
  private async wait(): Promise<void> {
    this.clock.pass(this.random() * 20_000);
    await pause(this.random() * 5);
  }

  private noteState({ client }: App): void {
    if (client.state.status === "signedOut") this.toldReason ??= client.state.reason;
  }

  private async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
    await this.line.settled();
  }

  private app(instance: number): App {
    const app = this.apps[instance];
    if (!app) throw new Error(`no instance ${instance}`);
    return app;
  }

  private start(): App {
    const { publishableKey, storageKey, model } = this.options;
    return new App({
      baseUrl: this.line.url,
      publishableKey,
      storageKey,
      clock: this.clock,
      disk: this.disk,
      isChunked: model.disk?.isChunked ?? false,
      fetch: (input, init) => this.send(String(input), init),
      afterWrite: (app) => {
        if (this.random() < (model.process?.killsAtWrites ?? 0)) this.kill(app);
      },
    });
  }

  private kill(app: App): void {
    const instance = this.apps.indexOf(app);
    if (instance < 0) return;
    this.kills++;
    app.kill();
    this.apps[instance] = this.start();
  }

  private send(url: string, { signal: _, ...init }: RequestInit = {}): Promise<Response> {
    const sent = fetch(url, init);
    const settled: Promise<unknown> = sent.catch(() => {}).then(() => this.underWay.delete(settled));
    this.underWay.add(settled);
    return sent;
  }

  private clockError(): number {
    return (this.random() * 2 - 1) * (this.options.model.clock?.wrongByMs ?? 5 * MINUTE);
  }
}

export function unlessRetryable(error: unknown): undefined {
  if (!isAuthError(error) || !error.retryable) throw error;
}
