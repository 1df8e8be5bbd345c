import type { AskedLanguages } from "../domain/accounts/asked-languages.ts";

/** A request that asks for no language. */
export const asked: AskedLanguages = { locale: undefined, acceptLanguage: "" };
