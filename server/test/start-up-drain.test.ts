import { type Agent, get } from "node:http";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cli, type Running } from "./cli-runner.ts";

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

const CLIENTS = 16;
const paths = ["/healthz", "/p/nobody/.well-known/jwks.json"];

async function start(): Promise<{ server: Running; url: string }> {
  const server = cli.start(["serve", "--addr", "127.0.0.1:0"]);
  const [, url = ""] = await server.says(/listening {2}(http:\/\/\S+:\d+)/);
  return { server, url };
}

type Outcome = "complete" | "cut" | "not taken";

function request(url: string, agent?: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    get(url, { agent: agent ?? false }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.complete ? "complete" : "cut"));
    }).once("error", () => resolve("not taken"));
  });
}

function request2(session: ClientHttp2Session, path: string): Promise<Outcome> {
  return new Promise((resolve) => {
    if (session.closed || session.destroyed) return resolve("not taken");
    const stream = session.request({ ":path": path });
    let hasBegun = false;
    let hasEnded = false;
    stream.once("response", () => {
      hasBegun = true;
    });
    stream.once("end", () => {
      hasEnded = true;
    });
    stream.on("error", () => {});
    stream.once("close", () => {
      if (hasBegun && hasEnded) return resolve("complete");
      // A stream that the server never took is refused whole, and may be sent again.
      const isRefused = [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_REFUSED_STREAM].includes(
        stream.rstCode,
      );
      resolve(hasBegun || !isRefused ? "cut" : "not taken");
    });
    stream.resume();
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

describe("SIGTERM under load lets every answer finish and exits with 0", () => {
  async function drainUnder(load: (onWarm: () => void, url: string) => Promise<Outcome[][]>): Promise<void> {
    const { server, url } = await start();
    let warm = 0;
    const onWarm = (): void => {
      warm += 1;
      if (warm === CLIENTS) server.child.kill("SIGTERM");
    };
    const outcomes = (await load(onWarm, url)).flat();
    expect((await server.finished).code).toBe(0);
    expect(outcomes).not.toContain("cut");
    expect(outcomes.filter((outcome) => outcome === "complete").length).toBeGreaterThanOrEqual(20 * CLIENTS);
  }

  const clients = Array.from({ length: CLIENTS }, (_, n) => paths[n % paths.length] ?? "/");

  test("over HTTP/1.1", () =>
    drainUnder((onWarm, url) => Promise.all(clients.map((path) => ask(() => request(url + path), onWarm)))));

  test("over HTTP/2, many streams on one connection", () =>
    drainUnder(async (onWarm, url) => {
      const session = connect(url);
      session.on("error", () => {});
      return Promise.all(clients.map((path) => ask(() => request2(session, path), onWarm)));
    }));
});
