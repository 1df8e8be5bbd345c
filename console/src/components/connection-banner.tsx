import type { ReactNode } from "react";
import { useIsConnectionLost } from "../api/connection.ts";
import { connection as text } from "../strings/conflict.ts";
import { Icon } from "./icon.tsx";

/** Says on every screen that the server cannot be reached, until it can. */
export function ConnectionBanner(): ReactNode {
  const isLost = useIsConnectionLost();
  return (
    <div aria-live="polite" className="sticky top-14 z-10 lg:top-0">
      {isLost && (
        <p className="flex items-center gap-2 bg-warn-soft px-4 py-2 font-medium text-warn-ink">
          <Icon name="alert" />
          {text.lost}
        </p>
      )}
    </div>
  );
}
