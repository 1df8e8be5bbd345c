import { deviceInWords } from "../../wording/device-in-words.ts";
import type { Values } from "../../wording/fill.ts";
import { oneLine } from "../../wording/one-line.ts";
import type { Wording } from "../../wording/wording.ts";
import type { TextKey } from "../../wording/words.ts";
import type { Theme } from "../themes/theme.ts";
import { TO_STRANGERS } from "../wording/sentence-variables.ts";
import type { MailKind } from "./enqueue-mail.ts";
import type { MailFacts } from "./mail-facts.ts";
import { type MailRecipe, RECIPES } from "./mail-recipes.ts";
import type { MailText } from "./mail-text.ts";
import { readable } from "./render-text.ts";

/** The sentences of an email of this kind, put together. */
export function mailText(kind: MailKind, theme: Theme, wording: Wording, facts: MailFacts): MailText {
  const recipe = RECIPES[kind];
  const values = valuesOf(recipe, theme, wording, namedIn(kind, facts));
  // Themes have texts that nobody checked for variables. Where they may not stand, they stay words in braces.
  const { name: _, ...unnamed } = values;
  const { code: __, ...onLockScreens } = unnamed;
  const line = (key: TextKey): string => wording.text(key, unnamed);
  const shown = (key: TextKey): string => wording.text(key, onLockScreens);
  const notYou = recipe.notYou?.(facts) ?? `email.${kind}.not_you`;
  const paragraphsOf = (key: TextKey): string[] => wording.paragraphs(key, values);
  return {
    language: wording.language,
    direction: wording.direction,
    subject: oneLine(shown(`email.${kind}.subject`)),
    preview: shown(`email.${kind}.preview`),
    heading: line(`email.${kind}.heading`),
    body: recipe.body(facts).flatMap(paragraphsOf),
    button: recipe.button && facts.hasLink ? line(recipe.button) : "",
    ...(recipe.isDangerous && { isDangerous: true }),
    validity: validityOf(recipe, facts, line).join(wording.space),
    notYou: [...paragraphsOf(notYou), ...contactOf(recipe, theme, facts).map(line)].join(wording.space),
    openLink: line("email.open_link"),
    footer: {
      help: line("email.footer_help"),
      privacy: line("email.footer_privacy"),
      terms: line("email.footer_terms"),
    },
  };
}

/** Without the name where the email may be a stranger's, as own texts are checked for. */
function namedIn(kind: MailKind, facts: MailFacts): MailFacts {
  return TO_STRANGERS.has(`email.${kind}`) ? { ...facts, name: undefined } : facts;
}

/** What the variables of its sentences stand for. One that this email has no value for is undefined. */
function valuesOf(recipe: MailRecipe, theme: Theme, wording: Wording, facts: MailFacts): Values {
  const { host, detail, code, name } = facts;
  const time = code ? code.createdAt : timeIn(detail);
  return {
    product: theme.productName,
    support_email: theme.supportEmail || undefined,
    name: spokenName(name),
    code: code && readable(code.code),
    lifetime: recipe.lifetimeMs === undefined ? undefined : wording.duration(recipe.lifetimeMs),
    host,
    inviter: oneLine(detail ?? "") || undefined,
    provider: PROVIDERS[detail ?? ""],
    time: time === undefined ? undefined : wording.time(time),
    device: code && deviceInWords(wording, code.userAgent),
  };
}

const LONGEST_NAME = 64;

/**
 * A name that can stand in a sentence. Somebody else may have chosen it before the owner proved the mailbox, so nothing
 * that mail programs would make a link of.
 */
function spokenName(name = ""): string | undefined {
  const line = oneLine(name);
  const isSpoken = line !== "" && line.length <= LONGEST_NAME && !/[:/@\\]|\.\p{L}{2}/u.test(line);
  return isSpoken ? line : undefined;
}

const PROVIDERS: Readonly<Record<string, string>> = { google: "Google", apple: "Apple" };

function timeIn(detail: string | null): number | undefined {
  const at = Number(detail ?? Number.NaN);
  return Number.isSafeInteger(at) && at > 0 ? at : undefined;
}

/** A code names the device that asked for it, and when. */
function validityOf(
  recipe: MailRecipe,
  { code, hasLink }: MailFacts,
  line: (key: TextKey) => string,
): string[] {
  if (recipe.lifetimeMs === undefined || !(hasLink || code)) return [];
  if (!code || !recipe.validity) return [line("email.link_validity")];
  return [line(recipe.validity), line("email.asked_with") || line("email.asked")];
}

function contactOf({ contact }: MailRecipe, theme: Theme, facts: MailFacts): TextKey[] {
  const when = contact?.(facts);
  if (when === undefined) return [];
  return [theme.supportEmail === "" ? `email.contact_${when}_team` : `email.contact_${when}`];
}
