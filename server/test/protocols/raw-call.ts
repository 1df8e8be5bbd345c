import { type ClientHttp2Session, connect } from "node:http2";
import { wireOf } from "../../src/rpc/front/wire.ts";
import { connectFailure, detailsOfStatus, failure, type Outcome } from "./outcome.ts";
import { http2Request, type RawAnswer } from "./raw-http.ts";

export type RawCall = {
  contentType: string;
  body?: Uint8Array;
  headers?: Record<string, string>;
  method?: string;
  path?: string;
};

export const CHECK = "/grpc.health.v1.Health/Check";

/** Bytes in, the outcome in the protocol of the content type out. A success has no message here. */
export async function rawCall(
  to: string | ClientHttp2Session,
  call: RawCall,
): Promise<Outcome & { http: number }> {
  const answer = await http2Request(to, {
    path: call.path ?? CHECK,
    method: call.method ?? "POST",
    headers: { "content-type": call.contentType, ...call.headers },
    ...(call.body ? { body: call.body } : {}),
  });
  return { ...outcomeOf(call.contentType, answer), http: answer.status };
}

export function outcomeOf(contentType: string, answer: RawAnswer): Outcome {
  const header = (name: string) => answer.headers[name] as string | undefined;
  const wire = wireOf(contentType);
  if (!wire || wire.protocol === "connect") {
    if (answer.status === 200) return { status: "Ok", requestId: "", cacheControl: "" };
    if (header("content-type") !== "application/json") throw new Error(`not Connect: ${answer.body}`);
    return connectFailure(answer.body.toString(), header);
  }
  if (answer.status !== 200 || header("content-type") !== wire.contentType)
    throw new Error(`not ${wire.contentType}: ${answer.status} ${header("content-type")}`);
  const trailers =
    wire.protocol === "grpc"
      ? { ...answer.headers, ...answer.trailers }
      : webTrailers(wire.text ? Buffer.from(answer.body.toString(), "base64") : answer.body);
  const status = Number(trailers["grpc-status"]);
  if (status === 0) return { status: "Ok", requestId: "", cacheControl: "" };
  const details = Buffer.from(String(trailers["grpc-status-details-bin"]), "base64");
  return failure(status, String(trailers["grpc-message"]), detailsOfStatus(details), header);
}

function webTrailers(body: Buffer): Record<string, string> {
  let at = 0;
  while (at < body.length && body[at] !== 0x80) at += 5 + body.readUInt32BE(at + 1);
  const lines = body
    .subarray(at + 5)
    .toString()
    .split("\r\n")
    .filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]));
}

/** One length-prefixed frame; the length may lie. */
export function frame(message: Uint8Array, { flags = 0, length = message.length } = {}): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, message]);
}

export function openSession(url: string): ClientHttp2Session {
  return connect(url);
}
