import { randomBytes } from "node:crypto";
import type { Call, WireName } from "./order.ts";

/** Reads and writes no more of the messages than a client needs that refreshes over and over. */
export type TokenChain = {
  read: (answer: Buffer) => { accessToken: string; refreshToken: string };
  next: (call: Call, refreshToken: string, withAttemptId: boolean) => Call;
};

const FRAME_HEAD = 5;

export const tokenChains: Readonly<Record<WireName, TokenChain>> = {
  JSON: {
    read(answer) {
      const text = answer.toString("latin1");
      return { accessToken: memberOf(text, "accessToken"), refreshToken: memberOf(text, "refreshToken") };
    },
    next(call, refreshToken, withAttemptId) {
      const request = withAttemptId ? { refreshToken, attemptId: newAttemptId() } : { refreshToken };
      return { ...call, body: Buffer.from(JSON.stringify(request)).toString("base64") };
    },
  },
  gRPC: {
    read(answer) {
      const [accessToken, rest] = stringAt(answer, FRAME_HEAD);
      const [refreshToken] = stringAt(answer, rest);
      return { accessToken, refreshToken };
    },
    next(call, refreshToken, withAttemptId) {
      const fields = [field(1, refreshToken), ...(withAttemptId ? [field(2, newAttemptId())] : [])];
      return { ...call, body: frameMessage(Buffer.concat(fields)).toString("base64") };
    },
  },
};

/** gRPC's frame around a message. */
export function frameMessage(message: Uint8Array): Buffer {
  const bytes = Buffer.alloc(FRAME_HEAD + message.length);
  bytes.writeUInt32BE(message.length, 1);
  bytes.set(message, FRAME_HEAD);
  return bytes;
}

function newAttemptId(): string {
  return randomBytes(16).toString("base64url");
}

/** Of protobuf's wire type 2, shorter than 128 bytes. */
function field(number: number, value: string): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), Buffer.from(value, "latin1")]);
}

function memberOf(text: string, name: string): string {
  const from = text.indexOf(`"${name}":"`) + name.length + 4;
  return text.slice(from, text.indexOf('"', from));
}

/** A field of protobuf's wire type 2, at its tag: its text, and where the next field begins. */
function stringAt(message: Buffer, at: number): [string, number] {
  let length = 0;
  let place = at + 1;
  for (let shift = 0; ; shift += 7, place++) {
    const byte = message[place] ?? 0;
    length |= (byte & 127) << shift;
    if (byte < 128) break;
  }
  const from = place + 1;
  return [message.toString("latin1", from, from + length), from + length];
}
