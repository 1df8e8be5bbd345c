import type { ReactNode } from "react";
import { saveFile } from "../app/save-file.ts";
import { twoStep as text } from "../strings/two-step.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useHeldDialog } from "./held-dialog.ts";

/**
 * The codes exist in one answer only. Keep them in the state of what shows them, and nowhere else. A dialog around them
 * closes by its own button; elsewhere `onDone` is needed.
 */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone?: () => void;
}): ReactNode {
  useHeldDialog();
  const all = `${codes.join("\n")}\n`;
  return (
    <div className="space-y-4">
      <ul
        aria-label={text.codes}
        className="grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-lg border border-line bg-sunken p-3 font-mono text-xs"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={all} />
        {/* A second Enter after the code must not close what is shown once. */}
        <Button
          autoFocus={onDone !== undefined}
          icon="down"
          onClick={() => saveFile("svc-recovery-codes.txt", all, "text/plain")}
        >
          {text.download}
        </Button>
      </div>
      {onDone && (
        <Button className="w-full" onClick={onDone} variant="primary">
          {text.done}
        </Button>
      )}
    </div>
  );
}
