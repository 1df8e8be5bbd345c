import type { ServerProcess } from "../server-process.ts";
import { TestProject } from "../test-project.ts";
import { type Families, families } from "./families.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Model } from "./model.ts";
import { Network } from "./network.ts";
import { Phone } from "./phone.ts";
import { randomFrom } from "./random.ts";
import { type Killable, ServerKiller } from "./server-killer.ts";
import type { Successors } from "./successors.ts";

/** As many at a time as one machine can do. */
const WIDTH = 50;

export type Outcome = Verdict & {
  phones: readonly Phone[];
  families: Families;
  successors: Pick<Successors, "rotated" | "forked">;
  serverKills: number;
};

type Server = Killable & Pick<ServerProcess, "url" | "token" | "dataDir">;

/** Runs a model on a project of its own. */
export async function simulate(model: Model, seed: number, server: Server): Promise<Outcome> {
  const network = await Network.open(server.url);
  try {
    const project = await TestProject.create(server);
    const { publishableKey, slug } = project;
    const phones = Array.from({ length: model.phones }, (_, index) => {
      const random = randomFrom(seed + index + 1);
      return new Phone({ index, network, publishableKey, storageKey: `${slug}-${index}`, model, random });
    });
    const verdict: Verdict = { ended: 0, wrong: [] };
    const killer = new ServerKiller(model, server, randomFrom(seed));
    await inTurns(phones, (phone) => live(model, phone, verdict, () => killer.tick()));
    await killer.finish();
    await inTurns(phones, (phone) => liveOnGoodNetwork(model, phone, verdict));
    const { successors } = network;
    return {
      phones,
      families: families(server.dataDir, slug),
      successors,
      serverKills: killer.kills,
      ...verdict,
    };
  } finally {
    network.close();
  }
}

async function live(model: Model, phone: Phone, verdict: Verdict, tick: () => void): Promise<void> {
  await phone.signIn();
  for (let round = 0; round < model.rounds; round++) {
    await phone.beginRound();
    await (model.round ? model.round(phone) : phone.refresh());
    await judge(model, phone, verdict);
    await phone.endRound();
    tick();
  }
}

async function liveOnGoodNetwork(model: Model, phone: Phone, verdict: Verdict): Promise<void> {
  phone.line.heal();
  await phone.beginRound();
  await phone.refresh();
  await judge(model, phone, verdict);
  const sessions = await phone.client.listMySessions();
  if (sessions.length !== 1) verdict.wrong.push(`phone ${phone.index} has ${sessions.length} sessions`);
}

async function inTurns(phones: readonly Phone[], work: (phone: Phone) => Promise<void>): Promise<void> {
  const queue = [...phones];
  const worker = async () => {
    for (let phone = queue.shift(); phone; phone = queue.shift()) await work(phone);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}
