import { combinedRate } from "../figure.ts";
import type { WireName } from "../generator/order.ts";

/** What the machine did in this run, each the best of its rounds, per second. */
export type Limits = {
  hashes: number;
  signatures: number;
  verifications: number;
  /** By how many share a commit. */
  commits: Map<number, number>;
  echoes: Map<string, number>;
};

/** A case's own limit, made of what each of its calls cannot do without. */
export type Limit = { rate: number; is: string };

export type LimitOf = (limits: Limits, wire: WireName, clients: number) => Limit;

export function echoKey(wire: WireName, clients: number): string {
  return `${wire} ${clients}`;
}

const echo = ({ echoes }: Limits, wire: WireName, clients: number): number =>
  echoes.get(echoKey(wire, clients)) ?? Number.NaN;

export const hashLimit: LimitOf = ({ hashes }) => ({ rate: hashes, is: "argon2 on all cores" });

export const echoLimit: LimitOf = (limits, wire, clients) => ({
  rate: echo(limits, wire, clients),
  is: "echo",
});

export const verifyingLimit: LimitOf = (limits, wire, clients) => ({
  rate: combinedRate(echo(limits, wire, clients), limits.verifications),
  is: "echo + ES256 verification",
});

export const issuingLimit: LimitOf = (limits, wire, clients) => ({
  rate: combinedRate(
    echo(limits, wire, clients),
    limits.signatures,
    limits.commits.get(clients) ?? Number.NaN,
  ),
  is: "echo + ES256 signature + share of a durable commit",
});

export const writingLimit: LimitOf = (limits, wire, clients) => ({
  rate: combinedRate(echo(limits, wire, clients), limits.commits.get(clients) ?? Number.NaN),
  is: "echo + share of a durable commit",
});
