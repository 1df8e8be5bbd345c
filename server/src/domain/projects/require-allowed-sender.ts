import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import { requireRights } from "../admins/rights.ts";
import type { Actor } from "../analytics/record-event.ts";
import { senderRules } from "../instance/smtp-settings.ts";
import { isAllowedSender } from "../mail/allowed-senders.ts";
import type { Project } from "./project.ts";
import type { SettingPath, SettingValue } from "./setting-fields.ts";

type Values = ReadonlyMap<SettingPath, SettingValue>;

const PATH = "sender.address";

/**
 * Throws if the sender changes to an address that is not on the instance's list. Sending looks again, because the list
 * may change. Who is no owner is not told whether an address is on it: it has those of other projects.
 */
export async function requireAllowedSender(
  app: Pick<App, "configuredSmtp" | "db">,
  { credential }: Actor,
  before: Values,
  after: Values,
): Promise<void> {
  const address = String(after.get(PATH) ?? "");
  if (address === "" || address === before.get(PATH)) return;
  if (credential?.rights) requireRights(credential.rights, "owner:read");
  const rules = await senderRules(app);
  if (rules && isAllowedSender(address, rules)) return;
  const field = `settings.${PATH}`;
  if (!rules)
    throw invalidRequest(field, "needs a mail relay, which an owner sets with svc instance smtp set");
  throw invalidRequest(
    field,
    "is not on the server's list of allowed senders, which an owner sets with svc instance smtp set",
  );
}

/** The projects whose emails leave from the relay's own address, because theirs is not allowed any more. */
export async function refusedSenders(
  app: Pick<App, "configuredSmtp" | "db">,
  projects: readonly Pick<Project, "id" | "settings">[],
): Promise<ReadonlySet<string>> {
  const withSender = projects.filter(({ settings }) => settings.sender.address !== "");
  if (withSender.length === 0) return new Set();
  const rules = await senderRules(app);
  const refused = withSender.filter(
    ({ settings: { sender } }) => !rules || !isAllowedSender(sender.address, rules),
  );
  return new Set(refused.map(({ id }) => id));
}
