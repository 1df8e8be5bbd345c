import type { UniversalHandler, UniversalServerRequest } from "@connectrpc/connect/protocol";

const TEXT = /^application\/grpc-web-text(\+proto)?(?=\s*(;|$))/i;

type Serve = (request: UniversalServerRequest) => ReturnType<UniversalHandler>;

/** Serves the base64 form of gRPC-Web, the default of the official browser client, on top of the binary one. */
export function acceptText(serve: Serve): Serve {
  return async (request) => {
    const type = request.header.get("content-type") ?? "";
    if (!TEXT.test(type)) return serve(request);
    const header = new Headers(request.header);
    header.set("content-type", type.replace(TEXT, "application/grpc-web+proto"));
    const body = decode(request.body as AsyncIterable<Uint8Array>);
    const answer = await serve({ ...request, header, body });
    const answerHeader = new Headers(answer.header);
    answerHeader.set("content-type", "application/grpc-web-text+proto");
    return { ...answer, header: answerHeader, ...(answer.body ? { body: encode(answer.body) } : {}) };
  };
}

/** A body may be several padded base64 strings, one after the other. */
async function* decode(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let rest = "";
  for await (const chunk of body) {
    const text = rest + Buffer.from(chunk).toString("latin1");
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    for (const part of text.slice(0, whole).match(/[^=]+={0,2}/g) ?? []) yield Buffer.from(part, "base64");
  }
}

/** Each chunk is padded by itself; readers must accept that, and the official client does. */
async function* encode(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const chunk of body) yield Buffer.from(Buffer.from(chunk).toString("base64"), "latin1");
}
