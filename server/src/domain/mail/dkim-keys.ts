import { createPublicKey } from "node:crypto";
import type { App } from "../../app.ts";
import { AppError, invalidRequest } from "../../errors.ts";
import type { Millis } from "../../storage/db.ts";
import {
  deleteInstanceSetting,
  findInstanceSetting,
  listInstanceSettings,
  lockMailSettings,
  putInstanceSetting,
} from "../../storage/instance-settings.ts";
import { transact } from "../../storage/transact.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { requireDkimDomain, requireDkimKey, requireSelector } from "./check-dkim-input.ts";
import type { DkimSigner } from "./dkim-signer.ts";

/** The key of a domain as administrators see it: with the DNS record to publish, without the private part. */
export type DkimKey = Readonly<{
  domain: string;
  selector: string;
  /** Base64 of the public key, the `p=` of the record. */
  publicKey: string;
  createdAt: Millis;
}>;

type StoredDkim = { selector: string; publicKey: string; keySealed: string; createdAt: Millis };

/** One row for each domain, so that changes of two domains do not meet. */
const PREFIX = "dkim/";
const MAX_DOMAINS = 50;

const keyOf = (domain: string): string => `${PREFIX}${domain}`;

/** A sealed key that is copied to the row of another domain cannot be opened there. */
const placeOf = (domain: string) => ({
  table: "instance_settings",
  column: "value",
  project: "",
  row: keyOf(domain),
});

export async function listDkimKeys({ db }: Pick<App, "db">): Promise<DkimKey[]> {
  const rows = await listInstanceSettings(db, PREFIX);
  return rows.map(({ key, value }) => publicPart(key.slice(PREFIX.length), JSON.parse(value)));
}

export async function getDkimKey(app: Pick<App, "db">, typedDomain: string): Promise<DkimKey> {
  const domain = requireDkimDomain(typedDomain);
  const stored = await findStored(app, domain);
  if (!stored) throw noKeyError(domain);
  return publicPart(domain, stored);
}

/** The key that signs the emails from a domain; undefined if it has none. */
export async function findDkimSigner(
  app: Pick<App, "db" | "secretBox">,
  domain: string,
): Promise<DkimSigner | undefined> {
  const stored = await findStored(app, domain);
  if (!stored) return undefined;
  const privateKey = app.secretBox.open(stored.keySealed, placeOf(domain));
  return { domain, selector: stored.selector, privateKey };
}

export async function setDkimKey(
  app: Pick<App, "clock" | "db" | "newId" | "secretBox">,
  by: Actor,
  input: { domain: string; selector: string; privateKey: string },
): Promise<DkimKey> {
  const domain = requireDkimDomain(input.domain);
  const selector = requireSelector(input.selector);
  const key = requireDkimKey(input.privateKey);
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64");
  const pem = key.export({ type: "pkcs8", format: "pem" });
  const keySealed = app.secretBox.seal(pem, placeOf(domain));
  const stored: StoredDkim = { selector, publicKey, keySealed, createdAt: app.clock() };
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    await lockMailSettings(app.db);
    const others = (await listDkimKeys(app)).filter((other) => other.domain !== domain);
    if (others.length >= MAX_DOMAINS)
      throw invalidRequest("domain", `is one too many: ${MAX_DOMAINS} domains have a key`);
    await putInstanceSetting(app.db, keyOf(domain), JSON.stringify(stored), app.clock());
    await recordEvent(app, { kind: "admin.dkim_set", projectId: null, by, data: { domain, selector } });
  });
  return publicPart(domain, stored);
}

export async function removeDkimKey(
  app: Pick<App, "clock" | "db" | "newId">,
  by: Actor,
  typedDomain: string,
): Promise<void> {
  const domain = requireDkimDomain(typedDomain);
  await transact(app, async (app) => {
    await holdRecentSignIn(app, by);
    await lockMailSettings(app.db);
    const stored = await findStored(app, domain);
    if (!stored) throw noKeyError(domain);
    await deleteInstanceSetting(app.db, keyOf(domain));
    const data = { domain, selector: stored.selector };
    await recordEvent(app, { kind: "admin.dkim_removed", projectId: null, by, data });
  });
}

async function findStored({ db }: Pick<App, "db">, domain: string): Promise<StoredDkim | undefined> {
  const json = await findInstanceSetting(db, keyOf(domain));
  return json === undefined ? undefined : (JSON.parse(json) as StoredDkim);
}

function publicPart(domain: string, { selector, publicKey, createdAt }: StoredDkim): DkimKey {
  return { domain, selector, publicKey, createdAt };
}

function noKeyError(domain: string): AppError {
  return new AppError("NOT_FOUND", `no DKIM key of ${domain}`, { resource: "dkim_key" });
}
