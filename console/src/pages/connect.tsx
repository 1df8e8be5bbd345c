import { useQuery } from "@connectrpc/connect-query";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { useProject } from "../app/current-project.ts";
import { useUrlState } from "../app/url-state.ts";
import { CopyField } from "../components/copy-field.tsx";
import { Icon } from "../components/icon.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { connect as text } from "../strings/connect.ts";
import { screenNames } from "../strings/screens.ts";
import { Snippets, SnippetTabs } from "./connect/snippet-tabs.tsx";
import { platforms } from "./connect/snippets/platforms.ts";
import type { Facts } from "./connect/snippets/snippet.ts";

export function ConnectPage(): ReactNode {
  const project = useProject();
  const instance = useQuery(InstanceSettingsService.method.getInstance, {});
  return (
    <Page description={text.description} title={screenNames.connect}>
      <Loaded query={project}>
        {({ project }) => (
          <Loaded query={instance}>
            {({ baseUrl }) => project && <Lines facts={factsOf(baseUrl, project)} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

function factsOf(baseUrl: string, { slug, publishableKey, issuer, jwksUrl }: Project): Facts {
  return { baseUrl, publishableKey, project: slug, issuer, audience: slug, jwksUrl };
}

function Lines({ facts }: { facts: Facts }): ReactNode {
  const [view, setView] = useUrlState({ app: "expo", backend: "node" });
  return (
    <>
      {isLocal(facts.baseUrl) && <LocalNotice baseUrl={facts.baseUrl} />}
      <Card description={text.appText} title={text.app}>
        <SnippetTabs
          facts={facts}
          label={text.platform}
          names={text.apps}
          onChange={(app) => setView({ app }, { replace: true })}
          snippets={platforms.apps}
          value={view.app}
        />
      </Card>
      <div className="scroll-mt-16" id="verify">
        <Card description={text.backendText} title={text.backend}>
          <SnippetTabs
            facts={facts}
            label={text.language}
            names={text.backends}
            onChange={(backend) => setView({ backend }, { replace: true })}
            snippets={platforms.backends}
            value={view.backend}
          />
        </Card>
      </div>
      <Card description={text.agentText} title={text.agent}>
        <Snippets snippets={platforms.agents.agent(facts)} />
      </Card>
      <Card description={text.valuesText} title={text.values}>
        <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
          <CopyField label={text.baseUrl} value={facts.baseUrl} />
          <CopyField label={text.publishableKey} value={facts.publishableKey} />
          <CopyField label={text.issuer} value={facts.issuer} />
          <CopyField label={text.audience} value={facts.audience} />
          <CopyField label={text.jwksUrl} value={facts.jwksUrl} />
        </div>
      </Card>
    </>
  );
}

/** An address that means another machine on every device. */
function isLocal(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname;
  return host === "localhost" || host === "[::1]" || host.startsWith("127.");
}

function LocalNotice({ baseUrl }: { baseUrl: string }): ReactNode {
  const { protocol, hostname, port } = new URL(baseUrl);
  return (
    <div className="flex gap-3 rounded-xl bg-warn-soft p-4 text-warn-ink">
      <Icon name="alert" />
      <p>
        <strong className="font-medium">{text.localWarning(hostname)}</strong> {text.localText}{" "}
        <code className="font-mono text-xs wrap-anywhere">
          {`svc serve --base-url ${protocol}//192.168.1.20${port && `:${port}`}`}
        </code>
      </p>
    </div>
  );
}
