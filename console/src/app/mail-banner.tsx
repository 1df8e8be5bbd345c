import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService, SmtpSource } from "@svc/proto/svc/admin/v1/instance_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../components/icon.tsx";
import { shell } from "../strings/screens.ts";

const REFRESH_MS = 60_000;
/** An administrator who has mended the mail server wants to see that it works. */
const FAILING_MS = 5_000;

/** On every screen while no email reaches anybody. */
export function MailBanner(): ReactNode {
  const { data } = useQuery(
    InstanceSettingsService.method.getInstance,
    {},
    {
      refetchInterval: ({ state }) => (state.data?.mailFailing ? FAILING_MS : REFRESH_MS),
      staleTime: REFRESH_MS,
      retry: false,
    },
  );
  const relay = data?.mailRelay;
  const hasNone = data?.smtp?.source === SmtpSource.CONSOLE;
  if (hasNone)
    return <Banner look="bg-sunken text-muted" said={shell.noMail} details={shell.mailSettings} isQuiet />;
  if (!data?.mailFailing) return null;
  const said = relay ? shell.mailFails(relay.waiting) : shell.mailFailsHere;
  return <Banner details={relay && shell.mailDetails} look="bg-danger-soft text-danger-ink" said={said} />;
}

/** Details of the mail server are for owners. */
function Banner(props: {
  look: string;
  said: string;
  details: string | undefined;
  isQuiet?: boolean;
}): ReactNode {
  return (
    <div
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 ${props.look}`}
      // Whoever has no mail server has been told often enough.
      role={props.isQuiet ? undefined : "status"}
    >
      <Icon name="alert" />
      <span className="min-w-0 flex-1">{props.said}</span>
      {props.details && (
        <Link className="font-medium underline" search={{ tab: "mail" } as never} to="/instance">
          {props.details}
        </Link>
      )}
    </div>
  );
}
