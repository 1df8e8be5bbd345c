import type { App } from "../../app.ts";
import { listBanned } from "../../storage/banned-addresses.ts";
import type { Identity } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";

/** What can be banned: an address in canonical form, and accounts at providers. */
export type Bannable = Readonly<{
  email?: string | null;
  identities?: readonly Pick<Identity, "provider" | "subject">[];
}>;

/** Whether any of these is banned. Ask again in the transaction that gives it to a user, after the write. */
export async function isBanned(
  app: Pick<App, "db" | "secretBox">,
  project: Pick<Project, "id" | "settings">,
  what: Bannable,
): Promise<boolean> {
  if (!project.settings.banErasedUsers) return false;
  const hashes = banHashes(app, project.id, what);
  return hashes.length > 0 && (await listBanned(app.db, project.id, hashes)).length > 0;
}

/** Keyed, so that a reader of the database cannot find out who is banned by trying addresses. */
export function banHashes(
  app: Pick<App, "secretBox">,
  projectId: string,
  { email, identities = [] }: Bannable,
): string[] {
  const named = identities.map(({ provider, subject }) => `${provider}|${subject}`);
  const texts = [...(email ? [`email|${email}`] : []), ...named];
  return texts.map((text) => app.secretBox.mac(projectId, "banned address", text).toString("base64url"));
}
