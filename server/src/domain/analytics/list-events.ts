import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import type { EventRow, MailState, Millis } from "../../storage/db.ts";
import { type EventUser, listEventUsers } from "../../storage/event-people.ts";
import { type EventFilter, listEventKinds, listEvents as listOfKind } from "../../storage/events.ts";
import { listMailStates } from "../../storage/mail-states.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";
import { adminTwins } from "./admin-twins.ts";

const MAX_KINDS = 50;

export type EventsInput = {
  /** `user.signed_in`, or `admin.*` for all kinds that begin with `admin.`. Empty for all kinds. */
  kinds: readonly string[];
  userId: string;
  /** Email address of an administrator. */
  admin: string;
  ip: string;
  from: Millis | undefined;
  to: Millis | undefined;
  /** Leaves out what is listed under another kind. */
  onePerAct: boolean;
  pageSize: number;
  pageToken: string;
};

export type ListedEvent = EventRow & {
  createdAt: Millis;
  /** Undefined for an event about nobody, null when the user was deleted. */
  user?: EventUser | null;
  /** Of the email that it queued, if that is still known. */
  mailState?: MailState | undefined;
};

/** Newest first. Without a project, the events of the instance itself. */
export async function listEvents(
  app: Pick<App, "db" | "secretBox">,
  project: Project | undefined,
  input: EventsInput,
): Promise<Page<ListedEvent>> {
  const kinds = requireKinds(input.kinds);
  const { onePerAct, from, to } = input;
  const filter = {
    userId: input.userId || undefined,
    from,
    to,
    admin: readAdmin(input.admin),
    ip: input.ip.trim() || undefined,
  };
  const projectId = project?.id ?? null;
  const list = `events ${projectId} ${JSON.stringify({ kinds, ...filter, onePerAct: onePerAct || undefined })}`;
  const { limit, after } = readCursor(app, list.replaceAll("|", " "), input);
  const position = after && { at: after.createdAt, id: after.id };

  const found: EventRow[] = [];
  const exceptKinds = onePerAct ? [...adminTwins.keys()] : [];
  for (const kind of await expandKinds(app, projectId, kinds, onePerAct)) {
    const wanted = { ...filter, kind, exceptKinds };
    found.push(...(await listOfKind(app.db, projectId, wanted, position, limit + 1)));
  }
  // Reads a page of each kind from its index; the newest rows of all kinds are the page.
  const rows = found.sort(newestFirst).slice(0, limit + 1);
  const page = pageOf(
    app,
    list.replaceAll("|", " "),
    { limit, after },
    rows.map((row) => ({ ...row, createdAt: row.at })),
  );
  return { ...page, items: await withPeople(app, projectId, page.items) };
}

/** With the users as they are now, in one read, and the emails in another. */
async function withPeople(
  app: Pick<App, "db">,
  projectId: string | null,
  events: readonly (EventRow & { createdAt: Millis })[],
): Promise<ListedEvent[]> {
  const userIds = new Set(events.flatMap(({ userId }) => userId ?? []));
  const users = projectId === null ? [] : await listEventUsers(app.db, projectId, [...userIds]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  const mailIds = events.map(({ data }) => mailOf(data));
  const states = await listMailStates(
    app.db,
    projectId,
    mailIds.filter((id) => id !== undefined),
  );
  return events.map((event, index) => ({
    ...event,
    ...(event.userId !== null && { user: userOf.get(event.userId) ?? null }),
    mailState: states.get(mailIds[index] ?? ""),
  }));
}

function mailOf(data: string): string | undefined {
  if (!data.includes('"mail"')) return undefined;
  const { mail } = JSON.parse(data) as { mail?: unknown };
  return typeof mail === "string" ? mail : undefined;
}

function readAdmin(typed: string): string | undefined {
  const email = typed.trim();
  return email === "" ? undefined : (canonicalEmail(email) ?? email);
}

function requireKinds(kinds: readonly string[]): string[] {
  if (kinds.length > MAX_KINDS) throw invalidRequest("kinds", `must name at most ${MAX_KINDS} kinds`);
  const invalid = kinds.find((kind) => !/^[a-z_]+(\.[a-z_]+)*(\.\*)?$/.test(kind));
  if (invalid !== undefined) throw invalidRequest("kinds", "must be kinds such as user.signed_in or admin.*");
  return [...new Set(kinds)].sort();
}

/** Resolves `admin.*`. `[undefined]` stands for all kinds. */
async function expandKinds(
  app: Pick<App, "db">,
  projectId: string | null,
  kinds: readonly string[],
  onePerAct: boolean,
): Promise<Iterable<EventFilter["kind"]>> {
  if (kinds.length === 0) return [undefined];
  const groups = kinds.filter((kind) => kind.endsWith("*")).map((kind) => kind.slice(0, -1));
  const wanted = new Set(kinds.filter((kind) => !kind.endsWith("*")));
  if (groups.length > 0) {
    for (const kind of await listEventKinds(app.db, projectId)) {
      if (groups.some((group) => kind.startsWith(group))) wanted.add(kind);
    }
  }
  if (!onePerAct) return wanted;
  return [...wanted].filter((kind) => !wanted.has(adminTwins.get(kind) ?? ""));
}

function newestFirst(a: EventRow, b: EventRow): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1);
}
