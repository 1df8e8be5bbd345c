import { isCommonPassword } from "../../crypto/common-passwords.ts";
import { AppError } from "../../errors.ts";
import type { Project } from "../projects/project.ts";

const MAX_CHARACTERS = 256;
const MAX_BYTES = 1024;

/** Refuses a new password that the project's policy does not allow, and says which rule it breaks. */
export async function requireStrongPassword(
  project: Pick<Project, "name" | "slug" | "settings">,
  password: string,
  email: string | null,
): Promise<void> {
  const { minLength, allowCommon } = project.settings.passwordPolicy;
  const characters = [...password.normalize("NFC")].length;
  if (characters < minLength) throw weakPasswordError("min_length", { min_length: String(minLength) });
  if (characters > MAX_CHARACTERS || Buffer.byteLength(password) > MAX_BYTES) {
    throw weakPasswordError("max_length", { max_length: String(MAX_CHARACTERS) });
  }
  if (allowCommon) return;
  if (await isCommonPassword(password)) throw weakPasswordError("common");
  if (isPersonal(password, [project.name, project.slug, email, email?.split("@")[0]]))
    throw weakPasswordError("personal");
}

/** Whether the password is the name of the app or of the account, which attackers try first. */
function isPersonal(password: string, words: readonly (string | null | undefined)[]): boolean {
  const lower = password.toLowerCase();
  return words.some((word) => word && lower === word.toLowerCase());
}

function weakPasswordError(rule: string, more: Record<string, string> = {}): AppError {
  return new AppError("WEAK_PASSWORD", rule, { rule, ...more });
}
