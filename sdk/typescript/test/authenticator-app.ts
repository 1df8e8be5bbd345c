import { createHmac } from "node:crypto";

const STEP_MS = 30_000;

/** What an authenticator app with this secret (base32) shows: RFC 6238 with SHA-1, 30 seconds and six digits. */
export function shownCode(secret: string, at: number = Date.now()): string {
  const bits = [...secret].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter));
  const binary = bits.map((value) => value.toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((binary.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1e6).padStart(6, "0");
}
