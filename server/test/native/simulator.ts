import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Families, families } from "../../../sdk/typescript/test/simulator/families.ts";
import { Network } from "../../../sdk/typescript/test/simulator/network.ts";
import { randomFrom } from "../../../sdk/typescript/test/simulator/random.ts";
import type { PhoneProgram } from "./phone-process.ts";
import type { ServedProject } from "./served-project.ts";
import { SimulatedPhone } from "./simulated-phone.ts";

/*
 * Drives the client library of any language as a phone does. A phone is two processes of one program, which share a
 * storage file and have no lock. The network between them and a real server loses a tenth of all requests and three
 * tenths of all answers, and delivers a tenth twice. Processes are killed with SIGKILL while a request or an answer is on
 * its way, or when it has just arrived, and are started again.
 *
 * The line protocol. The program reads one JSON object per line from standard input, and writes one per line to standard
 * output, as soon as the call has ended. Calls run at the same time, so the order of the answers is free. When standard
 * input ends, the program ends. It prints nothing else to standard output.
 *
 *   in   {"id": 1, "call": "start", "with": {"baseUrl": "http://127.0.0.1:9000/0", "publishableKey": "pk_...",
 *         "file": "/tmp/x/phone.json", "wall": 1767225600000}}
 *   out  {"id": 1, "result": {"status": "signedOut"}}
 *   out  {"id": 2, "error": {"reason": "NETWORK", "retryable": true}}
 *
 *   call               with                                   result
 *   start              baseUrl, publishableKey, file, wall    as state, once the storage was read; the first call, and once
 *   state                                                     {status, reason, userId}; reason and userId if there are any
 *   signInAnonymously                                         null
 *   getAccessToken     forceRefresh (absent: false)           the token, or null
 *   pass               ms                                     null
 *
 * `file` is the storage: one JSON object of the keys and their texts. It is read anew for each read. A write reads it,
 * changes one key, writes a temporary file with another name for each process and renames it, with synchronous calls, so
 * that the file is always whole. A file that is not there is empty.
 *
 * `wall` is what the wall clock shows at first, in milliseconds since 1970. The clock that never goes back begins at 0.
 * Both stand still, and `pass` moves both.
 */

export type Simulation = Readonly<{
  program: PhoneProgram;
  project: ServedProject;
  phones: number;
  /** Of all phones together, at least. */
  refreshes: number;
  seed: number;
}>;

export type SimulationOutcome = Readonly<{
  /** What must not happen, one line for each time. */
  wrong: readonly string[];
  /** Refresh tokens that the server answered with another one, and those that it answered with two. */
  refreshes: number;
  forked: number;
  kills: number;
  lostRequests: number;
  lostAnswers: number;
  duplicated: number;
  /** What the database of the server says about the sessions. */
  families: Families;
}>;

export async function simulate(simulation: Simulation): Promise<SimulationOutcome> {
  const { program, project, seed, refreshes } = simulation;
  const { publishableKey, slug, server } = project;
  const network = await Network.open(server.url);
  const folder = mkdtempSync(join(tmpdir(), "svc-phones-"));
  const phones = Array.from({ length: simulation.phones }, (_, index) => {
    const random = randomFrom(seed + index);
    return new SimulatedPhone({ name: `phone-${index}`, program, network, publishableKey, folder, random });
  });
  const isDone = () =>
    network.successors.rotated >= refreshes || phones.some(({ wrong }) => wrong.length > 0);
  try {
    await Promise.all(
      phones.map(async (phone) => {
        await phone.signIn();
        while (!isDone()) await phone.round();
        phone.heal();
        await phone.round();
      }),
    );
    const counts = phones.flatMap(({ lines }) => lines.map((line) => line.counts));
    const sum = (name: "lostRequests" | "lostAnswers" | "duplicated") =>
      counts.reduce((total, each) => total + each[name], 0);
    return {
      wrong: phones.flatMap(({ wrong }) => wrong),
      refreshes: network.successors.rotated,
      forked: network.successors.forked,
      kills: phones.reduce((total, { kills }) => total + kills, 0),
      lostRequests: sum("lostRequests"),
      lostAnswers: sum("lostAnswers"),
      duplicated: sum("duplicated"),
      families: families(server.dataDir, slug),
    };
  } finally {
    await Promise.all(phones.map((phone) => phone.end()));
    network.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
