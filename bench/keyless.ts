import { fork } from "node:child_process";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import { png, pngChunk } from "../server/src/testing/asset-files.ts";
import { keylessRequests } from "../server/src/testing/keyless-paths.ts";
import type { Bar, Figure, Section } from "./figure.ts";
import type { KeylessDone, KeylessOrder } from "./keyless-callers.ts";
import { quantile } from "./quantile.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";

const TIMES = 1_200;
const CONNECTIONS = 12;
const ASSET_BYTES = 900_000;
const bars: Bar[] = [{ of: "value", atMost: 100 }];

/** Whether requests without a key slow down other calls. */
export const keyless: Section = {
  about: `/healthz while every path that needs no key is asked for ${TIMES} times over ${CONNECTIONS} connections at once`,
  async run({ isQuick, say, workers }) {
    const server = await startBenchServer({ workers });
    const agent = new Agent({ keepAlive: true });
    try {
      const requests = keylessRequests({ slug: "bench", asset: await uploadAsset(server) });
      const times = isQuick ? 120 : TIMES;
      const all: number[] = [];
      let worst = { path: "", p99: 0 };
      let ofPath: number[] = [];
      let isOver = false;
      const callers = call({ url: server.url, requests, times, connections: CONNECTIONS }, ({ path }) => {
        const p99 = quantile(
          ofPath.toSorted((a, b) => a - b),
          0.99,
        );
        if (p99 > worst.p99) worst = { path, p99 };
        say(`${path}: /healthz p99 ${p99.toFixed(1)} ms`);
        all.push(...ofPath);
        ofPath = [];
      }).finally(() => {
        isOver = true;
      });
      while (!isOver) ofPath.push(await timeOf(`${server.url}/healthz`, agent));
      await callers;
      all.sort((a, b) => a - b);
      return [
        { name: "/healthz p50", value: quantile(all, 0.5), unit: "ms" },
        { name: "/healthz p99", value: quantile(all, 0.99), unit: "ms", bars },
        { name: `/healthz p99 beside the slowest, ${worst.path}`, value: worst.p99, unit: "ms", bars },
      ] satisfies Figure[];
    } finally {
      agent.destroy();
      await server.stop();
    }
  },
};

async function uploadAsset({ url, adminToken }: BenchServer): Promise<string> {
  const transport = createConnectTransport({ baseUrl: url, httpVersion: "1.1" });
  const headers = { authorization: `Bearer ${adminToken}` };
  const data = png({ more: [pngChunk("IDAT", Buffer.alloc(ASSET_BYTES))] });
  const answer = await createClient(ThemeService, transport).uploadLogo(
    { project: "bench", data },
    { headers },
  );
  return new URL(answer.url).pathname;
}

async function timeOf(url: string, agent: Agent): Promise<number> {
  const before = performance.now();
  await new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject);
  });
  return performance.now() - before;
}

function call(order: KeylessOrder, onDone: (done: KeylessDone) => void): Promise<void> {
  const child = fork(join(import.meta.dirname, "keyless-callers.ts"));
  child.on("message", (done) => onDone(done as KeylessDone));
  child.send(order);
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error("the callers ended"))));
  });
}
