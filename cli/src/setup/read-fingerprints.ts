import { type CommandContext, type Flags, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { KeystoreError } from "../keystore/keystore-error.ts";
import { type Fingerprints, readKeystore } from "../keystore/read-keystore.ts";
import { canAsk, readHidden, readSecretFlag } from "../prompt.ts";
import { readGivenFile } from "../remote/read-given-file.ts";

export type SigningCertificates = Readonly<{ sha1: readonly string[]; sha256: readonly string[] }>;

/** The fingerprints that the flags give, and those of the key in the keystore, which stays here. */
export async function readFingerprints(context: CommandContext): Promise<SigningCertificates> {
  const { flags, output } = context;
  const sha1 = typedFingerprints(flags, "android-sha1", "androidSha1", 20);
  const sha256 = typedFingerprints(flags, "android-sha256", "androidSha256", 32);
  const file = optionalText(flags, "keystore");
  if (file === "" && flags.keystorePass !== undefined) {
    throw usageFailure("--keystore-pass needs --keystore", "--keystore upload.jks --keystore-pass -");
  }
  if (file === "") return { sha1, sha256 };
  const bytes = readGivenFile(file, "--keystore takes a PKCS12 or JKS file");
  const key = onlyKey(file, fingerprintsIn(file, bytes, await readPassword(context, file)));
  output.say(`${file}: key ${key.alias}, SHA-1 ${key.sha1}`);
  return { sha1: [...new Set([...sha1, key.sha1])], sha256: [...new Set([...sha256, key.sha256])] };
}

/** The fingerprints that are to go. One that is added in the same run is a mistake. */
export function readRemovedFingerprints(flags: Flags, added: SigningCertificates): SigningCertificates {
  const sha1 = typedFingerprints(flags, "remove-sha1", "removeSha1", 20);
  const sha256 = typedFingerprints(flags, "remove-sha256", "removeSha256", 32);
  const both = [...sha1, ...sha256].find((one) => added.sha1.includes(one) || added.sha256.includes(one));
  if (both === undefined) return { sha1, sha256 };
  throw usageFailure(`${both} is in both lists: add and remove`, "pass it only once");
}

/** Any spelling of people and tools: with or without colons, in capitals or not, several with commas. */
function typedFingerprints(flags: Flags, flag: string, name: string, bytes: number): string[] {
  const words = optionalText(flags, name).split(/[\s,]+/);
  return words.flatMap((word) => {
    if (word === "") return [];
    const pairs = word.replaceAll(":", "").toUpperCase().match(/../g) ?? [];
    if (pairs.length === bytes && /^[\dA-F:]+$/i.test(word)) return [pairs.join(":")];
    throw usageFailure(
      `--${flag} ${word} is not a fingerprint of ${bytes} bytes`,
      "keytool -list -v -keystore upload.jks prints it, like AB:CD:EF:...",
    );
  });
}

async function readPassword({ flags, output }: CommandContext, file: string): Promise<string> {
  const given = await readSecretFlag(flags, "keystore-pass");
  if (given !== undefined) return given;
  if (!output.json && canAsk()) return readHidden(`Password of ${file}: `);
  const why = output.json ? "--json does not prompt" : "there is no terminal to prompt on";
  throw usageFailure(
    `the keystore needs its password, and ${why}`,
    "--keystore-pass - < password.txt reads it from standard input",
  );
}

function fingerprintsIn(file: string, bytes: Buffer, password: string): Fingerprints[] {
  try {
    return readKeystore(bytes, password);
  } catch (error) {
    if (!(error instanceof KeystoreError)) throw error;
    throw usageFailure(
      `cannot read ${file}: ${error.message}`,
      `keytool -list -v -keystore ${file} shows what is in it; --android-sha1 and --android-sha256 take what it prints`,
    );
  }
}

/** A file with several keys does not tell which one signs the app, and to trust a wrong one would be unsafe. */
function onlyKey(file: string, keys: readonly Fingerprints[]): Fingerprints {
  const [key, ...others] = keys;
  if (key === undefined) {
    throw usageFailure(`${file} has no key that could sign an app`, "is it the keystore of the app?");
  }
  if (others.length === 0) return key;
  const listed = keys.map(({ alias, sha1, sha256 }) => `${alias} (SHA-1 ${sha1}, SHA-256 ${sha256})`);
  throw usageFailure(
    `${file} has ${keys.length} keys: ${listed.join("; ")}`,
    "leave --keystore out and name the right one with --android-sha1 and --android-sha256",
  );
}
