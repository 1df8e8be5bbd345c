import type { OwnTexts } from "../../wording/wording.ts";
import type { Theme, ThemeText } from "../themes/theme.ts";

/** The page that a text of a theme is also for. */
const PAGES: Readonly<Record<string, string>> = {
  verify_email: "verify",
  reset_password: "reset",
  invite_user: "invite",
  change_email: "confirm_email",
  email_changed: "undo",
  delete_account: "delete_account",
  email_code: "code",
};

/** The texts that a theme can have are those of the default language. Heading and button are also those of the page. */
export function textsOfTheme({ texts }: Pick<Theme, "texts">): OwnTexts {
  return Object.assign({}, ...Object.entries(texts).map(([kind, text]) => textsOf(kind, text)));
}

function textsOf(kind: string, { subject, heading, body, button }: ThemeText): OwnTexts {
  const page = PAGES[kind];
  const texts = {
    [`email.${kind}.subject`]: subject,
    [`email.${kind}.heading`]: heading,
    [`email.${kind}.body`]: body,
    [`email.${kind}.button`]: button,
    ...(page && { [`page.${page}.heading`]: heading, [`page.${page}.button`]: button }),
  };
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => !!entry[1]));
}
