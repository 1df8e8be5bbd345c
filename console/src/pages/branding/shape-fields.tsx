import { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { ReactNode } from "react";
import { type Failure, problemOf } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { NumberField, TextField } from "../../components/fields.tsx";
import { branding as text } from "../../strings/branding.ts";
import { FileField } from "./file-field.tsx";
import type { ThemeValues } from "./theme-values.ts";

type FieldsProps = {
  project: string;
  values: ThemeValues;
  change: (change: Partial<ThemeValues>) => void;
  failure: Failure | undefined;
};

export function ShapeFields(props: FieldsProps): ReactNode {
  const { values, change, failure } = props;
  return (
    <>
      <LogoField {...props} />
      <FontField {...props} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          hint={text.fontFamilyHint}
          label={text.fontFamily}
          onChange={(fontFamily) => change({ fontFamily })}
          problem={problemOf(failure, "theme.font_family") ?? problemOf(failure, "theme.font_asset")}
          spellCheck={false}
          value={values.fontFamily}
        />
        <NumberField
          hint={text.radiusHint}
          label={text.radius}
          max={32}
          min={0}
          onChange={(cornerRadius) => change({ cornerRadius })}
          problem={problemOf(failure, "theme.corner_radius")}
          unit={text.pixels}
          value={values.cornerRadius}
        />
      </div>
    </>
  );
}

function LogoField({ project, values: { logoAsset }, change, failure }: FieldsProps): ReactNode {
  const upload = useAction(ThemeService.method.uploadLogo, {
    done: () => text.logoUploaded,
    failures: "inline",
  });
  const store = async (data: Uint8Array<ArrayBuffer>): Promise<void> => {
    const answer = await upload.run({ project, data });
    if (answer) change({ logoAsset: answer.asset });
  };
  const refused = problemOf(failure, "theme.logo_asset") ? failure : undefined;
  return (
    <FileField
      accept="image/png,image/jpeg,image/webp,image/svg+xml"
      failure={upload.failure ?? refused}
      hasFile={logoAsset !== ""}
      hint={text.logoHint}
      isBusy={upload.isRunning}
      label={text.logo}
      onFile={(data) => void store(data)}
      onRemove={() => change({ logoAsset: "" })}
      shown={
        logoAsset === "" ? (
          text.noLogo
        ) : (
          <img
            alt={text.logo}
            className="h-10 max-w-48 rounded border border-line bg-sunken object-contain object-left"
            src={`/assets/${project}/${logoAsset}`}
          />
        )
      }
    />
  );
}

function FontField({ project, values, change }: FieldsProps): ReactNode {
  const upload = useAction(ThemeService.method.uploadFont, {
    done: () => text.fontUploaded,
    failures: "inline",
  });
  const store = async (data: Uint8Array<ArrayBuffer>, name: string): Promise<void> => {
    const answer = await upload.run({ project, data });
    if (answer) change({ fontAsset: answer.asset, fontFamily: values.fontFamily || familyOf(name) });
  };
  return (
    <FileField
      accept=".woff2,font/woff2"
      failure={upload.failure}
      hasFile={values.fontAsset !== ""}
      hint={text.fontHint}
      isBusy={upload.isRunning}
      label={text.font}
      onFile={(data, name) => void store(data, name)}
      onRemove={() => change({ fontAsset: "" })}
      shown={
        values.fontAsset === "" ? (
          text.noFont
        ) : (
          <code className="font-mono text-xs break-all">{values.fontAsset}</code>
        )
      }
    />
  );
}

/** `Inter-Variable.woff2` is the font Inter. */
function familyOf(fileName: string): string {
  const [name = ""] = fileName.replace(/\.woff2$/i, "").split(/[-_.[]/);
  return name.replace(/[^a-z0-9 ]/gi, "").slice(0, 64);
}
