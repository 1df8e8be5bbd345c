import { type ComponentPropsWithRef, type ReactNode, useState } from "react";
import { common } from "../strings/common.ts";
import { IconButton } from "./button.tsx";
import { Field } from "./fields.tsx";

/** A password, which can be shown to check what was typed. */
export function PasswordField({
  label,
  value,
  onChange,
  hint,
  problem,
  ...rest
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  problem?: string | undefined;
} & Omit<ComponentPropsWithRef<"input">, "id" | "value" | "onChange" | "type">): ReactNode {
  const [isShown, setShown] = useState(false);
  return (
    <Field hint={hint} label={label} problem={problem}>
      {(wiring) => (
        <div className="relative">
          <input
            {...rest}
            {...wiring}
            autoCapitalize="none"
            className="control pr-10"
            onChange={(event) => onChange(event.target.value)}
            spellCheck={false}
            type={isShown ? "text" : "password"}
            value={value}
          />
          <IconButton
            aria-pressed={isShown}
            className="absolute top-0 right-0"
            icon="eye"
            label={common.showPassword}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
