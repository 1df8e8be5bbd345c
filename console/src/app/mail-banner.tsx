import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../components/icon.tsx";
import { shell } from "../strings/screens.ts";

const REFRESH_MS = 60_000;

/** On every screen while the mail server does not accept emails. */
export function MailBanner(): ReactNode {
  const { data } = useQuery(
    InstanceSettingsService.method.getInstance,
    {},
    { refetchInterval: REFRESH_MS, staleTime: REFRESH_MS, retry: false },
  );
  const relay = data?.mailRelay;
  if (!relay?.failing) return null;
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-danger-soft px-4 py-2 text-danger-ink"
      role="status"
    >
      <Icon name="alert" />
      <span className="min-w-0 flex-1">{shell.mailFails(relay.waiting)}</span>
      <Link className="font-medium underline" search={{ tab: "mail" } as never} to="/instance">
        {shell.mailDetails}
      </Link>
    </div>
  );
}
