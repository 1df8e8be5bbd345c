import type { App } from "../../app.ts";
import { newApiKey } from "../../crypto/api-keys.ts";
import { hashToken } from "../../crypto/random-token.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import { insertProject } from "../../storage/projects.ts";
import { insertSigningKey } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { newSigningKey } from "../signing-keys/new-signing-key.ts";
import { type Project, readProject } from "./project.ts";
import { defaultSettings } from "./settings.ts";
import { requireSlug, slugFromName } from "./slug.ts";

/** A project with its own keys. The secret key is returned here and never again. */
export async function createProject(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  input: { name: string; slug: string },
): Promise<{ project: Project; secretKey: string }> {
  const name = requireName(input.name);
  const slug = requireSlug(input.slug || slugFromName(name));
  const secretKey = newApiKey("sk_");
  const id = app.newId();
  const now = app.clock();
  const row = {
    id,
    slug,
    name,
    publishableKey: newApiKey("pk_"),
    secretKeyHash: hashToken(secretKey),
    secretKeyLast4: secretKey.slice(-4),
    settings: JSON.stringify(defaultSettings),
    createdAt: now,
    updatedAt: now,
  };
  const signingKey = newSigningKey(app, id);

  const created = await transact(app, async (app) => {
    const project = await insertProject(app.db, row);
    if (!project) return undefined;
    await insertSigningKey(app.db, signingKey);
    await recordEvent(app, {
      kind: "admin.project_created",
      projectId: id,
      by,
      data: { slug, name },
    });
    return project;
  });
  if (!created) throw new AppError("ALREADY_EXISTS", `slug ${slug}`, { resource: "project", field: "slug" });
  return { project: readProject(created), secretKey };
}

function requireName(text: string): string {
  const name = text.trim();
  if (name === "" || [...name].length > 100) throw invalidRequest("name", "use 1 to 100 characters");
  if (/\p{Cc}/u.test(name)) throw invalidRequest("name", "must not hold control characters");
  return name;
}
