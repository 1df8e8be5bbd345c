import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { SentenceSchema } from "@svc/proto/svc/admin/v1/wording_pb";
import { GetProjectConfigResponseSchema } from "@svc/proto/svc/auth/v1/config_pb";
import type { App } from "../../app.ts";
import { requireProjectNamed } from "../../domain/projects/find-project.ts";
import type { Project } from "../../domain/projects/project.ts";
import { themeOf } from "../../domain/themes/current-theme.ts";
import { requireLanguage, savableTexts } from "../../domain/wording/check-texts.ts";
import { getWording, type ProjectSentence, updateWording } from "../../domain/wording/own-wording.ts";
import { previewedMails, previewedPages, previewOf } from "../../domain/wording/places.ts";
import { previewMail } from "../../domain/wording/preview-mail.ts";
import { projectWording } from "../../domain/wording/project-wording.ts";
import { sendPreviewEmail } from "../../domain/wording/send-preview-email.ts";
import { invalidRequest } from "../../errors.ts";
import { inScheme } from "../../wire/look.ts";
import { type LanguageTag, languageTags } from "../../wording/languages.ts";
import { encodeTheme } from "../auth/encode.ts";
import { adminActor } from "../context.ts";
import type { AdminWordingHandlers } from "../methods/admin-projects.ts";
import type { PreviewPage } from "./preview-theme.ts";

type WordingApp = App & { previewPage: PreviewPage };

export function wordingService(app: WordingApp): AdminWordingHandlers {
  return {
    async getWording(request) {
      const project = await requireProjectNamed(app, request.project);
      const language = languageIn(project, request.language);
      const { sentences, etag } = await getWording(app, project, language);
      const places = [...new Set(sentences.map(({ place }) => place))];
      return {
        language,
        sentences: sentences.map(encodeSentence),
        etag,
        places: places.map((name) => ({ name, preview: previewOf(name) })),
        languages: [...languageTags],
      };
    },

    async updateWording({ project: name, language: named, texts, etag }, context) {
      const project = await requireProjectNamed(app, name);
      const language = requireLanguage(named);
      await updateWording(app, project, { language, texts }, { by: adminActor(context), etag });
      return { etag: (await getWording(app, project, language)).etag };
    },

    async previewWording(request) {
      const project = await requireProjectNamed(app, request.project);
      const language = languageIn(project, request.language);
      const texts = await savableTexts(language, request.texts);
      return preview(app, project, { ...request, language, texts });
    },

    async sendPreviewEmail(request, context) {
      const project = await requireProjectNamed(app, request.project);
      const language = languageIn(project, request.language);
      const admin = { email: context.admin.email, by: adminActor(context) };
      return sendPreviewEmail(app, project, admin, { ...request, language });
    },
  };
}

function languageIn(project: Project, language: string): LanguageTag {
  return language === "" ? project.settings.defaultLanguage : requireLanguage(language);
}

async function preview(
  app: WordingApp,
  project: Project,
  asked: { place: string; language: LanguageTag; texts: Record<string, string>; dark: boolean },
): Promise<{ subject: string; text: string; html: string }> {
  const { place, language, texts, dark } = asked;
  const theme = await themeOf(app, project);
  const wording = await projectWording(app, project, theme, language, texts);
  const page = Object.hasOwn(previewedPages, place) ? previewedPages[place] : undefined;
  if (page !== undefined) {
    const config = create(GetProjectConfigResponseSchema, {
      projectName: project.name,
      slug: project.slug,
      passwordPolicy: project.settings.passwordPolicy,
      theme: encodeTheme(app, project, theme),
    });
    const html = app.previewPage(page, config, { baseUrl: app.baseUrl, isDark: dark, wording });
    return { subject: "", text: "", html };
  }
  const mail = previewedMails.get(place);
  if (mail === undefined) throw invalidRequest("place", "is missing, unknown or has no preview");
  const { subject, text, html } = previewMail(app, project, mail, theme, wording);
  // Only the style element: what stands outside of it may be a text of the project.
  return { subject, text, html: html.replace(/<style>.*?<\/style>/s, (style) => inScheme(style, dark)) };
}

function encodeSentence(sentence: ProjectSentence): MessageInitShape<typeof SentenceSchema> {
  const { key, place, part, text, ownText, isFromTheme, variables, hasParagraphs, maxCharacters } = sentence;
  return {
    key,
    place,
    part,
    defaultText: text,
    defaultFromTheme: isFromTheme,
    ownText,
    variables: [...variables],
    multiline: hasParagraphs,
    maxCharacters,
  };
}
