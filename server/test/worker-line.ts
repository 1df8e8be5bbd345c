import { once } from "node:events";
import { Agent, request } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import { text } from "node:stream/consumers";
import type { Answer, ServedInstance } from "./served-instance.ts";

export type HttpVersion = "1.1" | "2";

/** As any caller has. */
const PATIENCE_MS = 20_000;

type Raw = { status: number; requestId: string; body: string };

/** One connection, which stays with the worker that got it. */
export class WorkerLine {
  readonly #server: ServedInstance;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #session: ClientHttp2Session | undefined;
  #requestId = "";

  constructor(server: ServedInstance, version: HttpVersion = "1.1") {
    this.#server = server;
    if (version === "2") this.#session = connect(server.url).on("error", () => {});
  }

  /** Which worker gave the last answer, as the log tells. */
  async worker(): Promise<number> {
    const line = new RegExp(`"request_id":"${this.#requestId}".*"worker":(\\d+)`);
    return Number((await this.#server.running.says(line))[1]);
  }

  /** One call as Connect JSON with the publishable key, unless the headers say otherwise. */
  async call(method: string, message: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const all = {
      "content-type": "application/json",
      "x-svc-key": this.#server.project.publishableKey,
      ...headers,
    };
    const path = `/svc.${method}`;
    const sent = JSON.stringify(message);
    const { status, requestId, body } = await (this.#session
      ? post2(this.#session, path, all, sent)
      : post1(this.#server.url + path, this.#agent, all, sent));
    this.#requestId = requestId;
    const parsed = JSON.parse(body);
    return { status, reason: status === 200 ? "" : parsed.details?.[0]?.debug?.reason, body: parsed };
  }

  close(): void {
    this.#agent.destroy();
    this.#session?.destroy();
  }
}

/** Connections until each worker has one: of worker 1 first, then of worker 2, and so on. */
export async function lineToEach(
  server: ServedInstance,
  workers: number,
  version: HttpVersion = "1.1",
): Promise<WorkerLine[]> {
  const lines = new Map<number, WorkerLine>();
  while (lines.size < workers) {
    const line = new WorkerLine(server, version);
    await line.call("auth.v1.ConfigService/GetProjectConfig", {});
    const worker = await line.worker();
    if (lines.has(worker)) line.close();
    else lines.set(worker, line);
  }
  return [...lines].sort(([a], [b]) => a - b).map(([, line]) => line);
}

function post1(url: string, agent: Agent, headers: Record<string, string>, sent: string): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method: "POST", headers, timeout: PATIENCE_MS }, (response) => {
      const requestId = String(response.headers["x-request-id"]);
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, requestId, body }), reject);
    });
    asked.once("timeout", () => asked.destroy(new Error("no answer")));
    asked.once("error", reject).end(sent);
  });
}

async function post2(
  session: ClientHttp2Session,
  path: string,
  headers: Record<string, string>,
  sent: string,
): Promise<Raw> {
  const stream = session.request({ ":method": "POST", ":path": path, ...headers });
  stream.end(sent);
  const [answered] = await once(stream, "response");
  return {
    status: Number(answered[":status"]),
    requestId: String(answered["x-request-id"]),
    body: await text(stream),
  };
}
