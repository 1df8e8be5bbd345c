import type { ReactNode } from "react";
import { useIsConnectionLost } from "../../api/connection.ts";
import { Button } from "../../components/button.tsx";
import { connection } from "../../strings/conflict.ts";
import { events as text } from "../../strings/events.ts";

/** Says whether new rows appear by themselves, and lets people hold them back. */
export function LiveBar(props: {
  /** What is said while they do. */
  live?: string;
  canGrow: boolean;
  isPaused: boolean;
  isReading: boolean;
  onPause: (isPaused: boolean) => void;
  actions?: ReactNode;
}): ReactNode {
  const { canGrow, isPaused, isReading, onPause, live = text.liveText } = props;
  const isLost = useIsConnectionLost();
  const state = isLost ? connection.lost : isPaused ? text.pausedText : isReading ? text.readingText : live;
  const isLive = !isPaused && !isReading && !isLost;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {canGrow && (
        <>
          <span
            className={`size-2 shrink-0 rounded-full ${isLive ? "animate-pulse bg-ok" : "bg-line-strong"}`}
          />
          <p className="text-xs text-muted">{state}</p>
        </>
      )}
      <div className="ml-auto flex gap-2">
        {canGrow && (
          <Button variant="ghost" onClick={() => onPause(!isPaused)}>
            {isPaused ? text.goLive : text.pause}
          </Button>
        )}
        {props.actions}
      </div>
    </div>
  );
}
