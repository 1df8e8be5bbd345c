import { performance } from "node:perf_hooks";
import type { AdminCredential } from "../../domain/admins/admin-credential.ts";
import type { AdminWithSession } from "../../domain/admins/admin-session.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { SignedIn } from "../../domain/sessions/user-of-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Admission } from "../../runtime/admission.ts";
import type { MaybePromise } from "../../runtime/maybe-promise.ts";
import type { Admin } from "../../storage/db.ts";
import { asAppError } from "../../wire/errors.ts";
import type { CallContext, GuardedCall } from "../context.ts";
import type { Route } from "../route.ts";
import {
  type Answer,
  compressedAnswer,
  type Details,
  errorAnswer,
  type Fields,
  successAnswer,
} from "./answer.ts";
import { decodeBase64Body } from "./base64-body.ts";
import { decodeRequest, encodeResponse } from "./codec.ts";
import {
  acceptsGzip,
  COMPRESS_FROM_BYTES,
  compress,
  compressOnce,
  decompress,
  isGzip,
} from "./compression.ts";
import { unwrapMessage } from "./envelope.ts";
import type { Exchange } from "./exchange.ts";
import { HttpRefusal, notPost, unknownContentType } from "./http-refusal.ts";
import { Lifetime } from "./lifetime.ts";
import { timeoutMsOf } from "./timeout.ts";
import { answerWireOf, type Wire, wireOf } from "./wire.ts";

export type UnaryFront = {
  admission: Pick<Admission, "enter" | "leave">;
  newId: () => string;
  clientIp: (exchange: Exchange) => string;
  /** Proves the caller's right from the headers alone. */
  guard: (route: Route, exchange: Exchange, context: CallContext) => MaybePromise<GuardedCall>;
  /** Headers that every answer at this path carries to this caller. */
  headers: (path: string, exchange: Exchange) => Fields;
  /** Told once per call, when its answer is known. */
  done: (path: string, context: CallContext, ms: number, error: AppError | undefined) => void;
  /** Told when an answer cannot be put on the wire, which is a bug. */
  unsent: (path: string, error: unknown) => void;
  details: Details;
};

/** A body up to this is read while the caller's right is still being proven: it has mostly come already. */
const READ_AHEAD_BYTES = 64 * 1024;

/** Serves one unary call in whichever protocol it arrives. Every failure leaves with a status and a reason. */
export function serveUnary(front: UnaryFront, route: Route, exchange: Exchange): Promise<void> {
  return new UnaryCall(front, route.path, exchange).run(route);
}

/** For a path that is no method. */
export function refuseCall(front: UnaryFront, path: string, exchange: Exchange, error: AppError): void {
  new UnaryCall(front, path, exchange).fail(error);
}

/** One call: what its handler may use of it, and the one answer that it gets. */
class UnaryCall implements CallContext {
  readonly requestId: string;
  readonly clientIp: string;
  readonly userAgent: string;
  readonly acceptLanguage: string;
  readonly responseHeaders: Record<string, string | string[]> = {};
  project?: Project;
  readChangedProject?: () => Promise<Project>;
  signedIn?: SignedIn;
  bearerFailure?: AppError;
  admin?: Admin;
  adminSession?: AdminWithSession["session"];
  adminCredential?: AdminCredential;
  adminCookie?: string | undefined;

  readonly #front: UnaryFront;
  readonly #path: string;
  readonly #exchange: Exchange;
  readonly #wire: Wire | undefined;
  readonly #lifetime: Lifetime;
  readonly #startedAt = performance.now();
  #isAnswered = false;

  constructor(front: UnaryFront, path: string, exchange: Exchange) {
    const { headers } = exchange;
    this.requestId = front.newId();
    this.clientIp = front.clientIp(exchange);
    this.userAgent = (headers["user-agent"] ?? "").slice(0, 256);
    this.acceptLanguage = (headers["accept-language"] ?? "").slice(0, 512);
    this.#front = front;
    this.#path = path;
    this.#exchange = exchange;
    this.#wire = wireOf(headers["content-type"]);
    this.#lifetime = new Lifetime(exchange, (error) => this.fail(error));
  }

  get signal(): AbortSignal {
    return this.#lifetime.signal;
  }

  async run(route: Route): Promise<void> {
    let isAdmitted = false;
    try {
      const wire = this.#wire;
      if (this.#exchange.method !== "POST") throw notPost();
      if (!wire) throw unknownContentType();
      if (!this.#lifetime.begin(timeoutMsOf(wire, this.#exchange.headers))) return;
      const ahead = this.#readsAhead(route) ? this.#readBody(wire, route) : undefined;
      if (ahead && route.needsBodyFirst) await ahead;
      if (this.#isGone()) return;
      const entering = this.#front.admission.enter(route.admitted, this.#isGone);
      isAdmitted = entering === undefined || (await entering);
      if (!isAdmitted) return;
      const guarding = this.#front.guard(route, this.#exchange, this);
      const guarded = guarding instanceof Promise ? await guarding : guarding;
      if (!route.handle) throw new AppError("UNIMPLEMENTED", route.method.name);
      const isPacked = this.#sendsGzip(wire);
      const body = await (ahead ?? this.#readBody(wire, route));
      if (body instanceof AppError) throw body;
      const unpacking = unpack(wire, route, body, isPacked);
      const bytes = unpacking instanceof Promise ? await unpacking : unpacking;
      const message = decodeRequest(route, wire.codec, bytes);
      const handling = route.handle(message as never, guarded);
      const answer = handling instanceof Promise ? await handling : handling;
      const result = encodeResponse(route, wire.codec, answer);
      if (this.#wantsGzip(wire, result)) {
        const pack = route.access === "open" ? compressOnce : compress;
        this.#send(await compressedAnswer(wire, result, this.#headers(), pack));
      } else this.#send(successAnswer(wire, result, this.#headers()));
    } catch (error) {
      this.fail(error);
    } finally {
      if (isAdmitted) this.#front.admission.leave(route.admitted);
    }
  }

  /** Nobody waits for the answer any more: the caller has left or its deadline has passed. */
  readonly #isGone = (): boolean => this.#isAnswered || this.#exchange.isClosed;

  #readsAhead({ maxRequestBytes }: Route): boolean {
    const length = this.#exchange.headers["content-length"] ?? maxRequestBytes;
    return Number(length) <= READ_AHEAD_BYTES;
  }

  #readBody(wire: Wire, { maxRequestBytes: max }: Route): Promise<Buffer | AppError> {
    if (wire.protocol === "connect") return this.#exchange.body(max, max);
    // Five bytes of frame, and base64 makes four bytes of three.
    return this.#exchange.body(max, wire.text ? Math.ceil((max + 5) / 3) * 4 : max + 5);
  }

  #sendsGzip(wire: Wire): boolean {
    if (wire.protocol !== "connect") return isGzip(this.#header("grpc-encoding"));
    const version = this.#header("connect-protocol-version");
    if (version !== undefined && version !== "1")
      throw invalidRequest("connect-protocol-version", "is not 1");
    return isGzip(this.#header("content-encoding"));
  }

  #wantsGzip({ protocol }: Wire, { length }: string | Uint8Array): boolean {
    if (length < COMPRESS_FROM_BYTES) return false;
    return acceptsGzip(this.#header(protocol === "connect" ? "accept-encoding" : "grpc-accept-encoding"));
  }

  fail(error: unknown): void {
    if (this.#isAnswered) return;
    const failure = asAppError(error, this.requestId);
    const [extra, status] =
      error instanceof HttpRefusal ? [Object.entries(error.headers).flat(), error.http] : [];
    const headers = extra ? [...this.#headers(), ...extra] : this.#headers();
    const answer = errorAnswer(
      this.#wire ?? answerWireOf(this.#exchange.headers["content-type"]),
      failure,
      headers,
      status,
      this.#front.details,
    );
    this.#send(answer, failure);
  }

  /** The first answer is the only one: work may go on after its caller has left or its deadline has passed. */
  #send(answer: Answer, failure?: AppError): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#lifetime.answered();
    const rest = this.#exchange.rest();
    // A deadline is over: whoever set it does not wait for what it has not sent.
    if (!rest || failure?.reason === "DEADLINE_EXCEEDED") this.#write(answer, failure);
    else void rest.then(() => this.#write(answer, failure));
  }

  #write(answer: Answer, failure: AppError | undefined): void {
    try {
      this.#exchange.send(answer);
    } catch (error) {
      this.#front.unsent(this.#path, error);
      this.#exchange.destroy();
    }
    this.#front.done(this.#path, this, performance.now() - this.#startedAt, failure);
  }

  #headers(): Fields {
    const fields = [...this.#front.headers(this.#path, this.#exchange), "x-request-id", this.requestId];
    for (const name in this.responseHeaders) {
      for (const value of [this.responseHeaders[name] ?? ""].flat()) fields.push(name, value);
    }
    return fields;
  }

  #header(name: string): string | undefined {
    const value = this.#exchange.headers[name];
    return typeof value === "string" ? value.toLowerCase() : undefined;
  }
}

/** What is there at once is returned as it is: to wait for it costs more than all of this. */
function unpack(
  wire: Wire,
  { maxRequestBytes }: Route,
  body: Buffer,
  isPacked: boolean,
): MaybePromise<Buffer> {
  if (wire.protocol === "connect") return isPacked ? decompress(body, maxRequestBytes) : body;
  const { message, isCompressed } = unwrapMessage(wire.text ? decodeBase64Body(body) : body);
  if (isCompressed && !isPacked) throw new AppError("COMPRESSION_NOT_DECLARED");
  return isCompressed ? decompress(message, maxRequestBytes) : message;
}
