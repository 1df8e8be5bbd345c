import { pick } from "../../src/testing/dice.ts";
import { send } from "./delivery.ts";
import { bring } from "./owners.ts";
import type { Scene } from "./scene.ts";

const CUSTOMERS = 5;

export async function buy(scene: Scene): Promise<void> {
  const { roll, customers } = scene;
  if (customers.length < CUSTOMERS)
    customers.push({ name: `customer ${customers.length + 1}`, user: await scene.newUser() });
  const customer = pick(roll, customers);
  const side = scene.side();
  const news = await side.buy(customer, roll);
  if (!news) return;
  scene.count(`${side.store}: buy${side.isOneTime ? " once" : ""}`);
  for (const { about, what } of news) scene.say(`${customer.user.name}: ${about.name} ${what}`);
  await send(scene, news);
  // The app brings what was bought, unless it was closed too early.
  const line = news[0]?.about;
  if (line && side.proof(line) && roll(3) > 0) await bring(scene, side, line, customer.user);
}

/** Something happens to what was bought. */
export async function happen(scene: Scene): Promise<void> {
  for (let attempts = 0; attempts < 8; attempts++) {
    const side = scene.side();
    const line = scene.pickLine(side);
    const [name, act] = pick(scene.roll, Object.entries(side.acts));
    const news = line && act(line, scene.roll);
    if (!news) continue;
    scene.count(`${side.store}: ${name}${side.isOneTime ? " of what was bought once" : ""}`);
    const told = news.map(({ about, what }) => `${about === line ? "" : about.name} ${what}`.trim());
    scene.say(`${line.name}: ${[name, ...told].join(" ").trim()}`);
    return send(scene, news);
  }
}

export async function restore(scene: Scene): Promise<void> {
  const side = scene.side();
  const line = scene.pickLine(side);
  if (line && side.proof(line)) await bring(scene, side, line, line.customer.user);
}
