import {
  create,
  type DescMessage,
  type DescMethod,
  fromBinary,
  fromJsonString,
  type Message,
  type Registry,
  toJsonString,
} from "@bufbuild/protobuf";
import { invalidRequest } from "../../errors.ts";
import { binaryWriter } from "./binary-writer.ts";
import { jsonWriter } from "./json-writer.ts";
import { readPlainJson } from "./plain-json.ts";
import type { Wire } from "./wire.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

type Coded = Readonly<{ method: DescMethod; registry?: Registry }>;

export function decodeRequest({ method, registry }: Coded, codec: Wire["codec"], bytes: Buffer): Message {
  return codec === "json" ? decodeJson(method.input, bytes, registry) : decodeBinary(method.input, bytes);
}

function decodeBinary(input: DescMessage, bytes: Buffer): Message {
  let message: Message;
  try {
    message = fromBinary(input, bytes);
  } catch (error) {
    throw invalidRequest("body", `is not a valid message: ${describe(error)}`);
  }
  if (bytes.includes(0)) refuseNul(message);
  return message;
}

function decodeJson(input: DescMessage, bytes: Buffer, registry: Registry | undefined): Message {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw invalidRequest("body", "is not valid UTF-8");
  }
  if (text === "" || text === "{}") return create(input); // `curl -X POST` without a body
  const plain = readPlainJson(input, text);
  if (plain) return plain;
  let message: Message;
  try {
    message = fromJsonString(input, text, { ignoreUnknownFields: true, ...(registry && { registry }) });
  } catch (error) {
    throw invalidRequest("body", `is not valid JSON for this method: ${describe(error)}`);
  }
  if (text.includes("\\u0000")) refuseNul(message);
  return message;
}

/** PostgreSQL cannot store the character, and nobody types it. Looked for only where it can be. */
function refuseNul(message: Message): void {
  const field = fieldWithNul(message);
  if (field !== undefined) throw invalidRequest(field, "must not contain the character U+0000");
}

/** JSON stays text until it is written. */
export function encodeResponse(
  { method, registry }: Coded,
  codec: Wire["codec"],
  response: unknown,
): string | Uint8Array {
  if (codec === "proto") return binaryWriter(method.output)(response);
  if (registry) return toJsonString(method.output, create(method.output, response as never), { registry });
  return jsonWriter(method.output)(response);
}

/** Says what is wrong without repeating what was sent: a password may stand at the wrong place. */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const field = /^cannot decode (?:field|message) ([\w.]+)/.exec(message)?.[1];
  return field ? `check ${field}` : "check its syntax";
}

/** Named as in the contract: `theme.texts.verify_email.heading`. */
function fieldWithNul(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return value.includes("\0") ? path : undefined;
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const here = path === "" ? name : `${path}.${name}`;
    const found = key.includes("\0") ? here.replaceAll("\0", "") : fieldWithNul(inner, here);
    if (found !== undefined) return found;
  }
  return undefined;
}
