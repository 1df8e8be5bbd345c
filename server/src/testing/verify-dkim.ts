import { spawnSync } from "node:child_process";
import { createHash, createPublicKey, verify } from "node:crypto";

/** The DNS record of the key, such as `v=DKIM1; k=rsa; p=...`, by its name. */
export type DkimRecords = Readonly<Record<string, string>>;

type Field = Readonly<{ name: string; whole: string }>;

/** Why the signature of an email does not hold, by RFC 6376 for rsa-sha256 and relaxed/relaxed; undefined if it does. */
export function dkimProblem(raw: Buffer, records: DkimRecords): string | undefined {
  const text = raw.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const fields = splitFields(text.slice(0, end + 2));
  const signature = fields.find(({ name }) => name === "dkim-signature");
  if (!signature) return "no signature";
  const tags = tagsOf(signature.whole.slice(signature.whole.indexOf(":") + 1));
  if (tags.get("a") !== "rsa-sha256" || tags.get("c") !== "relaxed/relaxed") return "another algorithm";
  const record = records[`${tags.get("s")}._domainkey.${tags.get("d")}`];
  if (record === undefined) return `no record for ${tags.get("s")} of ${tags.get("d")}`;
  const bodyHash = createHash("sha256")
    .update(relaxedBody(text.slice(end + 4)), "latin1")
    .digest("base64");
  if (bodyHash !== tags.get("bh")) return "the body was changed";
  const signed = [...signedFields(fields, tags.get("h") ?? ""), withoutValue(signature)].join("\r\n");
  const key = createPublicKey({
    key: Buffer.from(tagsOf(record).get("p") ?? "", "base64"),
    format: "der",
    type: "spki",
  });
  const isRight = verify(
    "sha256",
    Buffer.from(signed, "latin1"),
    key,
    Buffer.from(tags.get("b") ?? "", "base64"),
  );
  return isRight ? undefined : "the headers were changed";
}

/** The names that the signature covers, and its domain. */
export function dkimTags(raw: Buffer): ReadonlyMap<string, string> {
  const text = raw.toString("latin1");
  const fields = splitFields(text.slice(0, text.indexOf("\r\n\r\n") + 2));
  const signature = fields.find(({ name }) => name === "dkim-signature")?.whole ?? "";
  return tagsOf(signature.slice(signature.indexOf(":") + 1));
}

/** Whether Python has dkimpy, a verifier that shares no code with what signs. `SVC_TEST_DKIMPY`: the folder it is in. */
export function hasDkimpy(): boolean {
  return python("import dkim", []).status === 0;
}

/** What dkimpy thinks of an email. */
export function dkimpyAccepts(raw: Buffer, records: DkimRecords): boolean {
  const script = `
import sys, json, dkim
records = json.loads(sys.argv[1])
def look_up(name, timeout=5):
    return records.get(name.decode().rstrip("."), "").encode()
sys.exit(0 if dkim.verify(sys.stdin.buffer.read(), dnsfunc=look_up) else 1)
`;
  const { status, stderr } = python(script, [JSON.stringify(records)], raw);
  if (status !== 0 && status !== 1) throw new Error(String(stderr));
  return status === 0;
}

function python(script: string, args: readonly string[], input?: Buffer) {
  const { SVC_TEST_DKIMPY: folder = "" } = process.env;
  const env = folder === "" ? process.env : { ...process.env, PYTHONPATH: folder };
  return spawnSync("python3", ["-c", script, ...args], { env, ...(input && { input }) });
}

function splitFields(head: string): Field[] {
  return head
    .split(/\r\n(?![ \t])/)
    .filter((whole) => whole !== "")
    .map((whole) => ({ name: whole.slice(0, whole.indexOf(":")).trim().toLowerCase(), whole }));
}

function tagsOf(list: string): Map<string, string> {
  const parts = list.split(";").map((part) => part.replace(/\s+/g, ""));
  return new Map(
    parts
      .filter((part) => part !== "")
      .map((part) => [part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)]),
  );
}

/** From the bottom up, where a name is signed more than once (5.4.2). */
function signedFields(fields: readonly Field[], names: string): string[] {
  const rest = [...fields];
  return names.split(":").flatMap((name) => {
    const at = rest.findLastIndex((field) => field.name === name.toLowerCase());
    return at < 0 ? [] : rest.splice(at, 1).map(relaxed);
  });
}

function relaxed({ name, whole }: Field): string {
  const value = whole
    .slice(whole.indexOf(":") + 1)
    .replace(/\r\n/g, "")
    .replace(/[ \t]+/g, " ");
  return `${name}:${value.replace(/^ | $/g, "")}`;
}

/** The signature signs itself without its own value (3.5, `b=`). */
function withoutValue(signature: Field): string {
  return relaxed(signature).replace(/([;\s]b=)[^;]*$/, "$1");
}

function relaxedBody(body: string): string {
  const lines = body.split("\r\n").map((line) => line.replace(/[ \t]+/g, " ").replace(/ $/, ""));
  const text = lines.join("\r\n").replace(/(\r\n)+$/, "");
  return text === "" ? "" : `${text}\r\n`;
}
