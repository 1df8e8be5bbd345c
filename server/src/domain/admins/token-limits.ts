import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { requireProjectNamed } from "../projects/find-project.ts";
import { type Rights, requireRights, type TokenLimits } from "./rights.ts";

const MAX_PROJECTS = 100;

export type RequestedLimits = Readonly<{
  /** Slugs or ids; none for all projects. */
  projects?: readonly string[];
  readOnly?: boolean;
}>;

/** The limits with the ids of the projects, each of which the maker must be able to see. */
export async function requireTokenLimits(
  app: Pick<App, "db">,
  { projects = [], readOnly = false }: RequestedLimits,
  rights: Rights | undefined,
): Promise<TokenLimits> {
  if (projects.length > MAX_PROJECTS) throw invalidRequest("projects", `must be at most ${MAX_PROJECTS}`);
  const ids = new Set<string>();
  for (const named of projects) {
    const { id } = await requireProjectNamed(app, named);
    if (rights) requireRights(rights, "viewer:read", { id, named });
    ids.add(id);
  }
  return { projectIds: ids.size > 0 ? [...ids] : undefined, isReadOnly: readOnly };
}

/** As stored with the token; null without limits. */
export function writeTokenLimits({ projectIds, isReadOnly }: TokenLimits): string | null {
  if (projectIds === undefined && !isReadOnly) return null;
  return JSON.stringify({ projectIds, isReadOnly: isReadOnly || undefined });
}

export function readTokenLimits(stored: string | null): TokenLimits | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as TokenLimits);
}
