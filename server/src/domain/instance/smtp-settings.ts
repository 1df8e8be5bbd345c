import type { App } from "../../app.ts";
import { invalidRequest } from "../../errors.ts";
import {
  deleteInstanceSetting,
  findInstanceSetting,
  lockMailSettings,
  putInstanceSetting,
} from "../../storage/instance-settings.ts";
import { transact } from "../../storage/transact.ts";
import { canonicalEmail } from "../accounts/email.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { changesBetween } from "../analytics/changes.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { etagOf, requireEtag } from "../etag.ts";
import { canonicalSender, MAX_ALLOWED_SENDERS, type SenderRules } from "../mail/allowed-senders.ts";
import type { MailTransport, SmtpSettings } from "../mail/mail-transport.ts";
import { forgetRelayFailures } from "../mail/relay-status.ts";

type StoredSmtp = {
  host: string;
  port: number;
  username: string;
  passwordSealed: string;
  from: string;
  /** Absent before there was a list. */
  allowedSenders?: readonly string[];
};

export type SmtpInput = Readonly<{
  host: string;
  port: number;
  username: string;
  password: string;
  from: string;
  /** Undefined keeps the stored list. */
  allowedSenders?: readonly string[] | undefined;
  etag?: string;
}>;

const KEY = "smtp";
const PLACE = { table: "instance_settings", column: "value", project: "", row: KEY };
const DEFAULT_PORT = 587;

/** Settings in the database take precedence over the configuration, and that over the console. */
export async function effectiveSmtp(
  app: Pick<App, "configuredSmtp" | "db" | "secretBox">,
): Promise<MailTransport> {
  const stored = await findStored(app);
  if (stored) return { source: "database", smtp: openStored(app, stored) };
  return app.configuredSmtp ? { source: "config", smtp: app.configuredSmtp } : { source: "console" };
}

/** What the relay in effect may send as; undefined without a relay. Needs no secret. */
export async function senderRules(app: Pick<App, "configuredSmtp" | "db">): Promise<SenderRules | undefined> {
  return (await findStored(app)) ?? app.configuredSmtp;
}

/** The version of what administrators see of the relay in effect. A password that is replaced is another version. */
export async function smtpEtag(app: Pick<App, "configuredSmtp" | "db">): Promise<string> {
  return etagFor(app, await findStored(app));
}

function etagFor({ configuredSmtp }: Pick<App, "configuredSmtp">, stored: StoredSmtp | undefined): string {
  if (stored) return etagOf(stored);
  if (!configuredSmtp) return etagOf(null);
  const { host, port, username, from, allowedSenders } = configuredSmtp;
  return etagOf({ host, port, username, from, allowedSenders });
}

/**
 * An empty password keeps the stored one, for the same host only: otherwise an administrator could send the stored
 * password to a host of their own. An empty user name removes both.
 */
export async function saveSmtpSettings(
  app: Pick<App, "clock" | "configuredSmtp" | "db" | "newId" | "secretBox">,
  by: Actor,
  input: SmtpInput,
): Promise<void> {
  const host = requireHost(input.host);
  const port = requirePort(input.port);
  const username = requireLine(input.username, "username");
  const from = requireSender(input.from);
  const senders = input.allowedSenders && requireAllowedSenders(input.allowedSenders);
  if (/\p{Cc}/u.test(input.password)) throw invalidRequest("password", "must be one line of text");
  if (username === "" && input.password !== "")
    throw invalidRequest("username", "is required with a password");

  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    await lockMailSettings(app.db);
    const before = await findStored(app);
    requireEtag(input.etag, etagFor(app, before), "smtp");
    const kept = before?.host.toLowerCase() === host.toLowerCase() ? before.passwordSealed : "";
    const sealed = input.password === "" ? kept : app.secretBox.seal(input.password, PLACE);
    if (username !== "" && sealed === "")
      throw invalidRequest("password", "is required for this username at this host");
    const allowedSenders = senders ?? before?.allowedSenders ?? [];
    const passwordSealed = username === "" ? "" : sealed;
    const stored: StoredSmtp = { host, port, username, passwordSealed, from, allowedSenders };
    await forgetRelayFailures(app);
    await putInstanceSetting(app.db, KEY, JSON.stringify(stored), app.clock());
    await recordEvent(app, {
      kind: "admin.smtp_set",
      projectId: null,
      by,
      data: {
        host,
        port,
        username,
        from,
        ...changesBetween(
          loggedSmtp(before),
          loggedSmtp(stored),
          stored.passwordSealed === (before?.passwordSealed ?? "") ? [] : ["password"],
        ),
      },
    });
  });
}

export async function clearSmtpSettings(app: Pick<App, "clock" | "db" | "newId">, by: Actor): Promise<void> {
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    await lockMailSettings(app.db);
    const before = await findStored(app);
    await forgetRelayFailures(app);
    const wasStored = await deleteInstanceSetting(app.db, KEY);
    const data = changesBetween(loggedSmtp(before), {}, before?.passwordSealed ? ["password"] : []);
    if (wasStored) await recordEvent(app, { kind: "admin.smtp_cleared", projectId: null, by, data });
  });
}

function loggedSmtp(stored: StoredSmtp | undefined): object {
  if (!stored) return {};
  const { host, port, username, from, allowedSenders = [] } = stored;
  const senders = allowedSenders.length > 0 && { allowedSenders };
  return { host, port, from, ...(username !== "" && { username }), ...senders };
}

async function findStored(app: Pick<App, "db">): Promise<StoredSmtp | undefined> {
  const json = await findInstanceSetting(app.db, KEY);
  return json === undefined ? undefined : (JSON.parse(json) as StoredSmtp);
}

function openStored(app: Pick<App, "secretBox">, stored: StoredSmtp): SmtpSettings {
  const { host, port, username, passwordSealed, from, allowedSenders = [] } = stored;
  const relay = { host, port, from, ...(allowedSenders.length > 0 && { allowedSenders }) };
  if (username === "") return relay;
  return { ...relay, username, password: app.secretBox.open(passwordSealed, PLACE) };
}

function requireHost(typed: string): string {
  const host = typed.trim();
  // A host name, an IPv4 or an IPv6 address; nothing that could end a line or start a URL.
  if (!/^[a-z0-9_]([a-z0-9_.:-]{0,251}[a-z0-9_])?$/i.test(host))
    throw invalidRequest("host", "is not a host name");
  if (isLinkLocal(host)) throw invalidRequest("host", "is reachable only from this machine");
  return host;
}

/** Link-local addresses have no relays but cloud metadata services. Detects every way to write such an address. */
function isLinkLocal(host: string): boolean {
  const url = URL.parse(`http://${host.includes(":") ? `[${host}]` : host}`);
  return url !== null && /^(169\.254\.|\[fe[89ab]|\[(::|::ffff:|64:ff9b::)a9fe:)/.test(url.hostname);
}

function requirePort(typed: number): number {
  const port = typed === 0 ? DEFAULT_PORT : typed;
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw invalidRequest("port", "must be between 1 and 65535");
}

function requireLine(text: string, field: string): string {
  if (/\p{Cc}/u.test(text) || text.length > 320) throw invalidRequest(field, "must be one line of text");
  return text;
}

function requireSender(typed: string): string {
  const sender = requireLine(typed, "from_address").trim();
  const [, name, address = sender] = /^([^<>]*)<([^<>]*)>$/.exec(sender) ?? [];
  const email = canonicalEmail(address);
  if (!email)
    throw invalidRequest("from_address", "must look like auth@example.com or Example <auth@example.com>");
  return name === undefined ? email : `${name.trim()} <${email}>`;
}

function requireAllowedSenders(typed: readonly string[]): readonly string[] {
  const senders = typed.map((entry) => {
    const sender = canonicalSender(entry);
    if (sender !== undefined) return sender;
    throw invalidRequest("allowed_senders", "must have entries such as auth@example.com and @example.com");
  });
  if (senders.length > MAX_ALLOWED_SENDERS)
    throw invalidRequest("allowed_senders", `must have at most ${MAX_ALLOWED_SENDERS} entries`);
  return [...new Set(senders)];
}
