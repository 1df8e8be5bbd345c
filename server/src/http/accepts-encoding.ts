import type { IncomingMessage } from "node:http";

/** Whether the caller takes an answer in this encoding. */
export function acceptsEncoding({ headers }: IncomingMessage, name: "br" | "gzip"): boolean {
  return String(headers["accept-encoding"] ?? "")
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .some((entry) => entry.split(";", 1)[0]?.trim() === name);
}
