import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

const TXT = 16;
const NAME_ERROR = 3;

/** A real DNS server on a UDP port of its own that knows some TXT records. */
export class TestDns {
  /** The texts of each name. */
  readonly records = new Map<string, string[]>();
  /** Every name that it was asked for. */
  readonly asked: string[] = [];
  /** Answers nothing. */
  isSilent = false;
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("message", (query, peer) => {
      const answer = this.#answer(query);
      if (!this.isSilent) socket.send(answer, peer.port, peer.address);
    });
  }

  static async start(): Promise<TestDns> {
    const socket = createSocket("udp4");
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    return new TestDns(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  /** The question is repeated, and each answer points to its name (RFC 1035, 4.1). */
  #answer(query: Buffer): Buffer {
    const { name, end } = readName(query);
    this.asked.push(name);
    const texts = this.records.get(name);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (texts ? 0 : NAME_ERROR), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts?.length ?? 0, 6);
    return Buffer.concat([header, query.subarray(12, end + 4), ...(texts ?? []).map(recordOf)]);
  }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** A text is in parts of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
