import type { MailKind } from "../domain/mail/enqueue-mail.ts";
import { RECIPES } from "../domain/mail/mail-recipes.ts";
import type { MailContent } from "../domain/mail/render-mail.ts";

const TOKEN = "x".repeat(43);
const CODE = { code: "40718263", userAgent: "Chrome/140 Windows NT", createdAt: Date.UTC(2030, 0, 1, 14, 5) };
const link = `https://auth.example.com/p/demo/verify?token=${TOKEN}`;

const DETAILS: Partial<Record<MailKind, readonly string[]>> = {
  method_linked: ["google", "password", "passkey", "other"],
  method_removed: ["apple", "password", "passkey", "other"],
  factor_changed: ["enrolled", "removed", "codes_removed", "codes_replaced", "reset"],
  admin_factors_changed: ["added", "removed", "replaced", "codes_replaced"],
  deletion_scheduled: [String(Date.UTC(2030, 5, 1))],
  invite_admin: ["root@example.com"],
};

/** Every email that there is, each with everything that it can say. */
export const everyMail: readonly (MailContent & { kind: MailKind; name: string })[] = (
  Object.keys(RECIPES) as MailKind[]
).flatMap((kind) => (DETAILS[kind] ?? [null]).flatMap((detail) => variants(kind, detail)));

function variants(kind: MailKind, detail: string | null): (MailContent & { kind: MailKind; name: string })[] {
  const mail = { kind, detail, name: "Ada" };
  const withLink = { ...mail, link };
  if (kind === "email_code") {
    const codeLink = `https://auth.example.com/p/demo/app?flow=${TOKEN}&code=${CODE.code}`;
    const unknown = { ...CODE, userAgent: "unknown" };
    return [
      { ...mail, link: codeLink, code: CODE },
      { ...mail, link: codeLink, code: unknown },
    ];
  }
  if (kind === "factor_code") return [{ ...mail, code: CODE }];
  if (kind === "email_changed") return [mail, withLink];
  return [RECIPES[kind].button ? withLink : mail];
}
