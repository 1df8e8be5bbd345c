import { create, type DescMethodUnary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import type { Call, WireName } from "../generator/order.ts";
import { frameMessage } from "../generator/token-chain.ts";

/** A request that is JSON as it stands. */
export function encodeCall<M extends DescMethodUnary>(
  wire: WireName,
  method: M,
  request: MessageInitShape<M["input"]>,
  headers: Readonly<Record<string, string>>,
): Call {
  const path = `/${method.parent.typeName}/${method.name}`;
  if (wire === "JSON") {
    const body = Buffer.from(JSON.stringify(request)).toString("base64");
    return { path, headers: { "content-type": "application/json", ...headers }, body };
  }
  const body = frameMessage(toBinary(method.input, create(method.input, request))).toString("base64");
  return { path, headers: { "content-type": "application/grpc", te: "trailers", ...headers }, body };
}
