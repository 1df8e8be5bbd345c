import type { ThemeRevisionJson } from "@svc/proto/svc/admin/v1/themes_pb";
import type { ThemeColorsJson } from "@svc/proto/svc/auth/v1/theme_pb";
import { snakeCase } from "./project-fields.ts";
import { colourNames, lineNames, mailNames, wordingNames } from "./theme-names.ts";

/** A theme with when and by whom it was put to use, a line for each field. */
export function themeFields({
  id = "",
  theme = {},
  createdAt = "",
  createdBy = "",
  isDefault = false,
  etag = "",
}: ThemeRevisionJson): string[][] {
  const { colors = {}, darkColors, cornerRadius = 0, texts = {} } = theme;
  return [
    ["revision", id],
    ["in use since", createdAt],
    ["set by", createdBy],
    ["default theme", isDefault ? "yes" : "no"],
    ["etag", etag],
    ...colourFields("colors", colors),
    ...(darkColors === undefined
      ? [["dark_colors", "none; the light colours are always used"]]
      : colourFields("dark_colors", darkColors)),
    ["corner_radius", String(cornerRadius)],
    ["font_asset", theme.fontAsset ?? ""],
    ["font_url", theme.fontUrl ?? ""],
    ["logo_asset", theme.logoAsset ?? ""],
    ["logo_url", theme.logoUrl ?? ""],
    ...lineNames.map((name) => [snakeCase(name), theme[name] ?? ""]),
    ...mailNames.flatMap((mail) =>
      wordingNames.flatMap((part) => {
        const words = texts[mail]?.[part] ?? "";
        return words === "" ? [] : [[`texts.${mail}.${part}`, words]];
      }),
    ),
  ];
}

function colourFields(above: string, colours: ThemeColorsJson): string[][] {
  return colourNames.map((name) => [`${above}.${snakeCase(name)}`, colours[name] ?? ""]);
}
