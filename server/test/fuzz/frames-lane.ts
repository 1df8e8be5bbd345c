import { connect } from "node:net";
import type { Dice } from "./dice.ts";
import { type HostileRequest, hostileRequest } from "./hostile-request.ts";
import { orHang } from "./verdict.ts";
import type { World } from "./world.ts";

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const [DATA, HEADERS, RST_STREAM, SETTINGS, GOAWAY, WINDOW_UPDATE] = [0, 1, 3, 4, 7, 8];
const [END_STREAM, END_HEADERS] = [1, 4];
const INTERNAL_ERROR = 2;
/** `:status 500` as HPACK writes it. */
const STATUS_500 = 0x8e;

/** HTTP/2 written frame by frame, wrong on purpose. The server must end the connection once our half is closed. */
export async function framesExchange(dice: Dice, world: World, port: number): Promise<string[]> {
  const bytes = Buffer.concat([PREFACE, frame(SETTINGS, 0, 0, Buffer.alloc(0)), ...frames(dice, world)]);
  const sent = dice.chance(0.8) ? bytes : dice.damaged(bytes);
  const socket = connect({ port, host: "127.0.0.1" });
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => {
    socket.on("error", () => {});
    socket.once("close", () => resolve());
  });
  socket.end(sent);
  await orHang(() => `frames ${sent.toString("hex").slice(0, 4_000)}`, closed);
  return [judge(Buffer.concat(chunks), sent)];
}

/** Node ends a session with INTERNAL_ERROR for most of what a peer does wrong; a stream it does not. */
function judge(received: Buffer, sent: Buffer): string {
  let word = "frames: closed";
  for (let at = 0; at + 9 <= received.length; at += 9 + received.readUIntBE(at, 3)) {
    const type = received[at + 3];
    const isBug =
      (type === HEADERS && received[at + 9] === STATUS_500) ||
      (type === RST_STREAM && received.readUInt32BE(at + 9) === INTERNAL_ERROR);
    if (isBug)
      throw new Error(`a bug of the server's: ${received.toString("hex")} to ${sent.toString("hex")}`);
    if (type === GOAWAY) word = "frames: goaway";
    else if (type === HEADERS) word = "frames: answered";
  }
  return word;
}

function frames(dice: Dice, world: World): Buffer[] {
  let stream = 1;
  return Array.from({ length: 1 + dice.size(8, 200) }, () => {
    if (dice.chance(0.4)) {
      const request = call(dice, hostileRequest(dice, world), stream);
      stream += 2;
      return request;
    }
    const id = dice.pick([0, 1, 2, stream, stream - 2, 0x7fffffff, 0xffffffff]) >>> 0;
    const payload = dice.bytes(dice.pick([0, 1, 4, 5, 6, 8, 9, dice.size(100, 20_000)]));
    const type = dice.pick([
      DATA,
      HEADERS,
      2,
      RST_STREAM,
      SETTINGS,
      5,
      6,
      GOAWAY,
      WINDOW_UPDATE,
      9,
      10,
      16,
      255,
    ]);
    return frame(type, dice.below(256), id, payload, dice.chance(0.05) ? dice.below(2 ** 24) : undefined);
  });
}

/** One request: whole, without its end, with an odd header block, or followed by what does not belong to it. */
function call(dice: Dice, { method, path, headers, body }: HostileRequest, stream: number): Buffer {
  const pseudo: [string, string][] = [
    [":method", method],
    [":scheme", "http"],
    [":path", path],
    [":authority", "localhost"],
  ];
  const odd: [string, string][] = [
    ["Upper", "case"],
    ["connection", "close"],
    [":path", "/"],
    [":nope", "x"],
    ["", "x"],
    ["te", "gzip"],
    ["content-length", "7"],
  ];
  const fields = [...dice.some(pseudo, 0.97), ...headers, ...dice.some(odd, 0.05)];
  const block = Buffer.concat(fields.map(([name, value]) => literal(name, value)));
  const head = dice.chance(0.05) ? dice.damaged(block) : block;
  const parts = [
    frame(HEADERS, dice.chance(0.95) ? END_HEADERS : dice.below(256), stream, head.subarray(0, 16_384)),
  ];
  for (let at = 0; at < body.length; at += 16_384) {
    const isLast = at + 16_384 >= body.length;
    parts.push(
      frame(DATA, isLast && dice.chance(0.9) ? END_STREAM : 0, stream, body.subarray(at, at + 16_384)),
    );
  }
  if (dice.chance(0.1)) parts.push(frame(RST_STREAM, 0, stream, dice.bytes(4)));
  if (dice.chance(0.03)) parts.push(frame(DATA, END_STREAM, stream, dice.bytes(10)));
  return Buffer.concat(parts);
}

function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer,
  length = payload.length,
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header field that HPACK neither indexes nor compresses. */
function literal(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0]), text(name), text(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "latin1");
  if (bytes.length < 127) return Buffer.concat([Buffer.from([bytes.length]), bytes]);
  const length: number[] = [127];
  let left = bytes.length - 127;
  for (; left > 127; left >>= 7) length.push((left & 127) | 128);
  return Buffer.concat([Buffer.from([...length, left]), bytes]);
}
