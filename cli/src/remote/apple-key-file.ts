import { createPrivateKey, type KeyObject } from "node:crypto";
import { basename } from "node:path";
import { isP256PrivateKey } from "@svc/server/credentials";
import { usageFailure } from "../failure.ts";
import { readGivenFile } from "./read-given-file.ts";

/** A key that Apple gave out once, as a file. */
export type AppleKeyFile = Readonly<{
  pem: string;
  key: KeyObject;
  /** From the name that Apple gave the file; empty when it was renamed. */
  keyId: string;
}>;

/** The private key in the file that a flag names. It stays in this process unless the caller sends it. */
export function readAppleKeyFile(file: string, flag: string): AppleKeyFile {
  const name = flag === "apple-iap-p8" ? "SubscriptionKey" : "AuthKey";
  const hint = `--${flag} takes the ${name}_....p8 file as downloaded from Apple`;
  const pem = readGivenFile(file, hint).toString("utf8");
  if (!isP256PrivateKey(pem)) throw usageFailure(`${file} is not an Apple private key`, hint);
  const [, keyId = ""] = /^(?:AuthKey|ApiKey|SubscriptionKey)_([A-Z\d]{10})\.p8$/.exec(basename(file)) ?? [];
  return { pem, key: createPrivateKey(pem), keyId };
}
