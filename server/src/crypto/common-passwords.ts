let loading: Promise<ReadonlySet<string>> | undefined;

/** Whether the password, in upper or lower case, is among the 49,233 that attackers try first. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= loadDictionary();
  const dictionary = await loading;
  return dictionary.has(password.toLowerCase());
}

async function loadDictionary(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}
