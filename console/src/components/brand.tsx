import type { ReactNode } from "react";
import { common } from "../strings/common.ts";

/** The product's mark, as in favicon.svg. */
function Mark({ size }: { size: number }): ReactNode {
  return (
    <svg aria-hidden="true" className="shrink-0" height={size} viewBox="0 0 32 32" width={size}>
      <rect className="fill-accent" height={32} rx={9} width={32} />
      <path
        className="stroke-on-accent"
        d="M21.5 10.5A6.2 6.2 0 0 0 16 7.5c-3 0-5 1.7-5 4.1 0 5.6 10.5 3.2 10.5 8.8 0 2.4-2.2 4.1-5.5 4.1a6.2 6.2 0 0 1-5.5-3"
        fill="none"
        strokeLinecap="round"
        strokeWidth={3}
      />
    </svg>
  );
}

/** The product, and below it the server that this is the console of. */
export function Brand({ size = 28 }: { size?: number }): ReactNode {
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Mark size={size} />
      <div className="min-w-0">
        <p className="text-base leading-tight font-semibold tracking-tight">{common.product}</p>
        <p className="truncate text-xs leading-tight text-muted" title={location.host}>
          {location.host}
        </p>
      </div>
    </div>
  );
}
