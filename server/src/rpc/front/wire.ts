/** How a call is written: which protocol, which codec, and whether base64 wraps it. */
export type Wire = {
  readonly protocol: "connect" | "grpc" | "grpc-web";
  readonly codec: "json" | "proto";
  readonly text: boolean;
  /** The answer's content type. */
  readonly contentType: string;
};

const WIRES: ReadonlyMap<string, Wire> = new Map(
  Object.entries({
    "application/json": wire("connect", "json", "application/json"),
    "application/proto": wire("connect", "proto", "application/proto"),
    "application/grpc": wire("grpc", "proto", "application/grpc"),
    "application/grpc+proto": wire("grpc", "proto", "application/grpc+proto"),
    "application/grpc+json": wire("grpc", "json", "application/grpc+json"),
    "application/grpc-web": wire("grpc-web", "proto", "application/grpc-web"),
    "application/grpc-web+proto": wire("grpc-web", "proto", "application/grpc-web+proto"),
    "application/grpc-web+json": wire("grpc-web", "json", "application/grpc-web+json"),
    "application/grpc-web-text": wire("grpc-web", "proto", "application/grpc-web-text", true),
    "application/grpc-web-text+proto": wire("grpc-web", "proto", "application/grpc-web-text+proto", true),
  }),
);

const PLAIN_WIRE: Wire = wire("connect", "json", "application/json");

/** Reads the content type, whose only accepted parameter is charset=utf-8. */
export function wireOf(contentType: string | undefined): Wire | undefined {
  if (!contentType) return undefined;
  const known = WIRES.get(contentType);
  if (known) return known;
  return WIRES.get(mediaTypeOf(contentType));
}

const LONGEST_CONTENT_TYPE = 128;
const ACCEPTED_PARAMETERS = new Set(["", "charset=utf-8", 'charset="utf-8"']);

/** Without its parameters; empty when there is one that nobody needs here. */
export function mediaTypeOf(contentType: string): string {
  if (contentType.length > LONGEST_CONTENT_TYPE) return "";
  const [type = "", ...parameters] = contentType.toLowerCase().split(";");
  return parameters.every((parameter) => ACCEPTED_PARAMETERS.has(parameter.trim())) ? type.trim() : "";
}

/** How a call is answered. One with an unknown codec is refused in its protocol, anything else as Connect does. */
export function answerWireOf(contentType = ""): Wire {
  const known = wireOf(contentType);
  if (known) return known;
  const [, protocol = ""] = /^\s*(application\/grpc(?:-web(?:-text)?)?)(?![\w-])/i.exec(contentType) ?? [];
  return WIRES.get(protocol.toLowerCase()) ?? PLAIN_WIRE;
}

function wire(protocol: Wire["protocol"], codec: Wire["codec"], contentType: string, text = false): Wire {
  return { protocol, codec, text, contentType };
}
