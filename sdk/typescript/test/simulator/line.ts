import type { IncomingHttpHeaders } from "node:http";
import type { Clock } from "../../src/clock.ts";
import { MINUTE } from "../device-clock.ts";
import type { NetworkFaults } from "./model.ts";
import type { Answer, Network } from "./network.ts";
import { isAfterServer, type PageName } from "./pages.ts";
import type { Random } from "./random.ts";

/** A request that can be delivered more than once. */
export type Copy = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** What happened on a line, or on all lines together. */
export type LineCounts = {
  lostRequests: number;
  lostAnswers: number;
  duplicated: number;
  pages: number;
};

/** One phone's connection to the server. */
export class Line {
  readonly url: string;
  readonly counts: LineCounts = { lostRequests: 0, lostAnswers: 0, duplicated: 0, pages: 0 };
  private faults: NetworkFaults;
  private readonly network: Network;
  private readonly clock: Pick<Clock, "steady">;
  private readonly random: Random;
  private readonly underWay = new Set<Promise<unknown>>();
  private round = 0;
  private outageEnds = 0;
  private late: { copy: Copy; dueRound: number }[] = [];
  private stuck: Copy[] | undefined;

  constructor(network: Network, faults: NetworkFaults, clock: Pick<Clock, "steady">, random: Random) {
    this.network = network;
    this.faults = faults;
    this.clock = clock;
    this.random = random;
    this.url = network.connect(this);
  }

  /** What was sent has arrived. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.underWay);
  }

  /** Delivers what is late and due. */
  async beginRound(): Promise<void> {
    const round = ++this.round;
    const { outages } = this.faults;
    const due = this.late.filter(({ dueRound }) => dueRound <= round);
    this.late = this.late.filter(({ dueRound }) => dueRound > round);
    for (const { copy } of due) await this.redeliver(copy);
    if (outages && this.random() < outages.share)
      this.outageEnds = this.clock.steady() + this.random() * 4 * MINUTE;
  }

  /** No faults from now on; what was late does not come any more. */
  heal(): void {
    this.faults = {};
    this.late = [];
  }

  /** What is sent during `work` gets stuck, and its sender is told that the connection broke. Returns what delivers it. */
  async stuckDuring(work: () => Promise<unknown>): Promise<() => Promise<void>> {
    const stuck: Copy[] = [];
    this.stuck = stuck;
    await work();
    this.stuck = undefined;
    return async () => {
      for (const copy of stuck) await this.redeliver(copy);
    };
  }

  async send(copy: Copy): Promise<Answer | PageName | "lost"> {
    const answer = this.passOn(copy);
    const settled: Promise<unknown> = answer.catch(() => {}).then(() => this.underWay.delete(settled));
    this.underWay.add(settled);
    return answer;
  }

  private async passOn(copy: Copy): Promise<Answer | PageName | "lost"> {
    const { lostRequests = 0, lostAnswers = 0, duplicates = 0, lateDuplicates } = this.faults;
    if (this.stuck) {
      this.stuck.push(copy);
      return this.lose("lostRequests");
    }
    const page = this.page();
    if (page) {
      this.counts.pages++;
      if (isAfterServer(page)) await this.network.deliver(copy);
      return page;
    }
    if (this.random() < lostRequests) return this.lose("lostRequests");
    const isLate = copy.path.endsWith("/RefreshToken") && this.random() < (lateDuplicates?.share ?? 0);
    if (isLate) this.late.push({ copy, dueRound: this.round + (lateDuplicates?.rotations ?? 0) });
    const answers = [this.network.deliver(copy)];
    if (this.random() < duplicates) answers.push(this.redeliver(copy));
    // The same answer, whichever is first: what counts is that both arrive before the next round.
    const [answer] = await Promise.all(answers);
    return answer && this.random() >= lostAnswers ? answer : this.lose("lostAnswers");
  }

  private async redeliver(copy: Copy): Promise<Answer> {
    const answer = await this.network.deliver(copy);
    this.counts.duplicated++;
    return answer;
  }

  private lose(what: "lostRequests" | "lostAnswers"): "lost" {
    this.counts[what]++;
    return "lost";
  }

  private page(): PageName | undefined {
    const { pages = [] } = this.faults.outages ?? {};
    if (this.clock.steady() >= this.outageEnds) return undefined;
    return pages[Math.floor(this.random() * pages.length)];
  }
}
