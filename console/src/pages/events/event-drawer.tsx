import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Event } from "@svc/proto/svc/admin/v1/analytics_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { eventName, events as text } from "../../strings/events.ts";
import { actorLabel, eventJson } from "./event-labels.ts";

const exact = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "long" });

/** One event with everything that is known of it. */
export function EventDrawer({
  project,
  event,
  onClose,
  onOnlyUser,
}: {
  project: string;
  event: Event;
  onClose: () => void;
  onOnlyUser: (userId: string) => void;
}): ReactNode {
  const json = eventJson(event);
  const { userId } = event;
  return (
    <Drawer
      actions={
        <>
          {userId && <Button onClick={() => onOnlyUser(userId)}>{text.onlyUser}</Button>}
          {userId && !event.kind.endsWith("deleted") && (
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
      title={eventName(event.kind)}
    >
      <div className="space-y-5">
        <Facts
          facts={[
            { name: text.at, value: event.at ? exact.format(timestampDate(event.at)) : "" },
            { name: text.actor, value: actorLabel(event) },
            ...(userId ? [{ name: text.about, value: <Id id={userId} /> }] : []),
            { name: text.ip, value: event.ip ? <Id id={event.ip} /> : text.noIp },
            { name: text.id, value: <Id id={event.id} /> },
          ]}
        />
        <CodeBlock code={json} label={text.facts} />
      </div>
    </Drawer>
  );
}

function Id({ id }: { id: string }): ReactNode {
  return <span className="font-mono text-xs break-all">{id}</span>;
}
