import type { CommandSpec } from "../command.ts";
import { etagFlag, type Flag, remoteFlags, yesFlag } from "../flags.ts";

export const wordingGroups: Readonly<Record<string, string>> = {
  "project wording": "A project's own wording of its emails and pages",
};

const languageFlag: Flag = {
  name: "language",
  value: "tag",
  about: "language of the texts, such as de or pt-BR; the project's default language if omitted",
};

export const wordingRows: readonly CommandSpec[] = [
  {
    usage: "project wording list <slug|id>",
    about: "List the sentences of emails and pages in a language, with their default and own text",
    flags: [
      languageFlag,
      { name: "changed", about: "only sentences that the project words itself" },
      { name: "place", value: "place", about: "only one email or page, such as email.verify_email" },
      ...remoteFlags,
    ],
    json: "GetWordingResponse",
    examples: [
      "svc project wording list acme --language de --changed",
      "svc project wording list acme --language de --place email.verify_email",
    ],
    load: () => import("./project-wording-list.ts"),
  },
  {
    usage: "project wording get <slug|id> <sentence>",
    about: "Show one sentence: its default and own text, and the variables that it may have",
    flags: [languageFlag, ...remoteFlags],
    json: "Sentence",
    examples: ["svc project wording get acme email.verify_email.subject --language de"],
    load: () => import("./project-wording-get.ts"),
  },
  {
    usage: "project wording set <slug|id> <sentence> <text>",
    about: "Word a sentence: plain text with the sentence's {variables}; - reads standard input",
    flags: [languageFlag, etagFlag, ...remoteFlags],
    json: "UpdateWordingResponse",
    examples: [
      "svc project wording set acme email.verify_email.subject 'Willkommen bei {product}' --language de",
      "svc project wording set acme email.verify_email.body - --language de < body.txt",
    ],
    load: () => import("./project-wording-set.ts"),
  },
  {
    usage: "project wording reset <slug|id> [sentence]",
    about: "Go back to the default text of a sentence, or of all sentences of a language",
    flags: [languageFlag, etagFlag, yesFlag, ...remoteFlags],
    json: "UpdateWordingResponse",
    examples: [
      "svc project wording reset acme email.verify_email.subject --language de",
      "svc project wording reset acme --language de",
    ],
    load: () => import("./project-wording-reset.ts"),
  },
  {
    usage: "project wording preview <slug|id> <place>",
    about: "Print an email as plain text as users get it, or write an email or page as HTML to a file",
    flags: [
      languageFlag,
      { name: "html", value: "file", about: "write the HTML to this file", completes: "file" },
      { name: "dark", about: "the HTML as in dark mode" },
      ...remoteFlags,
    ],
    json: "PreviewWordingResponse",
    examples: [
      "svc project wording preview acme verify_email --language de",
      "svc project wording preview acme page.reset --language ar --html reset.html",
    ],
    load: () => import("./project-wording-preview.ts"),
  },
  {
    usage: "project wording send <slug|id> <email>",
    about: "Send an email to your own address to see how it looks; its link and its code do not work",
    flags: [languageFlag, ...remoteFlags],
    json: "SendPreviewEmailResponse",
    examples: ["svc project wording send acme verify_email --language de"],
    load: () => import("./project-wording-send.ts"),
  },
];
