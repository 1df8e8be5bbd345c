import { type Row, text, Unreadable } from "./fields.ts";
import type { ImportedUser, LeaveOut } from "./reader.ts";

/** A picture's address, or nothing: whoever has an unusable one must still be able to move in. */
export function avatarOf(url: string, leaveOut: LeaveOut): string {
  if (url === "" || (url.length <= 2048 && /^https:\/\/[^\s@]+$/i.test(url) && URL.canParse(url))) return url;
  leaveOut("pictures without an https address");
  return "";
}

/** A language tag such as de-AT; what is none is left out. */
export function localeOf(tag: string, leaveOut: LeaveOut): string {
  if (tag === "") return "";
  try {
    const [locale = ""] = tag.length > 35 ? [] : Intl.getCanonicalLocales(tag.replaceAll("_", "-"));
    if (locale !== "") return locale;
  } catch {
    // Counted below.
  }
  leaveOut("languages that are no language tag");
  return "";
}

export type Identity = { provider: string; subject: string; email: string };

/** A Google or Apple account; others cannot sign in here. */
export function identityOf(
  provider: string,
  { subject, row }: { subject: string; row: Row },
  leaveOut: LeaveOut,
): Identity[] {
  const short = provider.replace(/\.com$/, "");
  if (short === "google" || short === "apple")
    return [{ provider: short, subject, email: text(row, "email") }];
  leaveOut(`accounts of ${provider}`);
  return [];
}

/** A hash that says itself how it was made. */
export function passwordOf(passwordHash: string): Pick<ImportedUser, "passwordHash" | "passwordAlgorithm"> {
  if (passwordHash === "") return {};
  const [, family = ""] = /^\$(2[a-z]?|argon2id|argon2[id]|fbscrypt)\$/.exec(passwordHash) ?? [];
  if (family === "") throw new Unreadable("its password hash is of an unknown kind");
  const tags: Readonly<Record<string, string>> = { argon2id: "argon2id", fbscrypt: "firebase-scrypt" };
  return {
    passwordHash,
    passwordAlgorithm: tags[family] ?? (family.startsWith("argon2") ? "argon2" : "bcrypt"),
  };
}
