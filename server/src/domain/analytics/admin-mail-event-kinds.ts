import { CHANGES, type EventKindRow } from "./event-kind-row.ts";

const ASSET = { asset: "Name of the file.", bytes: "Size of the file." };
const REVISION = { revision: "Id of the revision that is in use now.", ...CHANGES };
const DKIM = { domain: "The domain.", selector: "Name of the key below the domain." };

/** What administrators did to the look, the wording and the sending of emails and pages. */
export const adminMailEventKinds = {
  "admin.smtp_set": {
    when: "The mail server of the instance was set.",
    data: {
      host: "Host of the mail server.",
      port: "Its port.",
      username: "The user name there.",
      from: "Address of the sender.",
      ...CHANGES,
    },
  },
  "admin.smtp_cleared": { when: "The mail server that was set in the console was removed.", data: CHANGES },
  "admin.dkim_set": { when: "The key that signs the emails from a domain was set.", data: DKIM },
  "admin.dkim_removed": { when: "The key that signs the emails from a domain was removed.", data: DKIM },
  "admin.smtp_tested": {
    when: "A test email was sent.",
    data: {
      to: "Address of the recipient.",
      source: "Where the settings come from: `config`, `database` or `console` (no mail server).",
      accepted: "Whether the mail server accepted it.",
    },
  },
  "admin.logo_uploaded": { when: "A logo was uploaded.", data: ASSET },
  "admin.font_uploaded": { when: "A font was uploaded.", data: ASSET },
  "admin.theme_updated": { when: "The theme of a project changed.", data: REVISION },
  "admin.theme_reset": { when: "The theme of a project is the default one again.", data: REVISION },
  "admin.theme_restored": {
    when: "An earlier theme is in use again.",
    data: { ...REVISION, restored: "Id of the earlier revision." },
  },
  "admin.wording_changed": {
    when: "A project's own wording of emails and pages changed.",
    data: { languages: "The languages whose texts changed, separated by commas.", ...CHANGES },
  },
  "admin.wording_preview_sent": {
    when: "An administrator sent an email to their own address, to see its wording.",
    data: {
      place: "The email, such as `email.verify_email`.",
      language: "The language of the email.",
      accepted: "Whether the mail server accepted it.",
    },
  },
} as const satisfies Record<string, EventKindRow>;
