import type { Line, News } from "./model.ts";
import { settleOwner } from "./owners.ts";
import type { Scene } from "./scene.ts";

export function unsettle(line: Line): void {
  line.isUnsettled = true;
  if (line.replaces) unsettle(line.replaces);
}

export function setDown(scene: Scene, isDown: boolean): void {
  if (isDown === (scene.downSince !== undefined)) return;
  scene.say(isDown ? "the stores are down" : "the stores are back");
  scene.downSince = isDown ? scene.world.now : undefined;
  for (const side of scene.sides) side.setDown(isDown);
  if (isDown) return;
  // What was asked meanwhile is asked again later.
  for (const line of scene.lines()) line.isUnsettled ||= line.isKnown;
}

/** As networks do: mostly at once; or twice, late, or never. */
export async function send(scene: Scene, all: readonly News[]): Promise<void> {
  for (const news of all) {
    const fate = scene.isCalm ? 9 : scene.roll(10);
    if (fate > 2) await deliver(scene, news);
    if (fate === 2) for (let n = 0; n < 2; n++) await deliver(scene, news);
    if (fate < 2) unsettle(news.about);
    if (fate === 1) scene.late.splice(scene.roll(scene.late.length + 1), 0, news);
    if (fate < 2) scene.say(`${news.about.name}: told ${fate === 1 ? "late" : "to nobody"}`);
  }
}

export async function deliverLate(scene: Scene): Promise<void> {
  for (const news of scene.late.splice(0)) await deliver(scene, news);
}

async function deliver(scene: Scene, news: News): Promise<void> {
  const { about } = news;
  const status = await news.send();
  if (status !== 200) {
    scene.say(`${about.name}: the webhook answered ${status}`);
    unsettle(about);
    scene.late.push(news);
    return;
  }
  about.isKnown = true;
  if (scene.downSince !== undefined) unsettle(about);
  settleOwner(scene, about);
}
