import type { Order, Outcome } from "../generator/order.ts";
import type { Target } from "../measure.ts";

/** The calls that are compared between authentication servers. */
export const operations = ["sign-up", "sign-in", "session check", "new token", "guest"] as const;

export type Operation = (typeof operations)[number];

export type Peer = {
  name: string;
  /** As its makers call it. */
  calls: Partial<Record<Operation, string>>;
  target: Target;
  /** Made anew for each round: a sign-up can be done once. */
  order: (operation: Operation, clients: number) => Pick<Order, "calls" | "use" | "collect">;
  /** After a round whose calls depend on each other. */
  after?: (operation: Operation, outcome: Outcome) => void;
  stop: () => Promise<void>;
};

export const PASSWORD = "correct horse battery";

/** More than any of them can do in one round. */
export const NEWCOMERS = 3_000;

export function jsonBody(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64");
}

/** A few at a time: each of them hashes. */
export async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n += 4) {
    const some = Array.from({ length: Math.min(4, count - n) }, (_, m) => work(n + m));
    results.push(...(await Promise.all(some)));
  }
  return results;
}

export async function post(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
