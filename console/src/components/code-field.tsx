import type { ReactNode, Ref } from "react";
import { TextField } from "./fields.tsx";

/** Six digits of an authenticator app. Phones offer the keys for digits, and password managers the code. */
export function CodeField(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
}): ReactNode {
  return (
    <TextField
      {...props}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={16}
      required
      spellCheck={false}
    />
  );
}
