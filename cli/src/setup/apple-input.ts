import { type CommandContext, type Flags, optionalText } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";
import { type AppleKeyFile, readAppleKeyFile } from "../remote/apple-key-file.ts";
import type { ConnectKey } from "./app-store-connect.ts";

const TEN = /^[A-Z\d]{10}$/;
const IDENTIFIER = /^[a-z\d-]+(\.[a-z\d-]+)+$/i;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export type AppleInput = Readonly<{
  /** Empty where the flag was not given. */
  bundleId: string;
  servicesId: string;
  teamId: string;
  signInKey: AppleKeyFile | undefined;
  rotateKey: boolean;
  console: ConnectKey | undefined;
}>;

/** Everything that the flags say, checked before any server is asked. */
export function readAppleInput({ flags }: CommandContext): AppleInput {
  if (flags.unofficialApi === true) {
    throw new Failure(
      "unimplemented",
      "NOT_IMPLEMENTED",
      "--unofficial-api is reserved: svc uses Apple's official API only",
      "leave it out; what that API cannot do is printed as steps",
    );
  }
  const text = (name: string) => optionalText(flags, name).trim();
  requireMatch("bundle-id", text("bundleId"), IDENTIFIER, "com.example.app");
  requireMatch("services-id", text("servicesId"), IDENTIFIER, "com.example.app.signin");
  requireMatch("team-id", text("teamId"), TEN, "ABCDE12345");
  if (text("servicesId") !== "" && text("servicesId") === text("bundleId")) {
    throw usageFailure(
      "--services-id is the same as --bundle-id",
      "a Services ID is a separate identifier, such as com.example.app.signin",
    );
  }
  const input = {
    bundleId: text("bundleId"),
    servicesId: text("servicesId"),
    teamId: text("teamId"),
    signInKey: text("signInKey") === "" ? undefined : readSignInKey(text("signInKey")),
    rotateKey: flags.rotateKey === true,
    console: readConsoleKey(flags),
  };
  if (input.signInKey && input.console) refuseSameKey(input.signInKey, input.console);
  return input;
}

/** The key's id is in the name that Apple gave the file. */
export function readSignInKey(file: string): AppleKeyFile {
  const found = readAppleKeyFile(file, "sign-in-key");
  if (found.keyId !== "") return found;
  throw usageFailure(
    `the name of ${file} does not tell the key's id`,
    "name the file as Apple did, AuthKey_<key id>.p8; developer.apple.com, Keys shows the id",
  );
}

export function refuseSameKey(signIn: AppleKeyFile, { key }: ConnectKey): void {
  if (!signIn.key.equals(key)) return;
  throw usageFailure(
    "--sign-in-key and --p8 are the same key",
    "--p8 takes an App Store Connect API key, --sign-in-key a key with Sign in with Apple; Apple makes them in different places",
  );
}

function readConsoleKey(flags: Flags): ConnectKey | undefined {
  const [file, issuerId, typedId] = ["p8", "issuerId", "keyId"].map((name) =>
    optionalText(flags, name).trim(),
  );
  const hint =
    "--p8 AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --issuer-id 57246542-96fe-1a63-e053-0824d011072a";
  if (!file) {
    if (issuerId || typedId)
      throw usageFailure("--issuer-id and --key-id belong to --p8, which is missing", hint);
    return undefined;
  }
  const { key, keyId } = readAppleKeyFile(file, "p8");
  const id = typedId || keyId;
  if (!issuerId) throw usageFailure("--p8 needs --issuer-id", hint);
  if (!id) throw usageFailure("--p8 needs --key-id", hint);
  requireMatch("issuer-id", issuerId, UUID, "57246542-96fe-1a63-e053-0824d011072a");
  requireMatch("key-id", id, TEN, "ABC123DEFG");
  return { key, keyId: id, issuerId };
}

function requireMatch(flag: string, value: string, pattern: RegExp, example: string): void {
  if (value === "" || pattern.test(value)) return;
  throw usageFailure(`--${flag} ${value} does not look right`, `it looks like ${example}`);
}
