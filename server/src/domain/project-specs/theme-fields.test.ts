import type { DescMessage } from "@bufbuild/protobuf";
import { ThemeSchema } from "@svc/proto/svc/auth/v1/theme_pb";
import { expect, test } from "vitest";
import { defaultTheme, textKeys } from "../themes/theme.ts";
import { ignoredThemePaths, themeFields, themeOfValues, themeValuesOf } from "./theme-fields.ts";

function pathsOf(message: DescMessage, above = ""): string[] {
  return message.fields.flatMap((field) => {
    const path = `${above}${field.name}`;
    if (field.fieldKind === "map" && field.mapKind === "message") {
      return textKeys.flatMap((key) => pathsOf(field.message, `${path}.${key}.`));
    }
    return field.fieldKind === "message" ? pathsOf(field.message, `${path}.`) : [path];
  });
}

test("the table has every part of a theme that the contract has", () => {
  const paths = themeFields.map(({ path }) => path);
  expect([...paths, ...ignoredThemePaths].sort()).toEqual(pathsOf(ThemeSchema).sort());
});

test("a theme becomes values by path and a theme again", () => {
  const theme = {
    ...defaultTheme,
    texts: { verify_email: { subject: "Hi", heading: "", body: "", button: "" } },
  };
  expect(themeOfValues(themeValuesOf(theme), true)).toEqual(theme);
});
