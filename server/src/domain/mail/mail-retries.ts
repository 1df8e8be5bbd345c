const HOUR_MS = 3_600_000;

/** How long an email waits after each attempt that the relay did not accept. The last pause repeats. */
export const BACK_OFF_MS: readonly number[] = [10_000, 30_000, 120_000, 600_000, 1_800_000, HOUR_MS];

export const GIVE_UP_AFTER_MS: number = 48 * HOUR_MS;

/** The longest between the request of an email and its last attempt. */
export const LAST_ATTEMPT_AFTER_MS: number = GIVE_UP_AFTER_MS + HOUR_MS;
