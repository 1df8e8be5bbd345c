import { Agent, get } from "node:http";
import type { KeylessRequest } from "../server/src/testing/keyless-paths.ts";

// A process of its own: asks for every path this often over so many connections, one path after the other.
export type KeylessOrder = {
  url: string;
  requests: readonly KeylessRequest[];
  times: number;
  connections: number;
};
export type KeylessDone = { path: string };

process.once("message", async (message) => {
  const { url, requests, times, connections } = message as KeylessOrder;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  for (const { path, headers = {} } of requests) {
    const ask = (): Promise<void> =>
      new Promise((resolve, reject) => {
        get(`${url}${path}`, { agent, headers }, (response) => {
          response.resume().once("end", resolve);
        }).once("error", reject);
      });
    await Promise.all(Array.from({ length: times }, ask));
    process.send?.({ path } satisfies KeylessDone);
  }
  agent.destroy();
  process.disconnect?.();
});
