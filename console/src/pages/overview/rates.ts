import type { StatTiles, WeeklyRetention } from "@svc/proto/svc/admin/v1/analytics_pb";

/** From 0 to 1; undefined where nobody tried. */
export function successRate({ signIns, signInFailures }: StatTiles): number | undefined {
  return share(signIns, signIns + signInFailures);
}

/** How many conversions there were for each new guest. A guest of an earlier period may convert in this one, so it may exceed 1. */
export function conversionRate({ guestConversions, newGuests }: StatTiles): number | undefined {
  return share(guestConversions, newGuests);
}

/** How many of a week's users came back in the next. */
export function retentionRate({ returnedUsers, previousActiveUsers }: WeeklyRetention): number | undefined {
  return share(returnedUsers, previousActiveUsers);
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}
