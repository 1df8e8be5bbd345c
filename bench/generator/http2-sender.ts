import { connect, type Socket } from "node:net";
import { encodeHeaders, isStatus200 } from "./hpack.ts";
import type { Call, OnAnswer, Prepared, Sender } from "./order.ts";

const CONNECTIONS = 4;
const HEAD = 9;
const EMPTY = Buffer.alloc(0);
const PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const WINDOW = 2 ** 30;
const [DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE] = [0, 1, 3, 4, 6, 7, 8];
const [END_STREAM, ACK, END_HEADERS] = [1, 1, 4];
/** No dynamic table, no push, and windows that never get in the way. */
const OUR_SETTINGS = [
  [1, 0],
  [2, 0],
  [4, WINDOW],
] as const;

/** Both frames of a gRPC call; only the number of the stream is put in when it is sent. */
export function prepareHttp2({ method = "POST", path, headers, body }: Call, host: string): Prepared {
  const block = encodeHeaders([
    [":method", method],
    [":scheme", "http"],
    [":path", path],
    [":authority", host],
    ...Object.entries(headers),
  ]);
  const head = frame(HEADERS, END_HEADERS, 0, block);
  const bytes = Buffer.concat([head, frame(DATA, END_STREAM, 0, Buffer.from(body ?? "", "base64"))]);
  return { bytes, headerLength: head.length };
}

function frame(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(HEAD + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flags;
  bytes.writeUInt32BE(stream, 5);
  bytes.set(payload, HEAD);
  return bytes;
}

/** A few connections that all clients share, as backends and gRPC libraries do it. */
export async function openHttp2(
  { host, port, clients }: { host: string; port: number; clients: number },
  onAnswer: OnAnswer,
  onTrouble: (why: string) => void,
): Promise<Sender> {
  const connections = await Promise.all(
    Array.from({ length: Math.min(CONNECTIONS, clients) }, () => open(host, port, onAnswer, onTrouble)),
  );
  return {
    send: (client, call) => connections[client % connections.length]?.send(client, call),
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}

async function open(
  host: string,
  port: number,
  onAnswer: OnAnswer,
  onTrouble: (why: string) => void,
): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
  return new Connection(socket, onAnswer, onTrouble);
}

type Stream = { client: number; isOk: boolean; body: Buffer };

class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: OnAnswer;
  readonly #onTrouble: (why: string) => void;
  readonly #streams = new Map<number, Stream>();
  #nextStream = 1;
  #isReading = false;
  #waiting: Buffer[] = [];
  #rest: Buffer = EMPTY;
  #consumed = 0;

  constructor(socket: Socket, onAnswer: OnAnswer, onTrouble: (why: string) => void) {
    this.#socket = socket;
    this.#onAnswer = onAnswer;
    this.#onTrouble = onTrouble;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("error", (error) => onTrouble(error.message));
    socket.on("end", () => onTrouble("the server closed a connection"));
    socket.write(greeting());
  }

  send(client: number, { bytes, headerLength }: Prepared): void {
    const copy = Buffer.from(bytes);
    copy.writeUInt32BE(this.#nextStream, 5);
    copy.writeUInt32BE(this.#nextStream, headerLength + 5);
    this.#streams.set(this.#nextStream, { client, isOk: false, body: EMPTY });
    this.#nextStream += 2;
    this.#write(copy);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Whatever one packet of answers sets off goes out in one packet of requests. */
  #write(bytes: Buffer): void {
    this.#waiting.push(bytes);
    if (!this.#isReading) this.#flush();
  }

  #flush(): void {
    const [first, ...others] = this.#waiting;
    if (first === undefined) return;
    this.#socket.write(others.length === 0 ? first : Buffer.concat(this.#waiting));
    this.#waiting = [];
  }

  #read(chunk: Buffer): void {
    this.#isReading = true;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = readFrames(bytes, (type, flags, id, payload) => this.#onFrame(type, flags, id, payload));
    this.#isReading = false;
    this.#flush();
  }

  #onFrame(type: number, flags: number, id: number, payload: Buffer): void {
    const stream = this.#streams.get(id);
    if (stream !== undefined) this.#onStreamFrame(type, flags, id, payload, stream);
    else if (type === SETTINGS && !(flags & ACK)) this.#write(frame(SETTINGS, ACK, 0, EMPTY));
    else if (type === PING && !(flags & ACK)) this.#write(frame(PING, ACK, 0, payload));
    else if (type === GOAWAY) this.#onTrouble("the server said GOAWAY");
  }

  #onStreamFrame(type: number, flags: number, id: number, payload: Buffer, stream: Stream): void {
    if (type === HEADERS && !stream.isOk) stream.isOk = isStatus200(payload);
    if (type === DATA) {
      stream.body = stream.body.length === 0 ? Buffer.from(payload) : Buffer.concat([stream.body, payload]);
      this.#giveBack(payload.length);
    }
    const isEnd = (type === HEADERS || type === DATA) && (flags & END_STREAM) !== 0;
    if (!isEnd && type !== RST_STREAM) return;
    this.#streams.delete(id);
    // A gRPC failure has trailers alone: 200 too, but no message.
    this.#onAnswer(stream.client, isEnd && stream.isOk && stream.body.length >= 5, stream.body);
  }

  #giveBack(length: number): void {
    this.#consumed += length;
    if (this.#consumed < WINDOW / 2) return;
    const more = Buffer.alloc(4);
    more.writeUInt32BE(this.#consumed);
    this.#consumed = 0;
    this.#write(frame(WINDOW_UPDATE, 0, 0, more));
  }
}

function greeting(): Buffer {
  const settings = Buffer.alloc(OUR_SETTINGS.length * 6);
  OUR_SETTINGS.forEach(([id, value], n) => {
    settings.writeUInt16BE(id, n * 6);
    settings.writeUInt32BE(value, n * 6 + 2);
  });
  const window = Buffer.alloc(4);
  window.writeUInt32BE(WINDOW);
  return Buffer.concat([
    Buffer.from(PREFACE, "latin1"),
    frame(SETTINGS, 0, 0, settings),
    frame(WINDOW_UPDATE, 0, 0, window),
  ]);
}

/** Returns what is left of a frame that has not come whole. */
function readFrames(
  bytes: Buffer,
  onFrame: (type: number, flags: number, stream: number, payload: Buffer) => void,
): Buffer {
  let at = 0;
  while (bytes.length - at >= HEAD) {
    const end = at + HEAD + bytes.readUIntBE(at, 3);
    if (bytes.length < end) break;
    onFrame(
      bytes[at + 3] ?? 0,
      bytes[at + 4] ?? 0,
      bytes.readUInt32BE(at + 5) & 0x7fffffff,
      bytes.subarray(at + HEAD, end),
    );
    at = end;
  }
  return at === bytes.length ? EMPTY : bytes.subarray(at);
}
