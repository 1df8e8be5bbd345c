import type { Millis } from "./millis.ts";

export type UserJobAction = "disable" | "enable" | "revoke_sessions" | "delete";

export type UserJobState = "running" | "done" | "canceled" | "stopped";

/** A job that changes every user whom a filter lets through. */
export type UserJobRow = {
  id: string;
  projectId: string;
  action: UserJobAction;
  query: string;
  /** JSON. */
  filters: string;
  state: UserJobState;
  /** Who started it, from where and with which token, if it was one. */
  adminId: string;
  actor: string;
  ip: string | null;
  tokenId: string | null;
  /** What the token was limited to, as JSON. */
  limits: string | null;
  startedAt: Millis;
  endedAt: Millis | null;
  /** How many matched at the start, one more than are counted if there are more. Null until they are counted. */
  matching: number | null;
  /** Up to where everybody was dealt with, as JSON. Null at the start. */
  position: string | null;
  changed: number;
  failed: number;
  lastFailure: string;
  /** Who works on it, and until when nobody else may. */
  worker: string;
  leaseUntil: Millis;
};

/** A note of an administrator. It is deleted with the user. */
export type UserNoteRow = {
  id: string;
  projectId: string;
  userId: string;
  text: string;
  author: string;
  createdAt: Millis;
};

export type UserJobTables = { userJobs: UserJobRow; userNotes: UserNoteRow };
