import { createPrivateKey } from "node:crypto";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from "node:http2";
import { text } from "node:stream/consumers";
import { signJwt } from "./jwt.ts";
import type { Message, Outcome, Send } from "./message.ts";

export type ApnsKey = Readonly<{ teamId: string; keyId: string; privateKey: string }>;

/** Apple refuses a token older than an hour, and a new one more often than every 20 minutes. */
const RENEW_AFTER_MS = 40 * 60_000;

/** Makes the provider token, which both environments share. */
export function keepProviderToken({ teamId, keyId, privateKey }: ApnsKey): () => string {
  const key = createPrivateKey(privateKey);
  let token = "";
  let madeAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (Date.now() - madeAt >= RENEW_AFTER_MS) {
      madeAt = Date.now();
      token = signJwt("ES256", keyId, { iss: teamId, iat: Math.floor(madeAt / 1000) }, key);
    }
    return token;
  };
}

export function createApns(providerToken: () => string, url: string): Send & { close(): void } {
  let session: ClientHttp2Session | undefined;

  /** One connection for all messages, as Apple asks for. Apple closes it with GOAWAY from time to time. */
  function connection(): ClientHttp2Session {
    if (session === undefined || session.closed || session.destroyed) {
      // The messages on their way report the error, too.
      session = connect(url).on("error", () => {});
    }
    return session;
  }

  const send: Send = async ({ token, appId }, message) => {
    const startedAt = new Date();
    const headers = {
      ":method": "POST",
      ":path": `/3/device/${token}`,
      authorization: `bearer ${providerToken()}`,
      "apns-topic": appId,
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-collapse-id": message.id,
    };
    const answer = await ask(connection(), headers, payloadOf(message)).catch(() => undefined);
    return answer === undefined ? { kind: "later", code: "no answer" } : outcomeOf(answer, startedAt);
  };
  return Object.assign(send, { close: () => session?.close() });
}

function payloadOf({ title, body, data }: Message): string {
  return JSON.stringify({ ...data, aps: { alert: { title, body }, sound: "default" } });
}

type Answer = Readonly<{ status: number; reason: string; timestamp?: number }>;

async function ask(session: ClientHttp2Session, headers: object, body: string): Promise<Answer> {
  const stream = session.request({ ...headers });
  stream.setTimeout(30_000, () => stream.destroy(new Error("no answer")));
  const [head, sent] = await Promise.all([
    new Promise<IncomingHttpHeaders>((resolve, reject) => {
      stream.once("response", resolve).once("error", reject);
      stream.once("close", () => reject(new Error("closed")));
      stream.end(body);
    }),
    text(stream),
  ]);
  return { reason: "", ...(sent && JSON.parse(sent)), status: Number(head[":status"]) };
}

const DEAD: Readonly<Record<string, "unregistered" | "bad_token" | "topic_mismatch">> = {
  Unregistered: "unregistered",
  ExpiredToken: "unregistered",
  BadDeviceToken: "bad_token",
  DeviceTokenNotForTopic: "topic_mismatch",
};

function outcomeOf({ status, reason, timestamp }: Answer, startedAt: Date): Outcome {
  if (status === 200) return { kind: "sent" };
  const code = `${status} ${reason}`;
  const why = DEAD[reason];
  if (why) return { kind: "dead", code, reason: why, since: timestamp ? new Date(timestamp) : startedAt };
  return { kind: status === 429 || status >= 500 ? "later" : "failed", code };
}
