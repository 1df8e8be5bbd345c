import type { ThemeColorsJson, ThemeTextJson } from "@svc/proto/svc/auth/v1/theme_pb";
import { type Flags, optionalText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { colourNames, lineNames, mailNames, wordingNames } from "./theme-names.ts";
import type { ThemeChanges } from "./update-theme.ts";

/** What the flags of `project theme set` change; an empty text is a change, too. */
export function themeChanges(flags: Flags): ThemeChanges {
  const colors = coloursOf(flags, "color");
  const darkColors = coloursOf(flags, "darkColor");
  if (flags.lightOnly === true && darkColors !== undefined) {
    throw usageFailure("--light-only cannot be combined with dark-mode colours", "pass only one of them");
  }
  const texts = textsOf(flags);
  const { cornerRadius } = flags;
  return {
    ...given(flags, lineNames),
    ...(typeof cornerRadius === "number" && { cornerRadius }),
    ...(colors && { colors }),
    ...(darkColors && { darkColors }),
    ...(flags.lightOnly === true && { darkColors: null }),
    ...(texts && { texts }),
  };
}

function coloursOf(flags: Flags, prefix: string): ThemeColorsJson | undefined {
  const typed = colourNames.flatMap((name) => {
    const flag = `${prefix}${name[0]?.toUpperCase()}${name.slice(1)}`;
    return flags[flag] === undefined ? [] : [[name, optionalText(flags, flag)]];
  });
  return typed.length === 0 ? undefined : Object.fromEntries(typed);
}

function textsOf(flags: Flags): Record<string, ThemeTextJson> | undefined {
  const words = given(flags, wordingNames);
  const hint = "--mail verify_email --subject 'Welcome'";
  const [first] = Object.keys(words);
  if (flags.mail === undefined) {
    if (first === undefined) return undefined;
    throw usageFailure(`--${first} needs --mail, the email to change`, hint);
  }
  const mail = optionalText(flags, "mail");
  if (!mailNames.some((name) => name === mail)) {
    throw usageFailure(
      `there is no mail ${JSON.stringify(mail)}`,
      `--mail is one of ${mailNames.join(", ")}`,
    );
  }
  if (first === undefined) {
    throw usageFailure("--mail needs --subject, --heading, --body or --button", hint);
  }
  return { [mail]: words };
}

function given<N extends string>(flags: Flags, names: readonly N[]): Partial<Record<N, string>> {
  const typed = names.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(typed.map((name) => [name, optionalText(flags, name)])) as Partial<
    Record<N, string>
  >;
}
