import type { GetProjectConfigResponse } from "@svc/proto/svc/auth/v1/config_pb";
import { render } from "../wire/html.ts";
import { inScheme } from "../wire/look.ts";
import type { Wording } from "../wording/wording.ts";
import { brandOf } from "./brand.ts";
import { pageDocument } from "./document.ts";
import { type PreviewedView, previewedViews } from "./previewed-views.ts";
import { styleSheet } from "./style.ts";

type PreviewOptions = Readonly<{ baseUrl: string; isDark: boolean; wording: Wording }>;

/** A page as its visitor sees it, without a visitor. */
export function previewPage(
  page: PreviewedView,
  config: GetProjectConfigResponse,
  { baseUrl, isDark, wording }: PreviewOptions,
): string {
  const brand = brandOf(config, baseUrl);
  const call = (): never => {
    throw new Error("a preview calls nothing");
  };
  const visit = { baseUrl, brand, config, wording, call };
  const style = inScheme(styleSheet(brand), isDark);
  return render(pageDocument(visit, previewedViews[page](visit), style));
}
