import type { Millis } from "./millis.ts";

export type EventRow = {
  id: string;
  /** Null for what happens to the instance itself. */
  projectId: string | null;
  kind: string;
  at: Millis;
  userId: string | null;
  /** Who did it: `user:<id>`, `admin:<email>`, `backend` or `system`. */
  actor: string;
  ip: string | null;
  data: string;
  userAgent: string | null;
};

/** A day on which a user signed in or refreshed, `YYYY-MM-DD` in the project's time zone. */
export type UserActiveDayRow = {
  projectId: string;
  userId: string;
  day: string;
  /** Days since the user was active before, at most 30: as long as that ago, or never. */
  gap: number;
};

/** What was counted for a day. Some metrics have parts, named by the key; it is empty otherwise. */
export type DailyStatRow = { projectId: string; metric: string; day: string; key: string; value: number };

/** How far a project's events are counted, and in which time zone. */
export type RollupRow = {
  projectId: string;
  timezone: string;
  countedUntil: Millis;
  /** Events before that may be deleted: their days cannot be counted again. */
  sweptUntil: Millis;
  /** Events before that have lost IP address and user agent. */
  addressesErasedUntil: Millis;
};

export type AnalyticsTables = {
  events: EventRow;
  userActiveDays: UserActiveDayRow;
  dailyStats: DailyStatRow;
  rollups: RollupRow;
};
