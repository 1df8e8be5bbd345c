import { AuthService, type InspectEmailLinkResponse } from "@svc/proto/svc/auth/v1/auth_pb";
import { AppError } from "../errors.ts";
import type { Visit } from "./page.ts";

export type LinkPurpose =
  | "verify_email"
  | "reset_password"
  | "invite_user"
  | "change_email"
  | "delete_account"
  | "undo_email_change";

/** What a page tells its visitor about the link that led there. */
export type EmailLink = Readonly<
  Pick<InspectEmailLinkResponse, "email" | "identities" | "passkeys" | "totp" | "rejectDeletesAccount">
>;

/** Looks at the link without using it up. One that is dead, or leads to another page, fails here and not after the form. */
export async function inspectLink(visit: Visit, purpose: LinkPurpose, token: string): Promise<EmailLink> {
  const link = await visit.call(AuthService.method.inspectEmailLink, { token });
  if (link.purpose !== purpose) throw new AppError("EMAIL_TOKEN_INVALID", "a link to another page");
  return link;
}
