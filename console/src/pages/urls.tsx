import type { Project } from "@svc/proto/svc/admin/v1/project_pb";
import type { ReactNode } from "react";
import { useProject } from "../app/current-project.ts";
import { CopyField } from "../components/copy-field.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { screenNames } from "../strings/screens.ts";
import { urls as text } from "../strings/urls.ts";
import { RedirectCard, redirectOrigins, redirectSchemes } from "./urls/redirect-card.tsx";

export function UrlsPage(): ReactNode {
  return (
    <Page description={text.description} title={screenNames.urls}>
      <Loaded query={useProject()}>
        {({ project }) =>
          project?.settings && (
            <div className="space-y-5" key={project.id}>
              <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
                <RedirectCard list={redirectSchemes} />
                <RedirectCard list={redirectOrigins} />
              </div>
              <AddressesCard project={project} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function AddressesCard({ project }: { project: Project }): ReactNode {
  return (
    <Card description={text.addressesText} title={text.addresses}>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <CopyField
          hint={text.deletionHint}
          label={text.deletion}
          value={`${project.issuer}/delete-account`}
        />
        <CopyField hint={text.appHint} label={text.app} value={`${project.issuer}/app`} />
        <CopyField hint={text.issuerHint} label={text.issuer} value={project.issuer} />
        <CopyField hint={text.jwksHint} label={text.jwks} value={project.jwksUrl} />
      </div>
    </Card>
  );
}
