import type { GetProjectConfigResponse } from "@svc/proto/svc/auth/v1/config_pb";
import { render } from "../wire/html.ts";
import { inScheme } from "../wire/look.ts";
import { brandOf } from "./brand.ts";
import { confirmEmailView } from "./confirm-email.ts";
import { deleteAccountView } from "./delete-account.ts";
import { pageDocument } from "./document.ts";
import { emailCodeView } from "./email-code.ts";
import { returnView } from "./oauth-views.ts";
import type { View, Visit } from "./page.ts";
import { inviteView, resetView } from "./reset.ts";
import { styleSheet } from "./style.ts";
import { verifyView } from "./verify.ts";

const TOKEN = "only-a-preview-of-the-page";

const ASKED = { userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140", at: 1_893_456_000_000 };

const VIEWS = {
  verify: (visit: Visit): View => verifyView(visit, TOKEN, { identities: [] }),
  reset: (visit: Visit): View => resetView(visit, { token: TOKEN, identities: [] }),
  invite: (visit: Visit): View => inviteView(visit, TOKEN),
  "confirm-email": (visit: Visit): View => confirmEmailView(visit, TOKEN),
  "delete-account": (visit: Visit): View => deleteAccountView(visit, TOKEN),
  "email-code": (visit: Visit): View => emailCodeView(visit, "12345678", ASKED),
  "return-to-app": ({ brand }: Visit): View => returnView(brand, "#", "signed-in"),
} as const;

/** A page as its visitor sees it first, without a visitor. */
export function previewPage(
  page: keyof typeof VIEWS,
  config: GetProjectConfigResponse,
  { baseUrl, isDark }: { baseUrl: string; isDark: boolean },
): string {
  const brand = brandOf(config, baseUrl);
  const call = (): never => {
    throw new Error("a preview calls nothing");
  };
  const view = VIEWS[page]({ baseUrl, brand, config, call });
  return render(pageDocument(brand, view, inScheme(styleSheet(brand), isDark)));
}
