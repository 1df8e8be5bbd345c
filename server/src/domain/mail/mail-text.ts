/** The text of one email in one language. `button` is used only if there is a link. */
export type MailText = Readonly<{
  language: string;
  direction: "ltr" | "rtl";
  subject: string;
  /** Mail programs show it beside the subject. */
  preview: string;
  heading: string;
  /** Paragraphs. */
  body: readonly string[];
  button: string;
  /** Whether the link leads to something that cannot be undone. */
  isDangerous?: boolean;
  /** How long the link or the code works; empty where there is neither. */
  validity: string;
  /** What to do if it was somebody else. */
  notYou: string;
  /** What stands before the address of the link. */
  openLink: string;
  footer: Readonly<{ help: string; privacy: string; terms: string }>;
}>;
