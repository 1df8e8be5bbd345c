import { combinedRate } from "../figure.ts";

/** What the machine did right beside the calls, per second. */
export type Limits = {
  hashes: number;
  signatures: number;
  verifications: number;
  /** As many to a commit as there are clients. */
  commits: number;
  echo: number;
};

export function meanOf(one: Limits, other: Limits): Limits {
  const mean = (name: keyof Limits): number => (one[name] + other[name]) / 2;
  return {
    ...{ hashes: mean("hashes"), signatures: mean("signatures"), verifications: mean("verifications") },
    ...{ commits: mean("commits"), echo: mean("echo") },
  };
}

/** A case's own limit, made of what each of its calls cannot do without. */
export type LimitOf = (limits: Limits) => { rate: number; is: string };

export const hashLimit: LimitOf = ({ hashes }) => ({ rate: hashes, is: "argon2 on all cores" });

export const echoLimit: LimitOf = ({ echo }) => ({ rate: echo, is: "echo" });

export const verifyingLimit: LimitOf = ({ echo, verifications }) => ({
  rate: combinedRate(echo, verifications),
  is: "echo + ES256 verification",
});

export const issuingLimit: LimitOf = ({ echo, signatures, commits }) => ({
  rate: combinedRate(echo, signatures, commits),
  is: "echo + ES256 signature + share of a durable commit",
});

export const writingLimit: LimitOf = ({ echo, commits }) => ({
  rate: combinedRate(echo, commits),
  is: "echo + share of a durable commit",
});
