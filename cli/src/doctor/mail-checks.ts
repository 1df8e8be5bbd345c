import type { GetInstanceResponseJson } from "@svc/proto/svc/admin/v1/instance_pb";
import type { Call } from "../remote/client.ts";
import { type Check, checkOf, refusedCheck } from "./check.ts";

const setSmtp = "svc instance smtp set --host ... --from ...";

/** Where mails go, and with an address a real one. */
export async function mailChecks(
  call: Call,
  instance: GetInstanceResponseJson,
  to: string,
): Promise<Check[]> {
  return [smtpCheck(instance), relayCheck(instance), ...(to === "" ? [] : [await testMailCheck(call, to)])];
}

function smtpCheck({ smtp = {} }: GetInstanceResponseJson): Check {
  const check = checkOf("smtp", "mail relay");
  const { source, host = "", port = 0, fromAddress = "" } = smtp;
  const relay = `${host}:${port}, from ${fromAddress}`;
  switch (source) {
    case "SMTP_SOURCE_DATABASE":
      return check.ok(`${relay} (stored by svc instance smtp set)`);
    case "SMTP_SOURCE_CONFIG":
      return check.ok(`${relay} (from the server's configuration)`);
    default:
      return check.warning("none: emails are only printed to the server's log", setSmtp);
  }
}

/** What the emails of the server met, without sending one. */
function relayCheck({ mailRelay = {} }: GetInstanceResponseJson): Check {
  const check = checkOf("mail_relay", "outgoing mail");
  const { failing = false, failures = 0, failingSince = "", lastFailure = "", waiting = 0 } = mailRelay;
  const queue = waiting === 1 ? "1 email waits" : `${waiting} emails wait`;
  if (!failing) return check.ok(queue);
  return check.failure(
    `no email accepted since ${failingSince} (${failures} attempts), ${queue}; last answer: ${lastFailure}`,
    `correct it: ${setSmtp}, then svc instance mail retry`,
  );
}

async function testMailCheck(call: Call, to: string): Promise<Check> {
  const check = checkOf("test_mail", "test mail");
  try {
    const { accepted, answer = "", smtp } = await call("InstanceSettingsService", "sendTestEmail", { to });
    if (accepted !== true) return check.failure(`not accepted: ${answer}`, `correct it: ${setSmtp}`);
    return smtp?.source === "SMTP_SOURCE_CONSOLE"
      ? check.warning("no email was sent: no SMTP host is configured", setSmtp)
      : check.ok(`accepted for ${to}: ${answer}`);
  } catch (error) {
    return refusedCheck(check, error);
  }
}
