import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import type { EventRow, Millis } from "../../storage/db.ts";
import { type EventFilter, listEventKinds, listEvents as listOfKind } from "../../storage/events.ts";
import { type Page, pageOf, readCursor } from "../paging.ts";
import type { Project } from "../projects/project.ts";

const MAX_KINDS = 50;

export type EventsInput = {
  /** `user.signed_in`, or `admin.*` for all kinds that begin with `admin.`. Empty for all kinds. */
  kinds: readonly string[];
  userId: string;
  from: Millis | undefined;
  to: Millis | undefined;
  pageSize: number;
  pageToken: string;
};

/** Newest first. Without a project, the events of the instance itself. */
export async function listEvents(
  app: Pick<App, "db" | "secretBox">,
  project: Project | undefined,
  input: EventsInput,
): Promise<Page<EventRow & { createdAt: Millis }>> {
  const kinds = requireKinds(input.kinds);
  const filter = { userId: input.userId || undefined, from: input.from, to: input.to };
  const projectId = project?.id ?? null;
  const list = `events ${projectId} ${JSON.stringify({ kinds, ...filter })}`.replaceAll("|", " ");
  const { limit, after } = readCursor(app, list, input);
  const position = after && { at: after.createdAt, id: after.id };

  const found: EventRow[] = [];
  for (const kind of await expandKinds(app, projectId, kinds)) {
    found.push(...(await listOfKind(app.db, projectId, { ...filter, kind }, position, limit + 1)));
  }
  // Reads a page of each kind from its index; the newest rows of all kinds are the page.
  const rows = found.sort(newestFirst).slice(0, limit + 1);
  return pageOf(
    app,
    list,
    { limit, after },
    rows.map((row) => ({ ...row, createdAt: row.at })),
  );
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
): Promise<Iterable<EventFilter["kind"]>> {
  if (kinds.length === 0) return [undefined];
  const groups = kinds.filter((kind) => kind.endsWith("*")).map((kind) => kind.slice(0, -1));
  const wanted = new Set(kinds.filter((kind) => !kind.endsWith("*")));
  if (groups.length > 0) {
    for (const kind of await listEventKinds(app.db, projectId)) {
      if (groups.some((group) => kind.startsWith(group))) wanted.add(kind);
    }
  }
  return wanted;
}

function newestFirst(a: EventRow, b: EventRow): number {
  return b.at - a.at || (a.id < b.id ? 1 : -1);
}
