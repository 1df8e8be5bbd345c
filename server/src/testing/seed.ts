import { randomInt } from "node:crypto";

/** SVC_SEED=… repeats the random choices of a run that printed it. */
export const seed: number = Number(process.env.SVC_SEED ?? randomInt(2 ** 31));
