import type { Millis } from "./millis.ts";

/** A code that was asked for, until it is used or the flow is over. */
export type OneTimeCodeRow = {
  /** Names the flow: the question of one device, with every code that was sent for it. */
  id: string;
  projectId: string;
  /** What the code is good for. */
  purpose: string;
  /** Where it is sent. */
  address: string;
  /** SHA-256 of the verifier, which only the device has that asked. */
  challenge: string;
  /** MAC of the newest code under a key of the project. Null until it is sent. */
  codeMac: string | null;
  /** Of the newest code. Null until it is sent. */
  codeExpiresAt: Millis | null;
  /** How often the newest code was tried. */
  attempts: number;
  createdAt: Millis;
  /** Of the flow. Its email may wait for the relay for longer than a code lives. */
  expiresAt: Millis;
  usedAt: Millis | null;
  /** The device that asked. */
  ip: string;
  userAgent: string;
};

export type CodeTables = { oneTimeCodes: OneTimeCodeRow };
