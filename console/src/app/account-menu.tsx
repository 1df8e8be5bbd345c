import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { leavePage } from "../api/current-admin.ts";
import { useAction } from "../api/use-action.ts";
import { Icon } from "../components/icon.tsx";
import { Menu } from "../components/menu.tsx";
import { shell } from "../strings/screens.ts";
import { clearDrafts } from "./draft-storage.ts";

/** Never comes back, so that nothing is asked for anew without a session. */
export function goToSignInForGood(): Promise<void> {
  clearDrafts();
  leavePage(() => location.assign("/console/sign-in"));
  return new Promise(() => {});
}

export function AccountMenu(): ReactNode {
  const { data } = useQuery(SessionService.method.getCurrentAdmin, {});
  const logout = useAction(SessionService.method.logout, { leave: goToSignInForGood });
  const navigate = useNavigate();
  const [isOpened, setOpened] = useState(false);
  const instance = useQuery(InstanceSettingsService.method.getInstance, {}, { enabled: isOpened });
  const email = data?.admin?.email ?? shell.account;
  const goTo = (tab: string): void => void navigate({ to: "/instance", search: { tab } });
  return (
    <Menu
      entries={[
        {
          label: shell.yourAccount,
          icon: "user",
          onSelect: () => goTo("account"),
        },
        { label: shell.yourTokens, icon: "key", onSelect: () => goTo("tokens") },
        { label: shell.help, icon: "book", onSelect: () => void open("/docs/", "_blank", "noreferrer") },
        { label: shell.signOut, icon: "door", onSelect: () => void logout.run({}) },
      ]}
      heading={
        <>
          <p>
            {shell.signedInAs} <strong className="font-medium text-ink">{email}</strong>
          </p>
          <p>{shell.version(instance.data?.version ?? "…")}</p>
        </>
      }
      onOpen={() => setOpened(true)}
      trigger={
        <button
          className="flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2.5 text-left text-muted hover:bg-hover hover:text-ink"
          type="button"
        >
          <Icon name="user" />
          <span className="truncate">{email}</span>
        </button>
      }
    />
  );
}
