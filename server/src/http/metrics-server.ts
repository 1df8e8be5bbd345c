import { createServer, type ServerResponse } from "node:http";
import type { App } from "../app.ts";
import { type WatchedApp, watchServer } from "./watch-server.ts";

export type MetricsServer = MetricsPlace & {
  port: number;
  /** For what is not one App's own. */
  tell: (log: App["log"], render: Render) => void;
};

/** Where the metrics of an App are told. */
export type MetricsPlace = {
  /** Until then it answers 503. */
  serve: (app: WatchedApp) => void;
  close: () => Promise<void>;
};

type Render = () => Promise<string>;

/** Prometheus reads from here. A port of its own, because what it tells is not for callers. */
export async function openMetricsPort(address: {
  host: string | undefined;
  port: number;
}): Promise<MetricsServer> {
  let answer: ((response: ServerResponse) => void) | undefined;
  let stopWatching = (): void => {};
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    const isAsked = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    if (!isAsked) response.writeHead(404, { "content-type": "text/plain" }).end("metrics are at /metrics\n");
    else if (answer) answer(response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port: address.port, ...(address.host !== undefined && { host: address.host }) }, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === "object" && bound ? bound.port : address.port,
    serve(app) {
      stopWatching = watchServer(app);
      answer = telling(app.log, app.metrics.registry.render);
    },
    tell(log, render) {
      answer = telling(log, render);
    },
    close() {
      stopWatching();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function telling(log: App["log"], render: Render): (response: ServerResponse) => void {
  return (response) =>
    void render().then(
      (text) =>
        response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
      (error: unknown) => {
        log("error", "metrics cannot be told", { detail: String(error) });
        response.writeHead(500).end();
      },
    );
}
