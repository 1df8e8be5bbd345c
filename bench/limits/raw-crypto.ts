import { generateKeyPairSync, sign, verify } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash } from "@node-rs/argon2";

/** As in server/src/crypto/passwords.ts. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
/** About as long as the claims of an access token. */
const MESSAGE = Buffer.alloc(400, "a");

/** Bare hashing on every core, as many at a time as there are cores. */
export async function hashesPerSecond(ms: number): Promise<number> {
  await hash("warm", ARGON2);
  let done = 0;
  const began = performance.now();
  const work = async (): Promise<void> => {
    for (; performance.now() - began < ms; done++) await hash("correct horse battery", ARGON2);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return (done * 1000) / (performance.now() - began);
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
