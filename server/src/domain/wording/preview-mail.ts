import type { App } from "../../app.ts";
import type { Wording } from "../../wording/wording.ts";
import type { NewCode } from "../codes/one-time-code.ts";
import { type RenderedMail, renderMail } from "../mail/render-mail.ts";
import type { Project } from "../projects/project.ts";
import { issuerOf } from "../projects/urls.ts";
import type { Theme } from "../themes/theme.ts";
import type { PreviewedMail } from "./places.ts";

const CODE: NewCode = {
  code: "12345678",
  userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140",
  createdAt: 1_893_456_000_000,
};

/** Of nobody. It shows where the name stands. */
const NAME = "Alex";

/** No token and no flow looks like this, so the link leads nowhere. */
const NOTHING = "x".repeat(43);

/** An email as users get it, without a user. */
export function previewMail(
  app: Pick<App, "baseUrl">,
  project: Pick<Project, "slug">,
  { kind, page, hasCode, detail }: PreviewedMail,
  theme: Theme,
  wording: Wording,
): RenderedMail & { link?: string } {
  const query = hasCode ? `flow=${NOTHING}&code=${CODE.code}` : `token=${NOTHING}`;
  const link = page && `${issuerOf(app, project)}/${page}?${query}`;
  const code = hasCode ? CODE : undefined;
  return {
    ...renderMail(kind, theme, wording, { link, code, detail: detail ?? null, name: NAME }),
    ...(link && { link }),
  };
}
