import { setTimeout as sleep } from "node:timers/promises";
import { create, type Message } from "@bufbuild/protobuf";
import { type Any, anyPack, anyUnpack } from "@bufbuild/protobuf/wkt";
import { ConnectError, type HandlerContext } from "@connectrpc/connect";
import { AppError, type Status } from "../../src/errors.ts";
import type { Details } from "../../src/rpc/front/answer.ts";
import { STATUS } from "../../src/wire/errors.ts";
import {
  type Header,
  messageOf,
  type RequestInfo,
  registry,
  type ServerStreamRequest,
  type SuiteFailure,
  type UnaryRequest,
} from "./messages.ts";

/** A failure that the suite has asked for, with details of its own. */
class AskedFor extends AppError {
  readonly details: ReturnType<Details>;

  constructor({ code, message = "", details }: SuiteFailure) {
    super("INTERNAL");
    const status = (Object.keys(STATUS) as Status[]).find((name) => STATUS[name].code === code);
    Object.assign(this, { status, message });
    this.details = details.map(unpacked);
  }
}

/** In the place of our ErrorInfo, which the suite does not expect. */
export const details: Details = (error) => (error instanceof AskedFor ? error.details : []);

export type UnaryAnswer = { headers: Header[]; trailers: Header[]; answer: () => { payload: object } };

export async function unary(
  request: UnaryRequest,
  info: Omit<RequestInfo, "requests">,
): Promise<UnaryAnswer> {
  const { responseDefinition: asked } = request;
  const requestInfo = { ...info, requests: [packed(request)] };
  await sleep(asked?.responseDelayMs ?? 0);
  return {
    headers: asked?.responseHeaders ?? [],
    trailers: asked?.responseTrailers ?? [],
    answer() {
      const { response } = asked ?? {};
      if (response?.case === "responseData") return { payload: { requestInfo, data: response.value } };
      if (response?.case !== "error") return { payload: { requestInfo } };
      const { details } = response.value;
      throw new AskedFor({ ...response.value, details: [...details, packedInfo(requestInfo)] });
    },
  };
}

export async function* serverStream(
  request: ServerStreamRequest,
  context: HandlerContext,
): AsyncIterable<object> {
  const { responseDefinition: asked } = request;
  const timeoutMs = context.timeoutMs();
  const requestInfo = {
    requestHeaders: Array.from(context.requestHeader, ([name, value]) => ({
      name,
      value: value.split(", "),
    })),
    ...(timeoutMs === undefined ? {} : { timeoutMs: BigInt(Math.round(timeoutMs)) }),
    requests: [packed(request)],
  };
  for (const { name, value } of asked?.responseHeaders ?? [])
    for (const one of value) context.responseHeader.append(name, one);
  for (const { name, value } of asked?.responseTrailers ?? [])
    for (const one of value) context.responseTrailer.append(name, one);
  const pieces = asked?.responseData ?? [];
  for (const [n, data] of pieces.entries()) {
    await sleep(asked?.responseDelayMs ?? 0);
    yield { payload: n === 0 ? { data, requestInfo } : { data } };
  }
  if (!asked?.error) return;
  const own = pieces.length === 0 ? [packedInfo(requestInfo)] : [];
  const outgoing = [...asked.error.details, ...own].map(unpacked);
  throw new ConnectError(asked.error.message ?? "", asked.error.code, undefined, outgoing);
}

function packed(message: Message): Any {
  return anyPack(messageOf(message.$typeName.split(".").at(-1) ?? ""), message);
}

function packedInfo(info: RequestInfo): Any {
  const desc = messageOf("ConformancePayload.RequestInfo");
  return anyPack(desc, create(desc, info as never));
}

function unpacked(any: Any): ReturnType<Details>[number] {
  const value = anyUnpack(any, registry);
  const desc = value && registry.getMessage(value.$typeName);
  if (!value || !desc) throw new Error(`unknown detail ${any.typeUrl}`);
  return { desc, value, registry };
}
