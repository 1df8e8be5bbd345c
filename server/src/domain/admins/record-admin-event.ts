import type { App } from "../../app.ts";
import { insertAdminEvent } from "../../storage/admins.ts";

/** Who acted and from where: `admin:<id>` over the network, `system` for the command line on the data directory. */
export type Actor = Readonly<{ actor: string; ip: string | null }>;

export const localActor: Actor = { actor: "system", ip: null };

/** Call it in the transaction of the change, so that neither exists without the other. */
export async function recordAdminEvent(
  app: Pick<App, "clock" | "db" | "newId">,
  kind: `admin.${string}`,
  by: Actor,
  data: Readonly<Record<string, string | null>>,
): Promise<void> {
  await insertAdminEvent(app.db, {
    id: app.newId(),
    kind,
    at: app.clock(),
    ...by,
    data: JSON.stringify(data),
  });
}
