import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

type Tokens = { accessToken: string; refreshToken: string };
type Answer = { reason: string; body: Tokens };

/** What became of the calls of all phones. */
export type Report = {
  answered: number;
  /** Failed calls by their reason. Every one of them was repeated. */
  failures: Record<string, number>;
  /** Phones that were signed out although they did nothing wrong. */
  signOuts: number;
  /** Acknowledged sessions that could not go on in the end. */
  lost: number;
  /** Sessions of which two tokens were accepted. */
  forked: number;
  /** Calls that were answered with a token of a session that was ended before. */
  revokedAccepted: number;
  /** The longest time in which no call was answered. */
  longestGapMs: number;
};

const CALL_MS = 15_000;
const RETRY_MS = 50;
const THINKING_MS = 20;
/** Answers after which a client repeats its call. */
const TRANSIENT = new Set([
  "no answer",
  "OVERLOADED",
  "STORAGE_UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "INTERNAL",
]);

/**
 * Guests that refresh their session again and again, each call at the next replica, and repeat what got no answer with
 * the same attempt id. Every tenth time a phone signs out, and asks all replicas whether its token is still accepted.
 */
export class Phones {
  readonly report: Report = {
    ...{ answered: 0, failures: {}, signOuts: 0, lost: 0, forked: 0, revokedAccepted: 0, longestGapMs: 0 },
  };
  readonly #urls: readonly string[];
  readonly #key: string;
  #isOver = false;
  #lastAnswerAt = performance.now();
  #calls = 0;
  readonly #lives: Promise<void>[];

  constructor(urls: readonly string[], key: string, count: number) {
    this.#urls = urls;
    this.#key = key;
    this.#lives = Array.from({ length: count }, () => this.#live());
  }

  /** Ends the load, and then asks whether every session has survived it. */
  async end(): Promise<Report> {
    this.#isOver = true;
    await Promise.all(this.#lives);
    return this.report;
  }

  async #live(): Promise<void> {
    while (!this.#isOver) {
      let tokens = await this.#openSession();
      let last: Tokens | undefined;
      for (let turn = 1; !this.#isOver && turn < 10; turn++) {
        const next = await this.#refresh(tokens);
        if (!next) {
          this.report.signOuts += 1;
          return;
        }
        [last, tokens] = [tokens, next];
        await sleep(THINKING_MS);
      }
      if (this.#isOver) await this.#takeStock(tokens, last);
      else await this.#signOut(tokens);
    }
  }

  async #openSession(): Promise<Tokens> {
    const attemptId = crypto.randomUUID();
    const { body } = await this.#persist("AuthService/SignInAnonymously", { attemptId });
    return body;
  }

  async #refresh({ refreshToken }: Tokens): Promise<Tokens | undefined> {
    const request = { refreshToken, attemptId: crypto.randomUUID() };
    const { reason, body } = await this.#persist("AuthService/RefreshToken", request);
    return reason === "" ? body : undefined;
  }

  async #signOut({ accessToken, refreshToken }: Tokens): Promise<void> {
    await this.#persist("AuthService/SignOut", { refreshToken });
    for (const url of [...this.#urls, ...this.#urls]) {
      const { reason } = await this.#call(url, "AuthService/GetMe", {}, accessToken);
      if (reason === "") this.report.revokedAccepted += 1;
    }
  }

  /** The last token is good, and the one before it is not. */
  async #takeStock(tokens: Tokens, last: Tokens | undefined): Promise<void> {
    const { accessToken } = tokens;
    const me = await this.#persist("AuthService/GetMe", {}, accessToken);
    const next = await this.#refresh(tokens);
    if (!next || me.reason !== "") this.report.lost += 1;
    if (!last) return;
    const { reason } = await this.#persist("AuthService/RefreshToken", { refreshToken: last.refreshToken });
    if (reason === "") this.report.forked += 1;
  }

  /** Repeats the call until a server has decided about it. */
  async #persist(method: string, request: object, accessToken?: string): Promise<Answer> {
    for (;;) {
      const url = this.#urls[this.#calls++ % this.#urls.length] ?? "";
      const answer = await this.#call(url, method, request, accessToken);
      if (!TRANSIENT.has(answer.reason)) return answer;
      await sleep(RETRY_MS);
    }
  }

  async #call(url: string, method: string, request: object, accessToken?: string): Promise<Answer> {
    const answer = await callAt(url, this.#key, method, request, accessToken);
    const { report } = this;
    if (TRANSIENT.has(answer.reason)) {
      report.failures[answer.reason] = (report.failures[answer.reason] ?? 0) + 1;
      return answer;
    }
    const now = performance.now();
    report.answered += 1;
    report.longestGapMs = Math.max(report.longestGapMs, now - this.#lastAnswerAt);
    this.#lastAnswerAt = now;
    return answer;
  }
}

/** One call. Its reason is empty after a success. */
export async function callAt(
  url: string,
  key: string,
  method: string,
  request: object,
  accessToken = "",
): Promise<Answer> {
  try {
    const response = await fetch(`${url}/svc.auth.v1.${method}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-svc-key": key,
        ...(accessToken !== "" && { authorization: `Bearer ${accessToken}` }),
      },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const body = await response.json();
    return { reason: response.ok ? "" : reasonOf(body), body };
  } catch {
    return { reason: "no answer", body: { accessToken: "", refreshToken: "" } };
  }
}

function reasonOf(body: { details?: { debug?: { reason?: string } }[]; code?: string }): string {
  return body.details?.find(({ debug }) => debug?.reason)?.debug?.reason ?? `code ${body.code}`;
}
