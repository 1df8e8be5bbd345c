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
import type { Section } from "./figure.ts";
import { startGenerator } from "./generator/generator.ts";
import type { Call } from "./generator/order.ts";
import { addUsers, emailOf } from "./many-users.ts";
import { measure } from "./measure.ts";
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
  about: `SignInWithEmailCode of ${CLIENTS} clients on SQLite, each call with a code of its own; the median of ${ROUNDS} rounds`,
  async run({ isQuick }) {
    const server = await startBenchServer({ settings: { allowEmailCodes: true } });
    const generator = startGenerator();
    try {
      const rates: number[] = [];
      for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
        const calls = await prepareCalls(server, isQuick ? QUICK : CALLS, round);
        const order = {
          wire: "JSON",
          clients: CLIENTS,
          warmUpMs: 0,
          ms: 60_000,
          calls,
          use: "once",
        } as const;
        const { perSecond, outcome } = await measure(generator, server, order);
        if (outcome.refused > 0) throw new Error(`${outcome.refused} codes were refused`);
        rates.push(perSecond);
      }
      const bars = [{ of: "value", atLeast: PER_SECOND }] as const;
      return [{ name: "SignInWithEmailCode", value: median(rates), unit: "/s", bars }];
    } finally {
      generator.stop();
      await server.stop();
    }
  },
};

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
      expiresAt: now + CODE_LIFETIME_MS,
      usedAt: null,
      ip: "",
      userAgent: "",
    },
  };
  return { row, codeVerifier };
}
