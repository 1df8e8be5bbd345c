import type { App } from "../../app.ts";
import { type DkimKey, getDkimKey } from "./dkim-keys.ts";

export type DkimCheck = Readonly<{ key: DkimKey; isPublished: boolean; detail: string }>;

/** The DNS record that lets others verify the signatures of a key. */
export function recordOf({ domain, selector, publicKey }: DkimKey): { name: string; text: string } {
  return { name: `${selector}._domainkey.${domain}`, text: `v=DKIM1; k=rsa; p=${publicKey}` };
}

/**
 * Compares the record in DNS with the key. Only the name of a stored key is asked for, and what DNS answers is not
 * repeated, so that this shows nothing of the operator's network.
 */
export async function checkDkimKey(
  app: Pick<App, "db" | "lookUpTxt">,
  typedDomain: string,
): Promise<DkimCheck> {
  const key = await getDkimKey(app, typedDomain);
  const { name } = recordOf(key);
  const detail = await problemOf(app, key, name);
  return { key, isPublished: detail === undefined, detail: detail ?? `${name} has the record of the key` };
}

async function problemOf(
  { lookUpTxt }: Pick<App, "lookUpTxt">,
  key: DkimKey,
  name: string,
): Promise<string | undefined> {
  let records: readonly string[];
  try {
    records = await lookUpTxt(name);
  } catch (error) {
    return `DNS did not answer for ${name} (${codeOf(error)})`;
  }
  const keys = records.filter((text) => tagOf(text, "p") !== undefined);
  if (keys.length === 0) return `${name} has no TXT record of a key`;
  if (keys.length > 1) return `${name} has ${keys.length} records of keys; publish one`;
  const [record = ""] = keys;
  const isOther = tagOf(record, "p") !== key.publicKey || (tagOf(record, "k") ?? "rsa") !== "rsa";
  return isOther ? `${name} has the record of another key` : undefined;
}

/** The value of a tag, without the spaces that DNS tools put into long texts. */
function tagOf(record: string, tag: string): string | undefined {
  const tags = record.split(";").map((part) => part.replace(/\s+/g, ""));
  return tags.find((part) => part.startsWith(`${tag}=`))?.slice(tag.length + 1);
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w+$/.test(code) ? code : "no answer";
}
