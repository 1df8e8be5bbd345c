import { gunzipSync } from "node:zlib";
import type { Copy } from "./line.ts";
import type { Answer } from "./network.ts";

/** Which tokens the server has answered to which, also in answers that were lost. */
export class Successors {
  private readonly byToken = new Map<string, Set<string>>();

  note({ path, body }: Copy, answer: Answer): void {
    if (!path.endsWith("/RefreshToken") || answer.status !== 200) return;
    const token = tokenIn(body);
    const isZipped = answer.headers["content-encoding"] === "gzip";
    const plain = isZipped ? gunzipSync(answer.body) : answer.body;
    this.byToken.set(token, (this.byToken.get(token) ?? new Set()).add(tokenIn(plain)));
  }

  get rotated(): number {
    return this.byToken.size;
  }

  /** Tokens with two successors. */
  get forked(): number {
    return [...this.byToken.values()].filter(({ size }) => size > 1).length;
  }
}

function tokenIn(body: Buffer): string {
  const { refreshToken } = JSON.parse(body.toString()) as { refreshToken?: string };
  if (!refreshToken) throw new Error("no refresh token");
  return refreshToken;
}
