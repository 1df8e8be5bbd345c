import { Agent, get, request as post } from "node:http";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, type Running } from "../../cli/test/cli-runner.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

const CLIENTS = 16;
const paths = ["/healthz", "/p/nobody/.well-known/jwks.json"];

async function start(flags: readonly string[]): Promise<{ server: Running; url: string }> {
  const server = cli.start(["serve", "--addr", "127.0.0.1:0", ...flags]);
  const [, url = ""] = await server.says(/listening {2}(http:\/\/\S+:\d+)/);
  return { server, url };
}

type Outcome = "complete" | "cut" | "not taken";

function request(url: string): Promise<Outcome> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.complete ? "complete" : "cut"));
    }).once("error", () => resolve("not taken"));
  });
}

/** Nobody's key: the database is asked, and the answer has a body or trailers that can be looked at. */
const METHOD = "/svc.auth.v1.ConfigService/GetProjectConfig";
const call = { "x-svc-key": `pk_${"x".repeat(43)}` };

/** A call as Connect JSON, whose answer must be whole JSON. */
function callJson(url: string, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = { ...call, "content-type": "application/json" };
    const sent = post(url + METHOD, { agent, method: "POST", headers }, async (response) => {
      const { reason } = await json(response).then(
        (body) => (body as { details: [{ debug: { reason: string } }] }).details[0].debug,
        () => ({ reason: "cut" }),
      );
      resolve(response.complete && reason !== "cut" ? "complete" : "cut");
    });
    sent.once("error", () => resolve("not taken")).end("{}");
  });
}

type Request2 = { headers: Record<string, string>; body?: Buffer; mustTell?: string };

/** A call as gRPC, which is not over before the server has told how it went. */
const grpcCall: Request2 = {
  headers: { ":path": METHOD, ":method": "POST", "content-type": "application/grpc", ...call },
  body: Buffer.alloc(5),
  mustTell: "grpc-status",
};

function request2(session: ClientHttp2Session, { headers, body, mustTell }: Request2): Promise<Outcome> {
  return new Promise((resolve) => {
    if (session.closed || session.destroyed) return resolve("not taken");
    const stream = session.request(headers);
    let hasBegun = false;
    let hasEnded = false;
    let isTold = mustTell === undefined;
    const hear = (heard: Record<string, unknown>): void => {
      isTold ||= mustTell !== undefined && heard[mustTell] !== undefined;
    };
    stream.once("response", (heard) => {
      hasBegun = true;
      hear(heard);
    });
    stream.once("trailers", hear);
    stream.once("end", () => {
      hasEnded = true;
    });
    stream.on("error", () => {});
    stream.once("close", () => {
      if (hasBegun && hasEnded && isTold) return resolve("complete");
      // A stream that the server never took is refused whole, and may be sent again.
      const isRefused = [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_REFUSED_STREAM].includes(
        stream.rstCode,
      );
      resolve(hasBegun || !isRefused ? "cut" : "not taken");
    });
    stream.resume();
    stream.end(body);
  });
}

/** Keeps asking until a request is not taken any more, and tells once it has had a few answers. */
async function ask(once: () => Promise<Outcome>, onWarm: () => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await once();
    outcomes.push(outcome);
    if (outcomes.length === 20) onWarm();
    if (outcome === "not taken") return outcomes;
  }
}

const setUps = [
  { name: "one process", flags: async () => [] },
  {
    name: "two workers",
    flags: async () => ["--workers", "2", "--database-url", await newPostgresDatabase()],
  },
];

describe.each(setUps)(
  "SIGTERM to $name under load lets every answer finish and exits with 0",
  ({ flags }) => {
    async function drainUnder(
      load: (onWarm: () => void, url: string) => Promise<Outcome[][]>,
    ): Promise<void> {
      const { server, url } = await start(await flags());
      let warm = 0;
      const onWarm = (): void => {
        warm += 1;
        if (warm === CLIENTS) server.child.kill("SIGTERM");
      };
      const outcomes = (await load(onWarm, url)).flat();
      expect((await server.finished).code).toBe(0);
      expect(outcomes).not.toContain("cut");
      expect(outcomes.filter((outcome) => outcome === "complete").length).toBeGreaterThanOrEqual(
        20 * CLIENTS,
      );
    }

    const clients = Array.from({ length: CLIENTS }, (_, n) => paths[n % paths.length] ?? "/");

    test("over HTTP/1.1", () =>
      drainUnder((onWarm, url) =>
        Promise.all(clients.map((path) => ask(() => request(url + path), onWarm))),
      ));

    test("over HTTP/2, many streams on one connection", () =>
      drainUnder(async (onWarm, url) => {
        const session = connect(url);
        session.on("error", () => {});
        const calls = clients.map((path) => ({ headers: { ":path": path } }));
        return Promise.all(calls.map((call) => ask(() => request2(session, call), onWarm)));
      }));

    test("of calls as JSON over HTTP/1.1, on connections that are kept", () =>
      drainUnder(async (onWarm, url) => {
        const agent = new Agent({ keepAlive: true });
        const outcomes = await Promise.all(clients.map(() => ask(() => callJson(url, agent), onWarm)));
        agent.destroy();
        return outcomes;
      }));

    test("of calls as gRPC, on some connections", () =>
      drainUnder(async (onWarm, url) => {
        const sessions = Array.from({ length: 4 }, () => connect(url).on("error", () => {}));
        const askOn = (n: number) => {
          const session = sessions[n % sessions.length] ?? connect(url);
          return ask(() => request2(session, grpcCall), onWarm);
        };
        return Promise.all(clients.map((_, n) => askOn(n)));
      }));
  },
);
