import type { TestApp } from "./test-app.ts";

const CODE = /^(\d{4}) (\d{4})$/m;

/** The code that was emailed last, as its reader finds it. Other emails may have left after it. */
export async function codeOf(t: TestApp): Promise<string> {
  await t.deliverMail();
  const codes = t.mails.flatMap(({ text }) => CODE.exec(text)?.slice(1).join("") ?? []);
  return codes.at(-1) ?? "";
}
