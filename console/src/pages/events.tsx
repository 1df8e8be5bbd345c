import type { ReactNode } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { Page } from "../components/page.tsx";
import { events as text } from "../strings/events.ts";
import { screenNames } from "../strings/screens.ts";
import { EventLog } from "./events/event-log.tsx";

export function EventsPage(): ReactNode {
  return (
    <Page description={text.description} title={screenNames.events}>
      <EventLog project={useProjectSlug()} />
    </Page>
  );
}
