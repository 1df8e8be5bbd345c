import type { CommandSpec } from "../command.ts";
import { etagFlag, type Flag, remoteFlags, yesFlag } from "../flags.ts";
import { pageFlags } from "./pages.ts";
import { colourNames, kebabCase, mailNames } from "./theme-names.ts";

export const themeGroups: Readonly<Record<string, string>> = {
  "project theme": "The look of a project's pages and mails",
};

const colourAbouts: Readonly<Record<(typeof colourNames)[number], string>> = {
  primary: "buttons and links",
  onPrimary: "text on the primary colour",
  background: "page background",
  surface: "background of cards and fields",
  text: "text",
  mutedText: "less important text",
  error: "error messages",
};

function colourFlags(prefix: string, about: (part: string) => string): readonly Flag[] {
  return colourNames.map((name) => ({
    name: `${prefix}-${kebabCase(name)}`,
    value: "#rrggbb",
    about: about(colourAbouts[name]),
  }));
}

const setFlags: readonly Flag[] = [
  ...colourFlags("color", (part) => `colour of ${part}; empty for the default`),
  ...colourFlags("dark-color", (part) => `the same in dark mode: ${part}`),
  { name: "light-only", about: "remove the dark-mode colours and always use the light ones" },
  {
    name: "corner-radius",
    value: "pixels",
    about: "radius of buttons, fields and cards, 0 to 32",
    isWholeNumber: true,
  },
  { name: "font-family", value: "name", about: "name of the font; empty for the system font" },
  {
    name: "product-name",
    value: "name",
    about: "product name on pages and in emails; empty for the project's name",
  },
  { name: "support-email", value: "address", about: "support email address; empty for none" },
  { name: "privacy-url", value: "url", about: "URL of the privacy policy; empty for none" },
  { name: "terms-url", value: "url", about: "URL of the terms of use; empty for none" },
  { name: "footer-text", value: "text", about: "footer of pages and emails; empty for none" },
  {
    name: "mail",
    value: "mail",
    about: `email (and its page) that --subject, --heading, --body and --button apply to: ${mailNames.join(", ")}`,
    choices: mailNames,
  },
  { name: "subject", value: "text", about: "subject of the --mail; empty for the default" },
  { name: "heading", value: "text", about: "heading of the --mail and its page; empty for the default" },
  { name: "body", value: "text", about: "text of the --mail; empty for the default" },
  { name: "button", value: "text", about: "label of the button of the --mail; empty for the default" },
  {
    name: "file",
    value: "theme.json",
    about:
      "fields as svc project theme get --json prints them; - reads standard input; not with other fields",
    completes: "file",
  },
];

const removeFlag: Flag = { name: "remove", about: "remove it instead of uploading a file" };

export const themeRows: readonly CommandSpec[] = [
  {
    usage: "project theme get <slug|id>",
    about: "Show the theme in use",
    flags: remoteFlags,
    json: "GetThemeResponse",
    examples: ["svc project theme get acme"],
    load: () => import("./project-theme-get.ts"),
  },
  {
    usage: "project theme set <slug|id>",
    about: "Change parts of the theme; omitted fields stay unchanged",
    flags: [...setFlags, etagFlag, ...remoteFlags],
    json: "UpdateThemeResponse",
    examples: [
      "svc project theme set acme --color-primary '#0b6bcb' --product-name 'Acme Shop'",
      "svc project theme set acme --mail verify_email --subject 'Welcome to Acme' --button 'Confirm'",
      "svc project theme get acme --json > theme.json && svc project theme set acme --file theme.json",
    ],
    load: () => import("./project-theme-set.ts"),
  },
  {
    usage: "project theme reset <slug|id>",
    about: "Reset to the default theme; the current theme stays available as a revision",
    flags: [etagFlag, yesFlag, ...remoteFlags],
    json: "ResetThemeResponse",
    examples: ["svc project theme reset acme"],
    load: () => import("./project-theme-reset.ts"),
  },
  {
    usage: "project theme revisions <slug|id>",
    about: "List the revisions of the theme, newest first; the first one is in use",
    flags: [...pageFlags("revisions"), ...remoteFlags],
    json: "ListThemeRevisionsResponse",
    examples: ["svc project theme revisions acme"],
    load: () => import("./project-theme-revisions.ts"),
  },
  {
    usage: "project theme restore <slug|id> <revision>",
    about: "Restore an earlier revision of the theme as a new revision",
    flags: [etagFlag, yesFlag, ...remoteFlags],
    json: "RestoreThemeRevisionResponse",
    examples: ["svc project theme restore acme 0199c0de-1234-7abc-8def-0123456789ab"],
    load: () => import("./project-theme-restore.ts"),
  },
  {
    usage: "project theme logo <slug|id> [file]",
    about: "Upload a logo (PNG, JPEG, WebP or plain SVG, at most 1 MiB) for the theme, or remove it",
    flags: [removeFlag, ...remoteFlags],
    json: "UpdateThemeResponse",
    examples: ["svc project theme logo acme logo.png", "svc project theme logo acme --remove"],
    load: () => import("./project-theme-logo.ts"),
  },
  {
    usage: "project theme font <slug|id> [file]",
    about:
      "Upload a font (WOFF2, at most 1 MiB) for the theme, or remove it; a theme without a font family gets the name of the file",
    flags: [removeFlag, ...remoteFlags],
    json: "UpdateThemeResponse",
    examples: ["svc project theme font acme Inter.woff2", "svc project theme font acme --remove"],
    load: () => import("./project-theme-font.ts"),
  },
];
