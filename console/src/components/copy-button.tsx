import { type ReactNode, useEffect, useState } from "react";
import { common } from "../strings/common.ts";
import { Button, IconButton } from "./button.tsx";
import { showFailure } from "./toast.tsx";

/** Copies, and says so for two seconds. `isSmall` leaves the icon only. */
export function CopyButton({
  text,
  label = common.copy,
  isSmall = false,
}: {
  text: string;
  label?: string;
  isSmall?: boolean;
}): ReactNode {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), 2000);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
    } catch {
      // Browsers offer the clipboard to secure origins only, and may be told to refuse.
      showFailure({ reason: "CLIPBOARD", text: common.copyFailed, requestId: "", field: "" });
    }
  };
  const icon = isDone ? "check" : "copy";
  const shownLabel = isDone ? common.copied : label;
  if (isSmall) return <IconButton icon={icon} label={shownLabel} onClick={copy} />;
  return (
    <Button icon={icon} onClick={copy}>
      {shownLabel}
    </Button>
  );
}
