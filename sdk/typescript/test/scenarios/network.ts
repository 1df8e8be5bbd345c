import { responseOf } from "./answers.ts";
import type { Activity } from "./device.ts";
import type { Json } from "./scenario-files.ts";

export const BASE_URL = "https://auth.example.com";

/** A request that a client has sent. */
export type SentRequest = {
  from: string;
  url: string;
  method: string;
  headers: Headers;
  body: string;
  answer: (answer: Json) => void;
};

/** Carries requests to the scenario, and the answers of the scenario back. */
export class ScenarioNetwork {
  /** Sent, and not taken by a step yet. */
  readonly waiting: SentRequest[] = [];
  private readonly activity: Activity;

  constructor(activity: Activity) {
    this.activity = activity;
  }

  readonly fetchOf =
    (from: string): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const body = await request.text();
      const { url, method, headers } = request;
      return new Promise((resolve, reject) => {
        const answer = (answer: Json) => {
          this.activity.seen();
          try {
            resolve(responseOf(answer)());
          } catch (error) {
            reject(error);
          }
        };
        this.waiting.push({ from, url, method, headers, body, answer });
        this.activity.seen();
      });
    };

  describeWaiting(): string {
    return this.waiting.map(({ from, url }) => `${from}: ${url}`).join(", ") || "none";
  }
}
