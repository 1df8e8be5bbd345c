import { connect, type Socket } from "node:net";
import type { Call, OnAnswer, Prepared, Sender } from "./order.ts";

const END_OF_HEAD = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";
const BUFFER_BYTES = 65_536;
const EMPTY = Buffer.alloc(0);

export function prepareHttp1({ method = "POST", path, headers, body }: Call, host: string): Prepared {
  const bytes = Buffer.from(body ?? "", "base64");
  const all = { host, ...headers, ...(method === "POST" && { "content-length": String(bytes.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
  return { bytes: Buffer.concat([head, bytes]), headerLength: head.length };
}

/** A connection for each client, with one request under way at most: as phones do it. */
export async function openHttp1(
  { host, port, clients }: { host: string; port: number; clients: number },
  onAnswer: OnAnswer,
  onTrouble: (why: string) => void,
): Promise<Sender> {
  const sockets: Socket[] = [];
  const open = async (client: number): Promise<void> => {
    const socket = await connectTo({ host, port }, onTrouble, (answer) => {
      if (answer.isLast) reopen(client, answer);
      else onAnswer(client, answer.isOk, answer.body);
    });
    sockets[client] = socket;
  };
  /** A server takes so many requests over one connection, and says so with the last answer. */
  const reopen = (client: number, { isOk, body }: Answer): void => {
    const kept = Buffer.from(body);
    sockets[client]?.removeAllListeners("end").destroy();
    open(client).then(
      () => onAnswer(client, isOk, kept),
      (error: Error) => onTrouble(error.message),
    );
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => open(client)));
  return {
    send: (client, { bytes }) => sockets[client]?.write(bytes),
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

type Answer = { isOk: boolean; isLast: boolean; body: Buffer };

function connectTo(
  address: { host: string; port: number },
  onTrouble: (why: string) => void,
  onAnswer: (answer: Answer) => void,
): Promise<Socket> {
  let rest: Buffer = EMPTY;
  const callback = (length: number, buffer: Uint8Array): boolean => {
    const fresh = Buffer.from(buffer.buffer, buffer.byteOffset, length);
    const bytes = rest.length === 0 ? fresh : Buffer.concat([rest, fresh]);
    const answer = readAnswer(bytes);
    if (answer === undefined) rest = rest.length === 0 ? Buffer.from(fresh) : bytes;
    else {
      rest = EMPTY;
      onAnswer(answer);
    }
    return true;
  };
  return new Promise((resolve, reject) => {
    const onread = { buffer: Buffer.alloc(BUFFER_BYTES), callback };
    const socket = connect({ ...address, noDelay: true, onread }, () => resolve(socket));
    socket.on("error", (error) => {
      reject(error);
      onTrouble(error.message);
    });
    socket.on("end", () => onTrouble("the server closed a connection"));
  });
}

/** Undefined as long as a part is missing. With one request under way the end is the end of what came. */
function readAnswer(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(END_OF_HEAD, 0, "latin1");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const body = bytes.subarray(end + END_OF_HEAD.length);
  const isOk = head.startsWith("200", 9);
  const isLast = head.includes("\r\nConnection: close");
  const declared = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (declared !== undefined) return body.length >= Number(declared) ? { isOk, isLast, body } : undefined;
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    return body.subarray(-LAST_CHUNK.length).toString("latin1") === LAST_CHUNK
      ? { isOk, isLast, body }
      : undefined;
  }
  return { isOk, isLast, body: EMPTY }; // 204
}
