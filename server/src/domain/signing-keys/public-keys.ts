import type { App } from "../../app.ts";
import type { PublicJwk } from "../../crypto/es256.ts";
import { AppError } from "../../errors.ts";
import { findProjectBySlug } from "../../storage/projects.ts";
import { listPublishedSigningKeys } from "../../storage/signing-keys.ts";

/** The project's JWKS: the active key, the stand-by key, and retired keys within their grace period. */
export async function publicKeys(
  app: Pick<App, "clock" | "db">,
  slug: string,
): Promise<{ keys: PublicJwk[] }> {
  const project = await findProjectBySlug(app.db, slug);
  if (!project) throw new AppError("NOT_FOUND", `project ${slug}`, { resource: "project" });
  const keys = await listPublishedSigningKeys(app.db, project.id, app.clock());
  return { keys: keys.map((key) => JSON.parse(key.publicJwk) as PublicJwk) };
}
