import { fromBase64 } from "./base64.ts";
import { toHex } from "./hex.ts";

/** The valid parts of the details, which are untrusted. */
export type Detail = { type: string; value: string } | null;

export type ErrorInfo = { reason: string; metadata: Record<string, string> };

/** Reads google.rpc.ErrorInfo (1: reason, 2: domain, 3: map of metadata) out of an error's details. */
export function errorInfoOf(details: unknown): ErrorInfo | undefined {
  const detail = (details as Detail[] | undefined)?.find?.((each) => each?.type === "google.rpc.ErrorInfo");
  if (!detail) return undefined;
  const info: ErrorInfo = { reason: "", metadata: {} };
  for (const [field, bytes] of fieldsOf(fromBase64(detail.value))) {
    if (field === 1) info.reason = utf8(bytes);
    if (field === 3) {
      const [key = "", value = ""] = fieldsOf(bytes).map(([, text]) => utf8(text));
      info.metadata[key] = value;
    }
  }
  return info;
}

/** The message has fields of wire type 2 only: a tag, a length, that many bytes. Stops at anything else. */
export function fieldsOf(bytes: number[]): Array<[number, number[]]> {
  const fields: Array<[number, number[]]> = [];
  let at = 0;
  const varint = (): number => {
    const byte = bytes[at++] ?? 0;
    return byte > 127 ? (byte & 127) + varint() * 128 : byte;
  };
  while (at < bytes.length) {
    const tag = varint();
    if ((tag & 7) !== 2) break;
    const end = varint() + at;
    fields.push([tag >> 3, bytes.slice(at, end)]);
    at = end;
  }
  return fields;
}

export const utf8 = (bytes: number[]): string => decodeURIComponent(toHex(bytes).replace(/../g, "%$&"));
