import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { compareCodes } from "./enumeration-codes.ts";
import { compareHashes } from "./enumeration-hashes.ts";
import type { Figure, Section } from "./figure.ts";
import { inRandomOrder, timed } from "./interleave.ts";
import { median } from "./quantile.ts";
import { startBenchServer } from "./server-process.ts";
import { jsonWire } from "./wire.ts";

const PAIRS = 200;
const PASSWORD = "correct horse battery";
const { signUp, signIn, requestEmailCode, requestPasswordReset, requestEmailVerification } =
  AuthService.method;
const CODE_CHALLENGE = "c".repeat(43);

/** Whether an attacker can tell from the time of an answer whether an email address is registered. */
export const enumeration: Section = {
  about: `calls with a known and an unknown email address, median of ${PAIRS} interleaved pairs; 1.00 means no difference`,
  async run({ isQuick }) {
    const server = await startBenchServer({
      settings: { requireEmailVerification: true, allowEmailCodes: true },
    });
    const wire = jsonWire(server.url);
    const key = { "x-svc-key": server.publishableKey };
    const known = Array.from({ length: 20 }, (_, n) => `known${n}@example.com`);
    try {
      for (const email of known) await wire.call(signUp, { email, password: PASSWORD }, key);
      const calls: Record<string, (email: string) => Promise<unknown>> = {
        SignIn: (email) => wire.call(signIn, { email, password: "not the password" }, key),
        SignUp: (email) => wire.call(signUp, { email, password: PASSWORD }, key),
        RequestEmailCode: (email) =>
          wire.call(requestEmailCode, { email, codeChallenge: CODE_CHALLENGE }, key),
        RequestPasswordReset: (email) => wire.call(requestPasswordReset, { email }, key),
        RequestEmailVerification: (email) => wire.call(requestEmailVerification, { email }, key),
      };
      const figures: Figure[] = [];
      for (const [name, call] of Object.entries(calls)) figures.push(...(await compare(name, call, known)));
      figures.push(...(await compareCodes(server, wire)));
      return [...figures, ...(await withHashes(isQuick))];
    } finally {
      wire.close();
      await server.stop();
    }
  },
};

async function withHashes(isQuick: boolean): Promise<Figure[]> {
  const server = await startBenchServer();
  const wire = jsonWire(server.url);
  try {
    return await compareHashes(server, wire, isQuick);
  } finally {
    wire.close();
    await server.stop();
  }
}

async function compare(
  name: string,
  call: (email: string) => Promise<unknown>,
  known: readonly string[],
): Promise<Figure[]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    const emails = { known: known[pair % known.length] ?? "", unknown: `nobody-${name}-${pair}@example.com` };
    for (const kind of inRandomOrder(["known", "unknown"] as const)) {
      times[kind].push(await timed(() => call(emails[kind])));
    }
  }
  const [known50, unknown50] = [median(times.known), median(times.unknown)];
  return [
    { name: `${name}, unknown email`, value: unknown50, unit: "ms" },
    {
      ...{ name: `${name}, known email`, value: known50, unit: "ms", limit: unknown50, limitIs: "unknown" },
      bars: [
        { of: "ratio", atLeast: 0.9 },
        { of: "ratio", atMost: 1.1 },
      ],
    },
  ];
}
