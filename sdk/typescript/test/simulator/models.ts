import { MINUTE } from "../device-clock.ts";
import { times } from "../full.ts";
import { wipeHalf } from "./half-wiped.ts";
import { LOSSY, type Model, type NetworkFaults } from "./model.ts";
import { linkPasswordMeanwhile } from "./stuck-request.ts";
import { thefts } from "./thefts.ts";

const QUIET: NetworkFaults = { lostRequests: 0.05, lostAnswers: 0.1 };
const DAY = { wrongByMs: 24 * 60 * MINUTE };
const SIZE = { phones: times(8, 100), rounds: times(6, 20) };

/** The server cannot tell these from theft or from a late duplicate: the session ends, or the phone is refused. */
const LIKE_THEFT = { reasons: ["revoked", "expired"] } as const;

const base = {
  ...SIZE,
  network: LOSSY,
  disk: { failedWrites: 0.05 },
  clock: DAY,
  process: { kills: 0.05 },
} satisfies Omit<Model, "name">;

export const models: readonly Model[] = [
  { ...base, name: "losses, duplicates, failed writes, kills" },
  {
    ...base,
    name: "the same, and the server killed",
    phones: times(8, 1000),
    process: { kills: 0.05, serverKills: times(1, 10) },
  },
  { ...SIZE, name: "clocks wrong by a day", network: QUIET, clock: DAY, process: { kills: 0.2 } },
  {
    ...SIZE,
    name: "duplicates one rotation late",
    network: { ...LOSSY, lateDuplicates: { share: 0.3, rotations: 1 } },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "duplicates two rotations late",
    network: { ...LOSSY, lateDuplicates: { share: 0.3, rotations: 2 } },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "duplicates three rotations late",
    network: { ...LOSSY, lateDuplicates: { share: 0.3, rotations: 3 } },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "newest write lost",
    network: LOSSY,
    disk: { powerCut: { share: 0.4, disk: "loses its newest write" } },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "newest write failed, the one before lost",
    network: LOSSY,
    disk: { failedWrites: 0.05, powerCut: { share: 0.4, disk: "loses its newest write" } },
    ends: LIKE_THEFT,
  },
  {
    ...SIZE,
    name: "disk from an old backup",
    network: QUIET,
    disk: { powerCut: { share: 0.2, disk: "comes from a backup" } },
    ends: LIKE_THEFT,
  },
  {
    ...base,
    name: "two instances, one storage, no lock",
    process: { kills: 0.05, instances: 2 },
  },
  {
    ...base,
    name: "two instances, slow writes, forced refreshes",
    disk: { failedWrites: 0.05, slowWritesMs: times(20, 60) },
    process: { kills: 0.05, instances: 2, forced: 0.5 },
  },
  {
    ...SIZE,
    name: "captive portals",
    network: { ...QUIET, outages: { share: 0.5, pages: ["captive portal"] } },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "captive portals that redirect",
    network: { ...QUIET, outages: { share: 0.5, pages: ["captive portal by 302"] } },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "storms of 503 and 429",
    network: {
      ...QUIET,
      outages: { share: 0.5, pages: ["503 page", "503 page after the server", "429 page", "429 JSON"] },
    },
    process: { kills: 0.05 },
  },
  {
    ...SIZE,
    name: "half-wiped chunked storage",
    network: QUIET,
    disk: { isChunked: true },
    process: { kills: 0.05, killsAtWrites: 0.1 },
    round: wipeHalf,
    ends: { reasons: ["storage", undefined] },
  },
  {
    phones: times(4, 40),
    rounds: times(2, 5),
    name: "request stuck across linkPassword",
    round: linkPasswordMeanwhile,
  },
  ...thefts,
];
