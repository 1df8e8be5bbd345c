import type { Admin } from "@svc/server/admins";
import type { LocalApp } from "@svc/server/compose";
import { AppError } from "@svc/server/errors";
import { type CommandContext, textFlag } from "../command.ts";
import { Failure } from "../failure.ts";

/** Runs work on the data directory, beside a running server or on its own. Only `admin create` may make a new one. */
export async function withLocalApp<T>(
  context: CommandContext,
  { mayCreate }: { mayCreate: boolean },
  work: (app: LocalApp) => Promise<T>,
): Promise<T> {
  const config = await context.loadConfig();
  const { openLocal } = await import("@svc/server/compose");
  const app = await openLocal(config, { mayCreate, write: context.output.log });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** The same for the administrator whom --email names. */
export async function withAdmin<T>(
  context: CommandContext,
  work: (app: LocalApp, admin: Admin) => Promise<T>,
): Promise<T> {
  const { requireEmail, requireAdmin } = await import("@svc/server/admins");
  const email = requireEmail(textFlag(context.flags, "email"));
  return withLocalApp(context, { mayCreate: false }, async (app) => {
    const admin = await requireAdmin(app, email).catch((error: unknown) => {
      throw notFound(error, `there is no administrator ${email}`, `svc admin create --email ${email}`);
    });
    return work(app, admin);
  });
}

/** Says what was not found; other errors stay as they are. */
export function notFound(error: unknown, message: string, hint: string): unknown {
  const isNotFound = error instanceof AppError && error.status === "not_found";
  return isNotFound ? new Failure(error.status, error.reason, message, hint) : error;
}
