import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { createSecretBox } from "../server/src/crypto/secret-box.ts";
import { createDummyHashes } from "../server/src/domain/sessions/create-dummy-hashes.ts";
import { openDatabase } from "../server/src/storage/open.ts";
import type { Figure } from "./figure.ts";
import { inRandomOrder, timed } from "./interleave.ts";
import { kolmogorovSmirnov } from "./kolmogorov-smirnov.ts";
import { median } from "./quantile.ts";
import type { BenchServer } from "./server-process.ts";
import type { Wire } from "./wire.ts";

const PASSWORD = "correct horse battery";
const base64 = (bytes: number): string => randomBytes(bytes).toString("base64").replace(/=+$/, "");
const letters = (count: number): string => base64(count).replaceAll("+", ".").slice(0, count);
/** The last letters of salt and digest have bits to spare, which must be zero: "." is. */
const bcrypt = (cost: number): string => `$2b$${cost}$${letters(21)}.${letters(30)}.`;

/** Nobody knows the passwords, and nobody needs them. Without `make`, users sign up. */
const KINDS: Readonly<Record<string, { prefix: string; algorithm?: string; make?: () => object }>> = {
  native: { prefix: "$argon2id$" },
  "bcrypt 10": { prefix: "$2b$10$", algorithm: "bcrypt", make: () => ({ passwordHash: bcrypt(10) }) },
  "bcrypt 12": { prefix: "$2b$12$", algorithm: "bcrypt", make: () => ({ passwordHash: bcrypt(12) }) },
  scrypt: {
    prefix: "$scrypt$",
    algorithm: "scrypt",
    make: () => ({ passwordHash: `$scrypt$ln=15,r=8,p=1$${base64(16)}$${base64(32)}` }),
  },
  Firebase: {
    prefix: "$fbscrypt$",
    algorithm: "firebase-scrypt",
    make: () => ({ passwordHash: base64(64), passwordSalt: base64(10) }),
  },
};

const FIREBASE = { signerKey: base64(64), saltSeparator: "Bw==", rounds: 8, memCost: 14 };

type People = { known: Map<string, string[]>; kindOfUnknown: (email: string) => Promise<string> };
type SignIn = (email: string) => Promise<unknown>;

/** Users with every kind of hash in one project, and unknown addresses beside them. */
export async function compareHashes(server: BenchServer, wire: Wire, isQuick: boolean): Promise<Figure[]> {
  const [pairs, perKind] = isQuick ? [10, 4] : [200, 40];
  const key = { "x-svc-key": server.publishableKey };
  const signIn: SignIn = (email) =>
    wire.call(AuthService.method.signIn, { email, password: "not the password" }, key);
  const people = await addPeople(server, wire, perKind);
  const figures: Figure[] = [];
  for (const kind of Object.keys(KINDS)) figures.push(...(await compareFixed(people, kind, signIn, pairs)));
  return [...figures, ...(await compareAll(people, signIn))];
}

async function addPeople(server: BenchServer, wire: Wire, perKind: number): Promise<People> {
  const admin = { authorization: `Bearer ${server.adminToken}` };
  const key = { "x-svc-key": server.publishableKey };
  const known = new Map<string, string[]>();
  for (const [kind, { algorithm: passwordAlgorithm, make }] of Object.entries(KINDS)) {
    const emails = Array.from({ length: perKind }, (_, n) => `${kind.replace(" ", "")}-${n}@example.com`);
    known.set(kind, emails);
    if (make) {
      const users = emails.map((email) => ({ email, passwordAlgorithm, ...make() }));
      const request = { project: "bench", users, firebaseScrypt: FIREBASE };
      await wire.call(ProjectService.method.importUsers, request as never, admin);
    } else {
      for (const email of emails)
        await wire.call(AuthService.method.signUp, { email, password: PASSWORD }, key);
    }
  }
  return { known, kindOfUnknown: await chooser(server, wire, admin) };
}

/** What the server will choose, as its own key and counters tell: times cannot tell two kinds of the same cost apart. */
async function chooser(
  server: BenchServer,
  wire: Wire,
  admin: Record<string, string>,
): Promise<People["kindOfUnknown"]> {
  const found = await wire.call(ProjectService.method.getProject, { project: "bench" }, admin);
  const db = openDatabase({ kind: "sqlite", file: join(server.dataDir, "svc.db") });
  const secretBox = createSecretBox(readFileSync(join(server.dataDir, "keys/master.key")));
  const hashes = createDummyHashes({ clock: () => 0, db, secretBox });
  const projectId = found?.project?.id ?? "";
  const first = await hashes.of(projectId, "");
  await db.destroy(); // what it needs is in memory by now
  if (first === null) throw new Error("the server has not counted its users' hashes");
  return async (email) => {
    const hash = (await hashes.of(projectId, email)) ?? "";
    return Object.keys(KINDS).find((kind) => hash.startsWith(KINDS[kind]?.prefix ?? "")) ?? hash;
  };
}

async function compareFixed(
  { known, kindOfUnknown }: People,
  kind: string,
  signIn: SignIn,
  pairs: number,
): Promise<Figure[]> {
  const emails = { known: known.get(kind)?.[0] ?? "", unknown: "" };
  for (let n = 0; emails.unknown === ""; n++) {
    const email = `fixed-${n}@example.com`;
    if ((await kindOfUnknown(email)) === kind) emails.unknown = email;
  }
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let pair = 0; pair < pairs; pair++) {
    for (const which of inRandomOrder(["known", "unknown"] as const)) {
      times[which].push(await timed(() => signIn(emails[which])));
    }
  }
  const [known50, unknown50] = [median(times.known), median(times.unknown)];
  return [
    { name: `SignIn, one unknown address that costs ${kind}`, value: unknown50, unit: "ms" },
    {
      ...{ name: `SignIn, one user with ${kind}`, value: known50, unit: "ms" },
      ...{ limit: unknown50, limitIs: "unknown" },
      bars: [
        { of: "ratio", atLeast: 0.9 },
        { of: "ratio", atMost: 1.1 },
      ],
    },
  ];
}

/** The critical value of the two-sample test at 1 %, for samples of n each. */
const critical = (n: number): number => 1.63 * Math.sqrt(2 / n);
const TRIES = 3;

/** Every user and as many unknown addresses, each with the least of a few times. */
async function compareAll({ known, kindOfUnknown }: People, signIn: SignIn): Promise<Figure[]> {
  const users = [...known.values()].flat();
  const strangers = users.map((_, n) => `stranger-${n}@example.com`);
  const least = new Map<string, number>();
  for (let round = 0; round < TRIES; round++) {
    for (const email of inRandomOrder([...users, ...strangers])) {
      const ms = await timed(() => signIn(email));
      least.set(email, Math.min(ms, least.get(email) ?? Number.POSITIVE_INFINITY));
    }
  }
  const timesOf = (emails: readonly string[]) => emails.map((email) => least.get(email) ?? 0);
  const kinds = await Promise.all(strangers.map(kindOfUnknown));
  return [
    ...[...known].map(([kind, emails]) => ({
      ...{ name: `unknown addresses that cost ${kind}`, unit: "%" },
      value: (100 * kinds.filter((one) => one === kind).length) / strangers.length,
      ...{ limit: (100 * emails.length) / users.length, limitIs: "users" },
    })),
    {
      name: `largest distance between the distributions of ${users.length} known and unknown addresses`,
      value: kolmogorovSmirnov(timesOf(users), timesOf(strangers)),
      unit: "",
      bars: [{ of: "value", atMost: Math.round(1000 * critical(users.length)) / 1000 }],
    },
  ];
}
