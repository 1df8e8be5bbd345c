import { times } from "../full.ts";
import { LOSSY, type Model } from "./model.ts";
import type { Phone } from "./phone.ts";

type Theft = (owner: Phone) => Promise<void>;

/** With the bare token, older than the owner's. */
const oldToken: Theft = async (owner) => {
  const { refreshToken } = owner.record;
  // One rotation is the least that makes a token old; some thieves wait longer.
  for (let more = Math.floor(owner.random() * 3); more >= 0; more--) await nextRefresh(owner);
  if (await present(owner, refreshToken)) throw new Error("an old token was taken");
  await nextRefresh(owner);
};

/** With the bare token that the owner would present next. */
const newestToken: Theft = async (owner) => {
  const loot = await present(owner, owner.record.refreshToken);
  await nextRefresh(owner);
  if (loot && (await present(owner, loot))) throw new Error("the thief still has a session");
};

/**
 * With a copy of the disk, attempt id and all, and the app on it. At first both get the same successor. Then the next
 * rotation of either makes the other one's token an old one, which comes with another attempt id.
 */
const sameSuccessor =
  (first: "the owner" | "the thief"): Theft =>
  async (owner) => {
    const thief = await copyOf(owner);
    const both = first === "the owner" ? [owner, thief] : [thief, owner];
    for (const phone of both) await rotate(phone);
    if (owner.record.refreshToken !== thief.record.refreshToken)
      throw new Error("two successors of one token");
    for (const phone of owner.random() < 0.5 ? [owner, thief] : [thief, owner]) await rotate(phone);
    await learnTheEnd(owner, thief);
  };

/** The owner has rotated the copied token, and three times more. The thief's first call ends the session. */
const farBehind: Theft = async (owner) => {
  const thief = await copyOf(owner);
  for (let rotation = 0; rotation < 4; rotation++) await rotate(owner);
  await rotate(thief);
  await learnTheEnd(owner, thief);
};

/** The thief has rotated the copied token, and three times more. The owner's next call ends the session. */
const farAhead: Theft = async (owner) => {
  const thief = await copyOf(owner);
  for (let rotation = 0; rotation < 4; rotation++) await rotate(thief);
  await rotate(owner);
  await learnTheEnd(owner, thief);
};

/** The owner is one or two rotations ahead: the thief's call looks like a late one of the owner's, and gets nothing. */
const justBehind: Theft = async (owner) => {
  const thief = await copyOf(owner);
  for (let rotation = owner.random() < 0.5 ? 2 : 3; rotation > 0; rotation--) await rotate(owner);
  await rotate(thief);
  if (thief.isSignedIn) throw new Error("the thief has a session");
  await rotate(owner);
};

/** The thief is one or two rotations ahead: the owner's call looks like a late one, and the thief keeps the session. */
const justAhead: Theft = async (owner) => {
  const thief = await copyOf(owner);
  for (let rotation = owner.random() < 0.5 ? 2 : 3; rotation > 0; rotation--) await rotate(thief);
  await rotate(owner);
  if (owner.isSignedIn || !thief.isSignedIn) throw new Error("the owner was not refused");
};

async function copyOf(owner: Phone): Promise<Phone> {
  const thief = owner.copy();
  await thief.client.ready;
  return thief;
}

/** Whoever was refused last knows it; the other one learns it now. */
async function learnTheEnd(owner: Phone, thief: Phone): Promise<void> {
  await nextRefresh(owner);
  await nextRefresh(thief);
  if (thief.isSignedIn) throw new Error("the thief still has a session");
}

/** A thief's own call, on a network like the owner's. The token that he gets, or undefined when he is refused. */
async function present({ line, publishableKey }: Phone, refreshToken: string): Promise<string | undefined> {
  for (;;) {
    const response = await fetch(`${line.url}/svc.auth.v1.AuthService/RefreshToken`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": publishableKey },
      body: JSON.stringify({ refreshToken }),
    }).catch(() => undefined);
    if (response) return ((await response.json()) as { refreshToken?: string }).refreshToken;
  }
}

/** Until the phone has the next token or is refused. A phone whose clock was set back refreshes later. */
async function rotate(phone: Phone): Promise<void> {
  const before = tokenOf(phone);
  do await nextRefresh(phone);
  while (before !== undefined && tokenOf(phone) === before);
}

const tokenOf = (phone: Phone) => (phone.isSignedIn ? phone.record.refreshToken : undefined);

async function nextRefresh(phone: Phone): Promise<void> {
  await phone.beginRound();
  await phone.refresh();
}

type Faults = Pick<Model, "network" | "disk" | "process">;

/** Every second phone is stolen from; the others are honest and must not notice. */
function theft(name: string, steal: Theft, ends: Model["ends"], faults: Faults): Model {
  return {
    ...faults,
    name: `thief: ${name}`,
    phones: times(6, 40),
    rounds: times(1, 5),
    ...(ends && { ends }),
    round: async (phone) => {
      if (phone.index % 2) return phone.refresh();
      phone.blame = name;
      await steal(phone);
    },
  };
}

const FOUND = { mustEnd: true, by: "reuse", reasons: ["revoked", "expired"] } as const;
const REFUSED = { mustEnd: true, by: "late repeat", reasons: ["expired"] } as const;

const all = (network: string, faults: Faults = {}): Model[] => [
  theft(`an old token${network}`, oldToken, FOUND, faults),
  theft(`the newest token${network}`, newestToken, FOUND, faults),
  theft(`a copied disk, used first${network}`, sameSuccessor("the thief"), FOUND, faults),
  theft(`a copied disk, used after the owner${network}`, sameSuccessor("the owner"), FOUND, faults),
  theft(`a copied disk, three rotations ahead${network}`, farAhead, FOUND, faults),
  theft(`a copied disk, three rotations behind${network}`, farBehind, FOUND, faults),
  theft(`a copied disk, one or two behind${network}`, justBehind, undefined, faults),
  theft(`a copied disk, one or two ahead${network}`, justAhead, REFUSED, faults),
];

export const thefts: readonly Model[] = [
  ...all(""),
  ...all(", bad network", { network: LOSSY, process: { kills: 0.05 } }),
];
