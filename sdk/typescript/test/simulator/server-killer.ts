import type { ServerProcess } from "../server-process.ts";
import type { Model } from "./model.ts";
import type { Random } from "./random.ts";

export type Killable = Partial<Pick<ServerProcess, "kill" | "serve">>;

/** Kills the server as often as the model says, at moments spread over all rounds. */
export class ServerKiller {
  kills = 0;
  private readonly server: Killable;
  private readonly moments: number[];
  private rounds = 0;
  private restart: Promise<void> | undefined;

  constructor({ phones, rounds, process }: Model, server: Killable, random: Random) {
    this.server = server;
    const { serverKills = 0 } = process ?? {};
    const spacing = (phones * rounds) / serverKills;
    this.moments = Array.from({ length: serverKills }, (_, index) => spacing * (index + random()));
  }

  /** A phone has done a round. Nobody waits for the server but those that need it. */
  tick(): void {
    const [moment = Number.POSITIVE_INFINITY] = this.moments;
    if (++this.rounds < moment || this.restart) return;
    this.moments.shift();
    this.kills++;
    this.restart = this.killAndServe().finally(() => {
      this.restart = undefined;
    });
  }

  async finish(): Promise<void> {
    await this.restart;
  }

  private async killAndServe(): Promise<void> {
    await this.server.kill?.();
    await this.server.serve?.();
  }
}
