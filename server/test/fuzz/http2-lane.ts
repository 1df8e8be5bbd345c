import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RawAnswer } from "../protocols/raw-http.ts";
import type { Dice } from "./dice.ts";
import { type HostileRequest, hostileRequest } from "./hostile-request.ts";
import { orHang, verdict } from "./verdict.ts";
import type { World } from "./world.ts";

/** Requests on one HTTP/2 connection at a time, several at once; some are left or broken off. */
export class Http2Lane {
  readonly #url: string;
  #session: ClientHttp2Session | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async exchange(dice: Dice, world: World): Promise<string[]> {
    const requests = Array.from({ length: 1 + dice.size(6, 40) }, () => hostileRequest(dice, world));
    const session = await this.#open();
    return Promise.all(
      requests.flatMap((request) => {
        const stream = begin(session, request);
        if (!stream) return [];
        if (dice.chance(0.04)) return leave(dice, stream, request);
        return orHang(() => JSON.stringify(request), answerTo(dice, stream, request));
      }),
    );
  }

  close(): void {
    this.#session?.destroy();
  }

  async #open(): Promise<ClientHttp2Session> {
    if (this.#session && !this.#session.closed && !this.#session.destroyed) return this.#session;
    const session = connect(this.#url);
    session.on("error", () => {}); // its streams tell
    session.on("goaway", () => session.close());
    this.#session = session;
    await new Promise((resolve) => session.once("connect", resolve));
    return session;
  }
}

/** Undefined for headers that the client does not let out; over HTTP/1.1 they are sent. */
function begin(session: ClientHttp2Session, request: HostileRequest): ClientHttp2Stream | undefined {
  const headers: Record<string, string | string[]> = { ":method": request.method, ":path": request.path };
  for (const [name, value] of request.headers) {
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  try {
    return session.request(headers, { endStream: false });
  } catch {
    return undefined;
  }
}

async function leave(dice: Dice, stream: ClientHttp2Stream, { body }: HostileRequest): Promise<string> {
  stream.on("error", () => {});
  stream.write(body.subarray(0, dice.below(body.length + 1)));
  if (dice.chance(0.5)) await nextTurn();
  stream.close(
    dice.pick([constants.NGHTTP2_CANCEL, constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_PROTOCOL_ERROR]),
  );
  return "left";
}

async function answerTo(dice: Dice, stream: ClientHttp2Stream, request: HostileRequest): Promise<string> {
  const answer: RawAnswer = { status: 0, headers: {}, trailers: {}, body: Buffer.alloc(0) };
  stream.on("response", (headers) => {
    answer.status = Number(headers[":status"]);
    answer.headers = headers;
  });
  stream.on("trailers", (trailers) => {
    answer.trailers = trailers;
  });
  stream.on("data", (chunk: Buffer) => {
    answer.body = Buffer.concat([answer.body, chunk]);
  });
  const closed = new Promise<void>((resolve) => {
    stream.on("error", () => {});
    stream.once("close", resolve);
  });
  const middle = dice.chance(0.9) ? 0 : dice.below(request.body.length + 1);
  if (middle > 0) {
    stream.write(request.body.subarray(0, middle));
    await nextTurn();
  }
  stream.end(request.body.subarray(middle));
  await closed;
  if (stream.rstCode === constants.NGHTTP2_INTERNAL_ERROR)
    throw new Error(`reset as a bug: ${JSON.stringify(request)}`);
  if (answer.status === 0) return "closed before";
  try {
    return verdict(request, answer);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error} to ${describe(request)}`, {
      cause: error,
    });
  }
}

function describe({ body, ...request }: HostileRequest): string {
  return JSON.stringify({ ...request, body: body.toString("latin1") }).slice(0, 3_000);
}
