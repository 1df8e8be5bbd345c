import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { events as text } from "../../strings/events.ts";
import { eventsJson } from "./event-words.ts";

/** Says whether new events appear by themselves, and lets people hold them back. */
export function LiveBar(props: {
  events: readonly Event[];
  canGrow: boolean;
  isPaused: boolean;
  isReading: boolean;
  onPause: (isPaused: boolean) => void;
}): ReactNode {
  const { events, canGrow, isPaused, isReading, onPause } = props;
  const state = isPaused ? text.pausedText : isReading ? text.readingText : text.liveText;
  const isLive = !isPaused && !isReading;
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
          <Button look="ghost" onClick={() => onPause(!isPaused)}>
            {isPaused ? text.goLive : text.pause}
          </Button>
        )}
        {events.length > 0 && <CopyButton label={text.copyPage} text={eventsJson(events)} />}
      </div>
    </div>
  );
}
