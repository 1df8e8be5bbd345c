import { type CommandContext, givenText } from "../command.ts";
import { Failure } from "../failure.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const named = givenText(flags, "domain");
  const call = remoteClient(context);
  const { keys = [] } = named === "" ? await call("DkimService", "listDkimKeys", {}) : {};
  const domains = named === "" ? keys.map(({ domain = "" }) => domain) : [named];
  const checks = await Promise.all(domains.map((domain) => call("DkimService", "checkDkimKey", { domain })));
  if (output.json) output.printJson({ checks });
  else if (checks.length === 0) output.say("no domain has a key; emails are not signed by this server");
  else
    output.printTable(
      ["DOMAIN", "DNS RECORD", "DETAIL"],
      checks.map(({ published = false, detail = "", key: { domain = "" } = {} }) => [
        domain,
        published ? "ok" : "wrong",
        detail,
      ]),
    );
  const wrong = checks.filter(({ published }) => published !== true).length;
  if (wrong === 0) return;
  const said = wrong === 1 ? "1 domain does not have" : `${wrong} domains do not have`;
  const hint = "svc instance dkim list shows the records to publish; DNS may need some minutes";
  throw new Failure("failed_precondition", "DKIM_NOT_PUBLISHED", `${said} the DNS record of the key`, hint);
}
