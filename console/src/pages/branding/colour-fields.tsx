import { type ReactNode, useState } from "react";
import { type Failure, problemOf } from "../../api/failure.ts";
import { ColourField, SwitchField } from "../../components/fields.tsx";
import { branding as text } from "../../strings/branding.ts";
import { colourFields, isContrastFailure } from "./colour-failure.ts";
import { contrastsOf, isColour, LEAST_CONTRAST, ratioText } from "./contrast.ts";
import {
  type ColourName,
  type Colours,
  colourNames,
  firstDarkColours,
  type ThemeValues,
} from "./theme-values.ts";

export function ColourFields({
  values,
  change,
  failure,
}: {
  values: ThemeValues;
  change: (change: Partial<ThemeValues>) => void;
  failure: Failure | undefined;
}): ReactNode {
  // Switched off and on again, they are as they were.
  const [lastDark, setLastDark] = useState(values.darkColors ?? firstDarkColours);
  const { colors, darkColors } = values;
  return (
    <div className="space-y-4">
      <p className="font-medium">{text.lightMode}</p>
      <Palette
        colours={colors}
        failure={failure}
        field="theme.colors"
        label={text.light}
        onChange={(next) => change({ colors: next })}
      />
      <div className="space-y-4 border-t border-line pt-4">
        <SwitchField
          hint={text.hasDarkHint}
          label={text.hasDark}
          onChange={(isOn) => change({ darkColors: isOn ? lastDark : undefined })}
          value={darkColors !== undefined}
        />
        {darkColors && (
          <Palette
            colours={darkColors}
            failure={failure}
            field="theme.dark_colors"
            label={text.dark}
            onChange={(next) => {
              setLastDark(next);
              change({ darkColors: next });
            }}
          />
        )}
      </div>
    </div>
  );
}

function Palette({
  label,
  colours,
  field,
  failure,
  onChange,
}: {
  label: string;
  colours: Colours;
  field: string;
  failure: Failure | undefined;
  onChange: (colours: Colours) => void;
}): ReactNode {
  return (
    <fieldset aria-label={label} className="grid grid-cols-2 gap-x-4 gap-y-4">
      {colourNames.map((name) => (
        <ColourField
          hint={ratios(colours, name)}
          key={name}
          label={text.names[name]}
          onChange={(colour) => onChange({ ...colours, [name]: colour })}
          problem={serverProblem(failure, `${field}.${colourFields[name]}`) ?? problem(colours, name)}
          value={colours[name]}
        />
      ))}
    </fieldset>
  );
}

/** Of too little contrast, the field says it in its own words. */
function serverProblem(failure: Failure | undefined, field: string): string | undefined {
  return isContrastFailure(failure) ? undefined : problemOf(failure, field);
}

function ratios(colours: Colours, name: ColourName): string {
  return contrastsOf(colours, name)
    .map(({ ground, ratio }) => text.ratio(ratioText(ratio), text.grounds[ground]))
    .join(", ");
}

function problem(colours: Colours, name: ColourName): string | undefined {
  if (!isColour(colours[name])) return text.noColour;
  const low = contrastsOf(colours, name).find(({ ratio }) => ratio < LEAST_CONTRAST);
  return low && text.tooLow(ratioText(low.ratio), text.grounds[low.ground]);
}
