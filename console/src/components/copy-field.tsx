import { type ReactNode, useId } from "react";
import { CopyButton } from "./copy-button.tsx";

/** A value that is no secret, to read and to copy. */
export function CopyField({
  label,
  value,
  hint,
}: {
  label: string;
  value: string;
  hint?: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 space-y-1.5">
      <h3 className="font-medium" id={id}>
        {label}
      </h3>
      <div className="flex items-center gap-1 rounded-lg border border-line bg-sunken pl-3">
        <code className="min-w-0 flex-1 py-2 font-mono text-xs break-all">{value}</code>
        <CopyButton isSmall text={value} />
      </div>
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </section>
  );
}
