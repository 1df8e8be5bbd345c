import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { events as text } from "../../strings/events.ts";
import { deviceName } from "../user/device-name.ts";
import { withoutDirectionMarks } from "../users/user-labels.ts";
import { EventChanges } from "./event-changes.tsx";
import { actorLabel, detailLabel, eventJson, eventLabel, personLabel } from "./event-labels.ts";
import type { EventView } from "./event-view.ts";

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

type DrawerProps = {
  /** Undefined for an event of the instance. */
  project: string | undefined;
  event: Event;
  onClose: () => void;
  /** Shows the list with this filter alone. */
  onOnly: (filter: Partial<EventView>) => void;
};

/** One event with everything that is known of it. */
export function EventDrawer({ project, event, onClose, onOnly }: DrawerProps): ReactNode {
  const json = eventJson(event);
  const { userId, actor, ip, user, userAgent } = event;
  const isThere = userId !== "" && user?.deleted !== true && !event.kind.endsWith("deleted");
  const admin = actor.startsWith("admin:") ? actor.slice("admin:".length) : "";
  return (
    <Drawer
      actions={
        <>
          {userId && <Button onClick={() => onOnly({ user: userId })}>{text.onlyUser}</Button>}
          {admin && <Button onClick={() => onOnly({ admin })}>{text.onlyAdmin}</Button>}
          {ip && <Button onClick={() => onOnly({ ip })}>{text.onlyIp}</Button>}
          {isThere && project && (
            <Link className={buttonClass()} params={{ project, user: userId }} to="/p/$project/users/$user">
              {text.openUser}
            </Link>
          )}
          <CopyButton label={text.copyEvent} text={json} />
        </>
      }
      description={<code className="font-mono text-xs">{event.kind}</code>}
      isOpen
      onClose={onClose}
      title={[eventLabel(event), detailLabel(event)].filter((part) => part !== "").join(" · ")}
    >
      <div className="space-y-5">
        <Facts
          facts={[
            { name: text.at, value: event.at ? exact.format(timestampDate(event.at)) : "" },
            { name: text.actor, value: actorLabel(event) },
            ...(userId ? [{ name: text.about, value: <Person event={event} /> }] : []),
            { name: text.device, value: userAgent ? deviceName(userAgent) : text.noDevice },
            { name: text.ip, value: ip ? <Id id={ip} /> : text.noIp },
          ]}
        />
        <EventChanges data={event.data} />
        <details>
          <summary className="cursor-pointer font-medium">{text.technical}</summary>
          <div className="space-y-4 pt-3">
            <Facts
              facts={[
                { name: text.id, value: <Id id={event.id} /> },
                ...(userId ? [{ name: text.userId, value: <Id id={userId} /> }] : []),
                ...(userAgent ? [{ name: text.userAgent, value: <Id id={userAgent} /> }] : []),
              ]}
            />
            <CodeBlock code={json} label={text.facts} />
          </div>
        </details>
      </div>
    </Drawer>
  );
}

function Person({ event }: { event: Event }): ReactNode {
  const name = withoutDirectionMarks(event.user?.displayName ?? "");
  const person = personLabel(event);
  return (
    <span className="break-words">
      {person}
      {name && name !== person && <span className="text-muted"> · {name}</span>}
    </span>
  );
}

function Id({ id }: { id: string }): ReactNode {
  return <span className="font-mono text-xs break-all">{id}</span>;
}
