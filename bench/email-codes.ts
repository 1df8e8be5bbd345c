import { hash } from "node:crypto";
import { join } from "node:path";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { newToken } from "../server/src/crypto/random-token.ts";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { newUuidV7 } from "../server/src/crypto/uuid-v7.ts";
import { CODE_LIFETIME_MS, macOf } from "../server/src/domain/codes/one-time-code.ts";
import { inspectDataDirectory } from "../server/src/storage/data-directory.ts";
import type { OneTimeCodeRow } from "../server/src/storage/db.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import { encodeCall } from "./calls/encode-call.ts";
import type { CodePeer } from "./code-peer.ts";
import type { Figure, Section } from "./figure.ts";
import { type Generator, startGenerator } from "./generator/generator.ts";
import type { Call } from "./generator/order.ts";
import { addUsers, emailOf } from "./many-users.ts";
import { type Measured, measure } from "./measure.ts";
import { startBetterAuthCodes } from "./peers/better-auth-codes.ts";
import { installPeers, notRun } from "./peers/install-peers.ts";
import { median } from "./quantile.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";

const ROUNDS = 5;
const CALLS = 6_000;
const QUICK = 500;
const CHUNK = 500;
const CLIENTS = 32;
const CODE = "12345678";
const PER_SECOND = 1_000;

/** Sign-ins with a code that was emailed: nothing is hashed slowly. */
export const emailCodes: Section = {
  about: `sign-ins of ${CLIENTS} clients on SQLite, each with a code of its own; the median of ${ROUNDS} rounds, in turns`,
  async run({ isQuick, say }) {
    const peers: CodePeer[] = [];
    const missing: Figure[] = [];
    const generator = startGenerator();
    try {
      peers.push(await startSvcCodes());
      await withBetterAuth(say).then(
        (peer) => peers.push(peer),
        (error: unknown) => missing.push(notRun("better-auth", error, say)),
      );
      const rounds: Measured[][] = peers.map(() => []);
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
        for (const [n, peer] of peers.entries()) {
          rounds[n]?.push(await measureRound(generator, peer, isQuick ? QUICK : CALLS));
        }
      }
      return [...figuresOf(peers, rounds.map(medianOf)), ...missing];
    } finally {
      generator.stop();
      for (const peer of peers) await peer.stop();
    }
  },
};

async function withBetterAuth(say: (line: string) => void): Promise<CodePeer> {
  installPeers(say);
  return startBetterAuthCodes();
}

/** Only the sign-ins are measured, not what it takes to get the codes. */
async function measureRound(generator: Generator, peer: CodePeer, count: number): Promise<Measured> {
  const calls = await peer.prepare(count);
  const order = { wire: "JSON", clients: CLIENTS, warmUpMs: 0, ms: 60_000, calls, use: "once" } as const;
  const measured = await measure(generator, peer.target, order);
  const { refused } = measured.outcome;
  if (refused > 0) throw new Error(`${peer.name} refused ${refused} codes`);
  return measured;
}

function medianOf(rounds: readonly Measured[]): Measured {
  const middle = median(rounds.map(({ perSecond }) => perSecond));
  const found = rounds.find(({ perSecond }) => perSecond === middle);
  if (!found) throw new Error("nothing was measured");
  return found;
}

/** Ours first, and below it each other one. */
function figuresOf(peers: readonly CodePeer[], measured: readonly Measured[]): Figure[] {
  const rows = peers.map(({ name, call }, n): Figure => {
    const { perSecond = Number.NaN, detail } = measured[n] ?? {};
    return { name: `${name} ${call}`, value: perSecond, unit: "/s", ...(detail && { load: detail }) };
  });
  const [ours, ...others] = rows;
  if (!ours) return [];
  const beside = others.map(({ value: limit }, n): Figure => {
    const limitIs = peers[n + 1]?.name ?? "";
    return { name: `svc beside ${limitIs}`, value: ours.value, unit: "/s", limit, limitIs };
  });
  return [{ ...ours, bars: [{ of: "value", atLeast: PER_SECOND }] }, ...others, ...beside];
}

async function startSvcCodes(): Promise<CodePeer> {
  const server = await startBenchServer({ settings: { allowEmailCodes: true } });
  let round = 0;
  return {
    name: "svc",
    call: AuthService.method.signInWithEmailCode.name,
    target: server,
    prepare: (count) => prepareCalls(server, count, round++),
    stop: server.stop,
  };
}

/** Users and their codes straight into the tables, as if the emails had left. */
async function prepareCalls(server: BenchServer, count: number, round: number): Promise<Call[]> {
  const { masterKey } = inspectDataDirectory({ path: server.dataDir, masterKeyFile: undefined } as never);
  if (!masterKey) throw new Error("the server has no master key");
  const secretBox = createSecretBox(masterKey);
  const db = openDatabase({ kind: "sqlite", file: join(server.dataDir, "svc.db") });
  const calls: Call[] = [];
  try {
    const project = await db.selectFrom("projects").select("id").executeTakeFirstOrThrow();
    const from = round * count;
    const facts = () => ({ tags: [], lastSignInAt: null, emailVerifiedAt: 1, disabledAt: null });
    const extras = { passwordHash: () => null, facts };
    await addUsers({ db, newId: () => newUuidV7(Date.now()) }, project.id, [from, from + count], extras);
    for (let at = from; at < from + count; at += CHUNK) {
      const codes = Array.from({ length: CHUNK }, (_, n) => newCodeFor(project.id, emailOf(at + n)));
      const rows = codes.map(({ row }): OneTimeCodeRow => {
        return { ...row, codeMac: macOf({ secretBox }, row, CODE).toString("base64url") };
      });
      await db.insertInto("oneTimeCodes").values(rows).execute();
      for (const { row, codeVerifier } of codes) {
        const request = { flowId: row.id, code: CODE, codeVerifier };
        const key = { "x-svc-key": server.publishableKey };
        calls.push(encodeCall("JSON", AuthService.method.signInWithEmailCode, request, key));
      }
    }
  } finally {
    await db.destroy();
  }
  return calls;
}

function newCodeFor(projectId: string, address: string): { row: OneTimeCodeRow; codeVerifier: string } {
  const codeVerifier = newToken();
  const now = Date.now();
  const row = {
    ...{ id: newToken(), projectId, purpose: "sign_in", address, codeMac: null },
    challenge: hash("sha256", codeVerifier, "base64url"),
    ...{
      attempts: 0,
      createdAt: now,
      codeExpiresAt: now + CODE_LIFETIME_MS,
      expiresAt: now + CODE_LIFETIME_MS,
      usedAt: null,
      ip: "",
      userAgent: "",
    },
  };
  return { row, codeVerifier };
}
