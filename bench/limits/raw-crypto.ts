import { fork } from "node:child_process";
import { generateKeyPairSync, sign, verify } from "node:crypto";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/** About as long as the claims of an access token. */
const MESSAGE = Buffer.alloc(400, "a");

/** Bare hashing on every core. */
export function hashesPerSecond(ms: number): Promise<number> {
  const env = { ...process.env, UV_THREADPOOL_SIZE: String(availableParallelism()) };
  const child = fork(join(import.meta.dirname, "raw-hashes.ts"), [String(ms)], { env });
  return new Promise((resolve, reject) => {
    child.once("message", (perSecond) => resolve(perSecond as number));
    child.once("exit", () => reject(new Error("bare hashing ended")));
  });
}

/** On one core: a server signs and verifies where it does the rest of the request. */
export function es256PerSecond(ms: number): { signatures: number; verifications: number } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const dsaEncoding = "ieee-p1363";
  const signature = sign("sha256", MESSAGE, { key: privateKey, dsaEncoding });
  return {
    signatures: rateOf(ms, () => sign("sha256", MESSAGE, { key: privateKey, dsaEncoding })),
    verifications: rateOf(ms, () => verify("sha256", MESSAGE, { key: publicKey, dsaEncoding }, signature)),
  };
}

function rateOf(ms: number, work: () => unknown): number {
  let done = 0;
  const began = performance.now();
  for (; performance.now() - began < ms; done++) work();
  return (done * 1000) / (performance.now() - began);
}
