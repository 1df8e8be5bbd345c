import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { expect } from "vitest";
import { processInbox } from "../../server/src/domain/billing/process-inbox.ts";
import type { Project } from "../../server/src/domain/projects/project.ts";
import { adminBilling, billingOf } from "../../server/src/testing/billing.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { PlayBench } from "../../server/src/testing/stores/play-bench.ts";
import type { Bought, KeptPurchase } from "../../server/src/testing/stores/play-purchases.ts";
import { subscriptionNotice } from "../../server/src/testing/stores/play-push.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { AppCli } from "./app-cli.ts";

const RENEWED = 2;

/** The command line of an administrator whose project `demo` sells in Google Play, which is a stand-in. */
export class CliShop {
  readonly bench: PlayBench;
  readonly project: Project;
  readonly cli: AppCli;
  readonly admin: ReturnType<typeof adminBilling>;
  readonly shapes = new ShapeCheck();

  private constructor(bench: PlayBench, project: Project, token: string) {
    this.bench = bench;
    this.project = project;
    this.cli = new AppCli(bench.t, token);
    this.admin = adminBilling(bench.t, token);
  }

  static async open(): Promise<CliShop> {
    const bench = await PlayBench.open(engines[0] ?? expect.fail());
    const project = await bench.addProject();
    return new CliShop(bench, project, (await bench.t.addAdmin()).token);
  }

  async close(): Promise<void> {
    this.cli.close();
    await this.bench.close();
  }

  /** Runs `svc billing …` for the project. */
  text = (...args: string[]) => this.cli.text("billing", ...args, "--project", "demo");
  run = (...args: string[]) => this.cli.run(["billing", ...args, "--project", "demo"]);
  failure = (...args: string[]) => this.cli.failure(["billing", ...args, "--project", "demo"]);
  json = (...args: string[]) => this.shapes.json(this.cli, "billing", ...args, "--project", "demo");

  async user(email: string): Promise<TokenResponse & { id: string }> {
    const tokens = await this.bench.t.addUser(this.project, email, "correct horse battery");
    return { ...tokens, id: tokens.user?.id ?? "" };
  }

  /** Somebody buys, Google tells, and the server works it out. */
  async sell(user: TokenResponse, bought: Bought = {}): Promise<KeptPurchase> {
    const { purchaseAccountToken } = await billingOf(this.bench.t, this.project, user).getBillingAccount({});
    const purchase = this.bench.play.purchases.buy({ ...bought, accountToken: purchaseAccountToken });
    await this.tell(purchase);
    await this.work();
    return purchase;
  }

  async tell(purchase: KeptPurchase): Promise<void> {
    const notice = subscriptionNotice(RENEWED, purchase.token);
    expect(await this.bench.play.deliver(notice, this.bench.webhook(this.project))).toBe(200);
  }

  work = () => processInbox(this.bench.t.app);
}
