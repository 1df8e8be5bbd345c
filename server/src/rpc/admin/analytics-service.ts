import type { JsonObject, MessageInitShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";
import type {
  EventSchema,
  EventUserSchema,
  GetStatsResponseSchema,
  StatCountSchema,
} from "@svc/proto/svc/admin/v1/analytics_pb";
import type { App } from "../../app.ts";
import { getStats, type Stats } from "../../domain/analytics/get-stats.ts";
import { type ListedEvent, listEvents } from "../../domain/analytics/list-events.ts";
import { rollUp, rollUpAll } from "../../domain/analytics/roll-up.ts";
import { withoutDirectionMarks } from "../../domain/direction-marks.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import type { Millis } from "../../storage/db.ts";
import type { AdminAnalyticsHandlers } from "../methods/admin-projects.ts";
import { mailStates } from "./encode-listed-mail.ts";

export function analyticsService(app: App): AdminAnalyticsHandlers {
  return {
    async getStats(request) {
      const project = await requireProjectNamed(app, request.project);
      return encodeStats(await getStats(app, project, request));
    },

    async listRecentEvents({ project: named, fromTime, toTime, ...request }) {
      const project = named === "" ? undefined : await requireProjectNamed(app, named);
      const page = await listEvents(app, project, {
        ...request,
        from: millisOf(fromTime),
        to: millisOf(toTime),
      });
      return { events: page.items.map(encodeEvent), nextPageToken: page.nextPageToken };
    },

    async runRollup({ project }, { signal }) {
      const { days, countedUntil } =
        project === ""
          ? await rollUpAll(app, signal)
          : await rollUp(app, await requireProjectNamed(app, project), signal);
      return { daysUpdated: days, countedUntil: timestampFromMs(countedUntil) };
    },
  };
}

function encodeStats(stats: Stats): MessageInitShape<typeof GetStatsResponseSchema> {
  const { sums, users, activeUsers } = stats;
  return {
    fromDate: stats.from,
    toDate: stats.to,
    timezone: stats.timezone,
    tiles: {
      users: users.total("users"),
      guests: users.total("guests"),
      dailyActiveUsers: activeUsers.daily,
      weeklyActiveUsers: activeUsers.weekly,
      monthlyActiveUsers: activeUsers.monthly,
      newUsers: sums.total("new_users"),
      signIns: sums.total("sign_ins"),
      signInFailures: sums.total("sign_in_failures"),
      newGuests: sums.total("new_guests"),
      guestConversions: sums.total("guest_conversions"),
      importedUsers: sums.total("imported_users"),
    },
    days: stats.days.map(({ day, counts }) => ({
      date: day,
      newUsers: counts.total("new_users"),
      activeUsers: counts.total("active_users"),
      signIns: counts.total("sign_ins"),
      signInFailures: counts.total("sign_in_failures"),
      refreshes: counts.total("refreshes"),
      newGuests: counts.total("new_guests"),
      guestConversions: counts.total("guest_conversions"),
      importedUsers: counts.total("imported_users"),
      signInsByMethod: counts.parts("sign_ins").map(encodePart),
    })),
    signInsByMethod: sums.parts("sign_ins").map(encodePart),
    signInFailuresByReason: sums.parts("sign_in_failures").map(encodePart),
    usersByProvider: users.parts("users_by_provider").map(encodePart),
    weeks: stats.weeks.map(({ from, to, active, activeBefore, returned }) => ({
      fromDate: from,
      toDate: to,
      activeUsers: active,
      previousActiveUsers: activeBefore,
      returnedUsers: returned,
    })),
    countedUntil: timestampFromMs(stats.countedUntil),
  };
}

function encodePart([key, count]: [string, number]): MessageInitShape<typeof StatCountSchema> {
  return { key: key === "" ? "unknown" : key, count };
}

function encodeEvent(event: ListedEvent): MessageInitShape<typeof EventSchema> {
  return {
    id: event.id,
    kind: event.kind,
    at: timestampFromMs(event.at),
    actor: event.actor,
    userId: event.userId ?? "",
    ip: event.ip ?? "",
    data: JSON.parse(event.data) as JsonObject,
    userAgent: event.userAgent ?? "",
    ...(event.user !== undefined && { user: encodeUser(event.user) }),
    ...(event.mailState && { mailState: mailStates[event.mailState] }),
  };
}

/** People choose their names, and a name must not reverse the line that it is in. */
function encodeUser(user: NonNullable<ListedEvent["user"]> | null): MessageInitShape<typeof EventUserSchema> {
  if (user === null) return { deleted: true };
  const { email, displayName, guestSince } = user;
  return {
    email: email ?? "",
    displayName: withoutDirectionMarks(displayName ?? ""),
    guest: guestSince !== null,
  };
}

/** The first whole millisecond from then on: events know no shorter time. */
function millisOf(time: Timestamp | undefined): Millis | undefined {
  return time && Number(time.seconds) * 1_000 + Math.ceil(time.nanos / 1_000_000);
}
