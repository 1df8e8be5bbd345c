import { Line } from "../../../sdk/typescript/test/simulator/line.ts";
import { LOSSY } from "../../../sdk/typescript/test/simulator/model.ts";
import type { Network } from "../../../sdk/typescript/test/simulator/network.ts";
import type { Random } from "../../../sdk/typescript/test/simulator/random.ts";

/** When a process is killed: its request is on its way, the answer is on its way, or has just arrived. */
const MOMENTS = ["request", "answer", "arrived"] as const;
type Moment = (typeof MOMENTS)[number];

/** The connection of one process: it loses requests and answers, and can kill the process at the worst moments. */
export class KillingLine extends Line {
  readonly #random: Random;
  #plan: { moment: Moment; kill: () => void } | undefined;

  constructor(network: Network, random: Random) {
    super(network, LOSSY, { steady: () => 0 }, random);
    this.#random = random;
  }

  /** Kills the process at some moment of its next request. */
  killAtNextRequest(kill: () => void): void {
    const moment = MOMENTS[Math.floor(this.#random() * MOMENTS.length)] ?? "request";
    this.#plan = { moment, kill };
  }

  /** Nobody is killed: there was no request. */
  spare(): void {
    this.#plan = undefined;
  }

  override async send(copy: Parameters<Line["send"]>[0]): ReturnType<Line["send"]> {
    const plan = this.#plan;
    this.#plan = undefined;
    if (plan?.moment === "request") plan.kill();
    const answer = await super.send(copy);
    if (plan?.moment === "answer") plan.kill();
    // While it reads the answer, stores the session or tells the app.
    if (plan?.moment === "arrived") setTimeout(plan.kill, this.#random() * 8);
    return answer;
  }
}
