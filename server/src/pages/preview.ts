import type { GetProjectConfigResponse } from "@svc/proto/svc/auth/v1/config_pb";
import { render } from "../wire/html.ts";
import { brandOf } from "./brand.ts";
import { confirmEmailView } from "./confirm-email.ts";
import { deleteAccountView } from "./delete-account.ts";
import { pageDocument } from "./document.ts";
import { returnView } from "./oauth-views.ts";
import type { View, Visit } from "./page.ts";
import { inviteView, resetView } from "./reset.ts";
import { styleSheet } from "./style.ts";
import { verifyView } from "./verify.ts";

const TOKEN = "only-a-preview-of-the-page";

const VIEWS = {
  verify: (visit: Visit): View => verifyView(visit, TOKEN, { identities: [] }),
  reset: (visit: Visit): View => resetView(visit, { token: TOKEN, identities: [] }),
  invite: (visit: Visit): View => inviteView(visit, TOKEN),
  "confirm-email": (visit: Visit): View => confirmEmailView(visit, TOKEN),
  "delete-account": (visit: Visit): View => deleteAccountView(visit, TOKEN),
  "return-to-app": ({ brand }: Visit): View => returnView(brand, "#", "signed-in"),
} as const;

export type PreviewedPage = keyof typeof VIEWS;

/** A page as its visitor sees it first, without a visitor. */
export function previewPage(
  page: PreviewedPage,
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

/** Style rules as they hold by day or by night, wherever they are shown. */
export function inScheme(style: string, isDark: boolean): string {
  return style
    .replaceAll("@media (prefers-color-scheme: dark)", isDark ? "@media all" : "@media not all")
    .replaceAll("color-scheme: light dark;", `color-scheme: ${isDark ? "dark" : "light"};`);
}
