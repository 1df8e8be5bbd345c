import type { GetProjectConfigResponse } from "@svc/proto/svc/auth/v1/config_pb";
import { brandOf } from "./brand.ts";
import { confirmEmailPage } from "./confirm-email.ts";
import { deleteAccountPage } from "./delete-account.ts";
import { pageDocument } from "./document.ts";
import { render } from "./html.ts";
import { returnView } from "./oauth-views.ts";
import type { Page, View, Visit } from "./page.ts";
import { invitePage, resetPage } from "./reset.ts";
import { styleSheet } from "./style.ts";
import { verifyPage } from "./verify.ts";

const firstSight =
  (page: Page) =>
  (visit: Visit): View =>
    page.show(visit, new URLSearchParams({ token: "only-a-preview-of-the-page" }));

const VIEWS = {
  verify: firstSight(verifyPage),
  reset: firstSight(resetPage),
  invite: firstSight(invitePage),
  "confirm-email": firstSight(confirmEmailPage),
  "delete-account": firstSight(deleteAccountPage),
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
