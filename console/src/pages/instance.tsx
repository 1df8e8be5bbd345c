import { lazy, type ReactNode, Suspense } from "react";
import { useUrlState } from "../app/url-state.ts";
import { Page } from "../components/page.tsx";
import { useMay } from "../components/rights.tsx";
import { Skeleton } from "../components/skeleton.tsx";
import { Tabs } from "../components/tabs.tsx";
import { instance as text } from "../strings/instance.ts";
import { screenNames } from "../strings/screens.ts";
import { AccountPart } from "./instance/account.tsx";
import { AdminsPart } from "./instance/admins.tsx";
import { MailPart } from "./instance/mail.tsx";
import { ServerPart } from "./instance/server.tsx";
import { TokensPart } from "./instance/tokens.tsx";

const AuditPart = lazy(async () => ({ default: (await import("./instance/audit.tsx")).AuditPart }));

function LazyAudit(): ReactNode {
  return (
    <Suspense fallback={<Skeleton />}>
      <AuditPart />
    </Suspense>
  );
}

export function InstancePage(): ReactNode {
  const [view, setView] = useUrlState({ tab: "server" });
  const isOwner = useMay()("owner");
  const ofOwners = [
    { value: "server", label: text.tabs.server, content: <ServerPart /> },
    { value: "mail", label: text.tabs.mail, content: <MailPart /> },
    { value: "admins", label: text.tabs.admins, content: <AdminsPart /> },
    { value: "audit", label: text.tabs.audit, content: <LazyAudit /> },
  ];
  const tabs = [
    ...(isOwner ? ofOwners : []),
    { value: "account", label: text.tabs.account, content: <AccountPart /> },
    { value: "tokens", label: text.tabs.tokens, content: <TokensPart /> },
  ];
  return (
    <Page description={isOwner ? text.description : text.ownDescription} title={screenNames.instance}>
      <Tabs
        label={text.parts}
        onChange={(tab) => setView({ tab })}
        tabs={tabs}
        value={tabs.some(({ value }) => value === view.tab) ? view.tab : (tabs[0]?.value ?? "")}
      />
    </Page>
  );
}
