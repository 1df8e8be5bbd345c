import type { ReactNode } from "react";
import { common } from "../strings/common.ts";

const WIDTHS = ["w-1/3", "w-2/5", "w-1/4", "w-1/2", "w-1/3", "w-2/5", "w-1/4", "w-1/2"];

/** Lines where text will be. */
export function Skeleton({ lines = 6 }: { lines?: number }): ReactNode {
  return (
    <div aria-busy="true" aria-label={common.loading} className="space-y-4 p-4" role="status">
      {WIDTHS.slice(0, lines).map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
        <div className={`h-4 animate-pulse rounded bg-hover ${width}`} key={index} />
      ))}
    </div>
  );
}
