import { join } from "node:path";
import { PasskeyService } from "@svc/proto/svc/auth/v1/passkeys_pb";
import type { App } from "../server/src/app.ts";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { newUuidV7 } from "../server/src/crypto/uuid-v7.ts";
import { creationOptions } from "../server/src/domain/passkeys/ceremony-options.ts";
import { newChallenge } from "../server/src/domain/passkeys/challenge.ts";
import { readNewPasskey } from "../server/src/domain/passkeys/new-passkey.ts";
import { startPasskeySignIn } from "../server/src/domain/passkeys/start-passkey-sign-in.ts";
import { userHandleOf } from "../server/src/domain/passkeys/user-handle.ts";
import { type Project, readProject } from "../server/src/domain/projects/project.ts";
import { inspectDataDirectory } from "../server/src/storage/data-directory.ts";
import type { PasskeyRow } from "../server/src/storage/db.ts";
import { type DatabaseLocation, openDatabase } from "../server/src/storage/open.ts";
import { createAuthenticator } from "../server/src/testing/authenticator.ts";
import { startPostgres } from "../server/src/testing/postgres.ts";
import { analyze } from "./analyze.ts";
import { BAR_CLIENTS } from "./calls/cases.ts";
import { encodeCall } from "./calls/encode-call.ts";
import type { Figure, Section } from "./figure.ts";
import { startGenerator } from "./generator/generator.ts";
import type { Call } from "./generator/order.ts";
import { addUsers } from "./many-users.ts";
import { measure } from "./measure.ts";
import { medianRound } from "./median-round.ts";
import { type BenchServer, startBenchServer } from "./server-process.ts";

const ROUNDS = 5;
/** Each of the two processes on PostgreSQL answers 3,000 calls of a round, and V8 compiles for two rounds or three. */
const WARM_UP_ROUNDS = 3;
const CALLS = 6_000;
const QUICK = 500;
const CHUNK = 500;
const PER_SECOND = 1_000;
const RP_ID = "example.com";
const origin = { origin: `https://${RP_ID}` };

/** Sign-ins with a passkey: the server verifies a signature and hashes no password. */
export const passkeys: Section = {
  about: `SignInWithPasskey of ${BAR_CLIENTS} clients on both engines, each call with a passkey of its own; the median of ${ROUNDS} rounds after ${WARM_UP_ROUNDS} that warm up`,
  async run({ isQuick }) {
    const postgres = await startPostgres({ isDurable: true });
    try {
      const sqlite = await measured("SQLite", undefined, isQuick);
      return [...sqlite, ...(await measured("PostgreSQL", postgres.url("postgres"), isQuick))];
    } finally {
      await postgres.stop();
    }
  },
};

async function measured(
  engine: string,
  databaseUrl: string | undefined,
  isQuick: boolean,
): Promise<Figure[]> {
  const settings = { passkeys: { enabled: true, rpId: RP_ID } };
  const server = await startBenchServer({ settings, ...(databaseUrl && { databaseUrl }) });
  const generator = startGenerator();
  try {
    const file = join(server.dataDir, "svc.db");
    const location = databaseUrl
      ? ({ kind: "postgres", url: databaseUrl } as const)
      : ({ kind: "sqlite", file } as const);
    const figures: Figure[] = [];
    const name = `SignInWithPasskey, ${engine}`;
    const bars = [{ of: "value", atLeast: PER_SECOND }] as const;
    const warmUps = isQuick ? 1 : WARM_UP_ROUNDS;
    for (let round = 0; round < warmUps + (isQuick ? 1 : ROUNDS); round++) {
      const calls = await prepareCalls(server, location, isQuick ? QUICK : CALLS, round);
      if (databaseUrl) await analyze(databaseUrl);
      const load = { wire: "JSON", clients: BAR_CLIENTS, warmUpMs: 0, ms: 60_000 } as const;
      const { perSecond, outcome } = await measure(generator, server, { ...load, calls, use: "once" });
      if (outcome.refused > 0) throw new Error(`${outcome.refused} passkeys were refused`);
      if (round >= warmUps) figures.push({ name, value: perSecond, unit: "/s", bars });
    }
    return [medianRound(figures)];
  } finally {
    generator.stop();
    await server.stop();
  }
}

type Maker = Pick<App, "clock" | "newId" | "secretBox">;

/** Users and their passkeys straight into the tables, and what their devices would answer. */
async function prepareCalls(
  server: BenchServer,
  location: DatabaseLocation,
  count: number,
  round: number,
): Promise<Call[]> {
  const { masterKey } = inspectDataDirectory({ path: server.dataDir, masterKeyFile: undefined } as never);
  if (!masterKey) throw new Error("the server has no master key");
  const app = {
    clock: () => Date.now(),
    newId: () => newUuidV7(Date.now()),
    secretBox: createSecretBox(masterKey),
  };
  const db = openDatabase(location);
  try {
    const project = readProject(await db.selectFrom("projects").selectAll().executeTakeFirstOrThrow());
    const from = round * count;
    const userIds: string[] = [];
    const newId = () => {
      userIds.push(app.newId());
      return userIds.at(-1) ?? "";
    };
    await addUsers({ db, newId }, project.id, [from, from + count], { passwordHash: () => null });
    const devices = userIds.map((userId) => deviceOf(app, project, userId));
    for (let at = 0; at < devices.length; at += CHUNK) {
      const rows = devices.slice(at, at + CHUNK).map(({ row }) => row);
      await db.insertInto("passkeys").values(rows).execute();
    }
    const key = { "x-svc-key": server.publishableKey };
    return devices.map(({ answer }) =>
      encodeCall("JSON", PasskeyService.method.signInWithPasskey, { credentialJson: answer() }, key),
    );
  } finally {
    await db.destroy();
  }
}

/** A device with a passkey of this user, and what it answers to the options of a sign-in. */
function deviceOf(app: Maker, project: Project, userId: string): { row: PasskeyRow; answer: () => string } {
  const device = createAuthenticator();
  const userHandle = userHandleOf(app, { projectId: project.id, userId, rpId: RP_ID });
  const challenge = newChallenge(app, project.id, "link", userId, "");
  const rp = { id: RP_ID, name: "" };
  const options = creationOptions({ rp, challenge, userHandle, email: null, displayName: "", exclude: [] });
  const created = { credentialJson: device.create(options, origin), passkeyName: "" };
  const { row } = readNewPasskey(app, project, { purpose: "link", context: "" }, created);
  return {
    row: { ...row, userId, userHandle },
    answer: () => device.get(startPasskeySignIn(app, project), origin),
  };
}
