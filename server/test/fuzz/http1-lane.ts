import { connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dice } from "./dice.ts";
import { type HostileRequest, hostileRequest } from "./hostile-request.ts";
import { readAnswers } from "./read-answers.ts";
import { orHang, verdict } from "./verdict.ts";
import type { World } from "./world.ts";

/** Requests over a TCP connection of their own: several in a row that HTTP allows, or one that it does not. */
export async function http1Exchange(dice: Dice, world: World, port: number): Promise<string[]> {
  if (dice.chance(0.3)) return breakRules(dice, world, port);
  const requests = Array.from({ length: dice.size(3, 12) + 1 }, () => hostileRequest(dice, world));
  const bytes = Buffer.concat(requests.map((request) => written(dice, request)));
  const methods = requests.map(({ method }) => method);
  const line = await Line.open(port);
  try {
    await line.write(dice, bytes);
    const answers = await orHang(() => describe(bytes), line.answers(methods));
    return requests.map((request, n) => {
      const answer = answers[n];
      return answer ? judged(bytes, () => verdict(request, answer)) : "closed before";
    });
  } finally {
    line.socket.destroy();
  }
}

/** Whatever it says, it must end the connection once our half is closed, and never say 500. */
async function breakRules(dice: Dice, world: World, port: number): Promise<string[]> {
  const request = hostileRequest(dice, world);
  const bytes = broken(dice, request);
  const line = await Line.open(port);
  try {
    await line.write(dice, bytes);
    if (dice.chance(0.3)) return ["aborted"];
    if (dice.chance(0.5)) await nextTurn();
    line.socket.end();
    const received = await orHang(() => describe(bytes), line.closed);
    if (received.length === 0) return ["closed"];
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(received.toString("latin1", 0, 20))?.[1]);
    return judged(bytes, () => {
      if (!status || status === 500) throw new Error(`answered ${received}`);
      return [`broken: HTTP ${status}`];
    });
  } finally {
    line.socket.destroy();
  }
}

class Line {
  readonly socket: Socket;
  readonly closed: Promise<Buffer>;
  #received = Buffer.alloc(0);
  #isOver = false;
  #onChange = (): void => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on("data", (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#onChange();
    });
    this.closed = new Promise((resolve) => {
      socket.on("error", () => {}); // a reset is an end too, and `close` follows
      socket.once("close", () => {
        this.#isOver = true;
        this.#onChange();
        resolve(this.#received);
      });
    });
  }

  static async open(port: number): Promise<Line> {
    const socket = connect({ port, host: "127.0.0.1" });
    const line = new Line(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return line;
  }

  /** At once, or in pieces that arrive one after the other. */
  async write(dice: Dice, bytes: Buffer): Promise<void> {
    const pieces = dice.chance(0.8) ? 1 : 1 + dice.below(6);
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece, piece + 1].map((n) => Math.floor((bytes.length * n) / pieces));
      if (this.socket.writable) this.socket.write(bytes.subarray(from, to));
      if (pieces > 1) await nextTurn();
    }
  }

  answers(methods: readonly string[]): Promise<ReturnType<typeof readAnswers>> {
    return new Promise((resolve, reject) => {
      this.#onChange = () => {
        try {
          const answers = readAnswers(this.#received, methods, this.#isOver);
          if (this.#isOver || answers.length === methods.length) resolve(answers);
        } catch (error) {
          reject(error);
        }
      };
      this.#onChange();
    });
  }
}

function written(dice: Dice, { method, path, headers, body }: HostileRequest): Buffer {
  const isChunked = body.length > 0 && dice.chance(0.1);
  const sizes = isChunked ? "transfer-encoding: chunked" : `content-length: ${body.length}`;
  const lines = [`${method} ${sendable(path)} HTTP/1.1`, "host: localhost", sizes];
  for (const [name, value] of headers)
    lines.push(`${name}: ${value.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")}`);
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  if (!isChunked) return Buffer.concat([head, body]);
  return Buffer.concat([
    head,
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
}

/** What a request line can carry: anything else would end it. */
function sendable(path: string): string {
  return path.replace(/[^\x21-\x7e\x80-\xff]/g, "%20");
}

function broken(dice: Dice, request: HostileRequest): Buffer {
  const text = written(dice, request).toString("latin1");
  const change = (from: RegExp, to: string): string => text.replace(from, to);
  const changed = dice.pick([
    () =>
      change(
        /content-length: \d+/,
        `content-length: ${dice.pick(["-1", "1e3", "99999999999999999999", "5, 6", "0x10", "", "3"])}`,
      ),
    () => change(/content-length: \d+/, "content-length: 5\r\ntransfer-encoding: chunked"),
    () =>
      change(
        /content-length: \d+/,
        `transfer-encoding: ${dice.pick(["chunked, chunked", "gzip", "identity", "xchunked", "chunked"])}`,
      ),
    () =>
      change(
        /HTTP\/1\.1/,
        dice.pick(["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.1 ", "http/1.1", "", "HTTP/9.9"]),
      ),
    () =>
      change(
        /host: localhost/,
        dice.pick(["", "host: a\r\nhost: b", " host: x", "host : x", "host: \0", "host:\rx"]),
      ),
    () => change(/^\w+/, dice.pick(["CONNECT", "PRI", "get", "", "\0", "X".repeat(20_000)])),
    () =>
      change(
        / \S+ /,
        ` ${dice.pick(["http://evil.example/", "*", "", "a b", "/\0", `/${"x".repeat(20_000)}`])} `,
      ),
    () => change(/\r\n/, dice.pick(["\n", "\r", "\r\n ", "\r\n\r\n\r\n", "\0"])),
    () => change(/\r\n\r\n/, `\r\n${"a: b\r\n".repeat(dice.size(100, 5_000))}\r\n`),
    () =>
      change(
        /\r\n\r\n/,
        dice.pick([
          "\r\nexpect: 100-continue\r\n\r\n",
          "\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
          "\r\nconnection: close, x\r\n\r\n",
        ]),
      ),
    () => text.slice(0, dice.below(text.length)),
    () => dice.damaged(Buffer.from(text, "latin1")).toString("latin1"),
    () => dice.bytes(dice.below(2_000)).toString("latin1"),
    () => `\x16\x03\x01${dice.bytes(200).toString("latin1")}`,
  ])();
  return Buffer.from(changed, "latin1");
}

function judged<T>(bytes: Buffer, judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error} to ${describe(bytes)}`, {
      cause: error,
    });
  }
}

function describe(bytes: Buffer): string {
  return JSON.stringify(bytes.toString("latin1").slice(0, 3_000));
}
