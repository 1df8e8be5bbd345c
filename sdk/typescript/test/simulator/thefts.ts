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

/** With a copy of the disk, attempt id and all, and the app on it. Each refreshes until one of them is refused. */
const copiedDisk =
  (rotationsBefore: number): Theft =>
  async (owner) => {
    const thief = owner.copy();
    for (let rotation = 0; rotation < rotationsBefore; rotation++) await nextRefresh(owner);
    // At first both get the same successor. The next rotation of either side makes the other one's token an old one.
    await nextRefresh(thief);
    for (let round = 0; round < 2; round++) {
      const both = owner.random() < 0.5 ? [owner, thief] : [thief, owner];
      for (const phone of both) await nextRefresh(phone);
    }
    // Whoever was refused last knows it; the other one learns it now.
    await nextRefresh(owner);
    await nextRefresh(thief);
    if (thief.isSignedIn) throw new Error("the thief still has a session");
  };

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

async function nextRefresh(phone: Phone): Promise<void> {
  await phone.beginRound();
  await phone.refresh();
}

/** Every second phone is stolen from; the others are honest and must not notice. */
function theft(name: string, steal: Theft, faults: Pick<Model, "network" | "disk" | "process"> = {}): Model {
  return {
    ...faults,
    name: `thief: ${name}`,
    phones: times(6, 40),
    rounds: times(1, 5),
    ends: { mustEnd: true, reasons: ["revoked", "expired"] },
    round: async (phone) => {
      if (phone.index % 2) return phone.refresh();
      phone.blame = name;
      await steal(phone);
    },
  };
}

const BAD_NETWORK = { network: LOSSY, process: { kills: 0.05 } };

export const thefts: readonly Model[] = [
  theft("an old token", oldToken),
  theft("the newest token", newestToken),
  theft("a copied disk, used before the owner's next rotation", copiedDisk(0)),
  theft("a copied disk, used after it", copiedDisk(1)),
  theft("a copied disk, used two rotations later", copiedDisk(2)),
  theft("an old token, bad network", oldToken, BAD_NETWORK),
  theft("the newest token, bad network", newestToken, BAD_NETWORK),
  theft("a copied disk, bad network, before", copiedDisk(0), BAD_NETWORK),
  theft("a copied disk, bad network, after", copiedDisk(1), BAD_NETWORK),
];
