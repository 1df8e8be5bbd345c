import { setTimeout } from "node:timers/promises";
import type { Message, Outcome, Send } from "./message.ts";

const ATTEMPTS = 6;

/** Waits as long as the vendor asks for; otherwise about 1, 2, 4, 8 and 16 seconds. */
export async function sendWithRetries(
  send: Send,
  device: { token: string; appId: string },
  message: Message,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(device, message);
    if (outcome.kind !== "later" || attempt === ATTEMPTS) return outcome;
    // Chance keeps many devices from trying again at the same moment.
    await setTimeout(outcome.afterMs ?? 1000 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
  }
}
