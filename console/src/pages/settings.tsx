import { lazy, type ReactNode, Suspense } from "react";
import { useProject } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { Allowed } from "../components/rights.tsx";
import { Skeleton } from "../components/skeleton.tsx";
import { Tabs } from "../components/tabs.tsx";
import { screenNames } from "../strings/screens.ts";
import { settings as text } from "../strings/settings.ts";
import { DangerCard } from "./settings/danger-card.tsx";
import { DeletionCard } from "./settings/deletion-card.tsx";
import { GeneralCard } from "./settings/general-card.tsx";
import { LanguagesCard } from "./settings/languages-card.tsx";
import { NoticesCard } from "./settings/notices-card.tsx";
import { RetentionCard } from "./settings/retention-card.tsx";
import { SenderCard } from "./settings/sender-card.tsx";
import { SessionsCard } from "./settings/sessions-card.tsx";

const SpecPanel = lazy(async () => ({ default: (await import("./settings/spec-panel.tsx")).SpecPanel }));

export function SettingsPage(): ReactNode {
  const [{ tab }, setView] = useUrlState({ tab: "form" });
  return (
    <Page description={text.description} title={screenNames.settings}>
      <Tabs
        label={text.tabs}
        onChange={(next) => setView({ tab: next })}
        tabs={[
          { value: "form", label: text.form, content: <SettingsForm /> },
          { value: "yaml", label: text.yaml, content: <Yaml /> },
        ]}
        value={tab === "yaml" ? tab : "form"}
      />
    </Page>
  );
}

function Yaml(): ReactNode {
  return (
    <Suspense fallback={<Skeleton />}>
      <SpecPanel />
    </Suspense>
  );
}

function SettingsForm(): ReactNode {
  return (
    <Loaded query={useProject()}>
      {({ project }) =>
        project?.settings && (
          <div className="space-y-5" key={project.id}>
            <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
              <div className="space-y-5">
                <GeneralCard project={project} />
                <LanguagesCard />
                <SenderCard project={project} />
                <NoticesCard />
              </div>
              <div className="space-y-5">
                <SessionsCard />
                <RetentionCard />
                <DeletionCard />
              </div>
            </div>
            <Allowed needs="owner">
              <DangerCard project={project} />
            </Allowed>
          </div>
        )
      }
    </Loaded>
  );
}
