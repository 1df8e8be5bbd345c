import type { ReactNode } from "react";
import { restoredDraft as text } from "../strings/conflict.ts";
import { Icon } from "./icon.tsx";

/** Above a form whose unsaved changes come from before a reload or a sign-in. */
export function RestoredNotice(): ReactNode {
  return (
    <p className="flex gap-2 rounded-lg bg-accent-soft p-3 text-accent-ink" role="status">
      <Icon name="refresh" />
      {text.text}
    </p>
  );
}
