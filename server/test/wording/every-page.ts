import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { GetProjectConfigResponseSchema } from "@svc/proto/svc/auth/v1/config_pb";
import { previewPage } from "../../src/pages/preview.ts";
import { type PreviewedView, previewedViews } from "../../src/pages/previewed-views.ts";
import type { Wording } from "../../src/wording/wording.ts";

export const viewNames = Object.keys(previewedViews) as PreviewedView[];

type Project = MessageInitShape<typeof GetProjectConfigResponseSchema>;

/** No letter of it is one of the Latin alphabet, so that no text of ours is taken for it. */
export const PROJECT: Project = {
  projectName: "Φερνβε",
  slug: "fernweh",
  passwordPolicy: { minLength: 12, allowCommon: false },
  theme: {
    supportEmail: "help@fernweh.example",
    privacyUrl: "https://fernweh.example/privacy",
    termsUrl: "https://fernweh.example/terms",
    footerText: "Φερνβε ΑΕ",
  },
};

type Options = Readonly<{ isDark?: boolean; project?: Project }>;

/** A page as its visitor gets it. */
export function renderPage(
  view: PreviewedView,
  wording: Wording,
  { isDark = false, project = PROJECT }: Options = {},
): string {
  const config = create(GetProjectConfigResponseSchema, project);
  return previewPage(view, config, { baseUrl: "https://auth.example.com", isDark, wording });
}

/** What a visitor reads, without what is the same in every language: addresses, codes, and words for developers. */
export function wordsOf(page: string): string {
  const attributes = [...page.matchAll(/\s(?:title|alt|placeholder|aria-label)="([^"]*)"/g)];
  const text = page
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<(p|bdi|code)\b[^>]*(?:lang="en"|dir="ltr")[^>]*>.*?<\/\1>/gs, " ")
    .replace(/<bdi>.*?<\/bdi>/gs, " ")
    .replace(/<[^>]*>/g, " ");
  return [text, ...attributes.map(([, value = ""]) => value)].join(" ");
}
