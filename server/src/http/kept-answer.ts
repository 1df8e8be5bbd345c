import { hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { respond } from "../wire/respond.ts";
import { acceptsEncoding } from "./accepts-encoding.ts";
import { isKnown } from "./if-none-match.ts";

/** An answer that is made once, the same for everybody, with the tag by which a caller knows that it has it. */
export type KeptAnswer = Readonly<{
  etag: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** The same for who accepts that encoding. */
  gzip?: KeptAnswer;
}>;

export function keepAnswer(
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  etag: string = tagOf(body),
): KeptAnswer {
  return { etag, headers: { ...headers, etag }, body: typeof body === "string" ? Buffer.from(body) : body };
}

/** The answer with a compressed copy, which is made once, too. For text without secrets. */
export function withGzip({ etag, headers, body }: KeptAnswer): KeptAnswer {
  const vary = [headers.vary, "accept-encoding"].filter((name) => name !== undefined).join(", ");
  const packed = { ...headers, vary, "content-encoding": "gzip" };
  return {
    ...keepAnswer({ ...headers, vary }, body, etag),
    gzip: keepAnswer(packed, gzipSync(body), etag.replace(/"$/, '-gzip"')),
  };
}

export function sendKept(request: IncomingMessage, response: ServerResponse, answer: KeptAnswer): void {
  const { gzip } = answer;
  const { etag, headers, body } = gzip && acceptsEncoding(request, "gzip") ? gzip : answer;
  if (isKnown(request.headers["if-none-match"], etag)) respond(response, 304, headers);
  else respond(response, 200, headers, body);
}

/** The first time it is made, then it is there. Made answers are few: one for each thing that exists. */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();

  get(name: string, make: () => KeptAnswer): KeptAnswer {
    let answer = this.#answers.get(name);
    if (!answer) {
      answer = make();
      this.#answers.set(name, answer);
    }
    return answer;
  }
}

function tagOf(body: string | Buffer): string {
  return `"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}
