import type { ReactNode } from "react";
import { events as text } from "../../strings/events.ts";
import { EventLog } from "../events/event-log.tsx";

/** What administrators did outside of projects. */
export function AuditPart(): ReactNode {
  return (
    <div className="space-y-3">
      <p className="max-w-prose text-muted">{text.auditText}</p>
      <EventLog project={undefined} />
    </div>
  );
}
