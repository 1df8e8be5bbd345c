import { useQuery } from "@connectrpc/connect-query";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { ReactNode } from "react";
import { useProject, useProjectSlug } from "../app/current-project.ts";
import { CopyField } from "../components/copy-field.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { Allowed } from "../components/rights.tsx";
import { keys as text } from "../strings/keys.ts";
import { screenNames } from "../strings/screens.ts";
import { PublishedKeys } from "./keys/published-keys.tsx";
import { ResetKey } from "./keys/reset-key.tsx";
import { RotateKey } from "./keys/rotate-key.tsx";
import { SecretKey } from "./keys/secret-key.tsx";

export function KeysPage(): ReactNode {
  const slug = useProjectSlug();
  const project = useProject();
  const signing = useQuery(ProjectService.method.getSigningKey, { project: slug });
  const rotate = <RotateKey slug={slug} waitSeconds={signing.data?.keys?.standByWaitSeconds ?? 0} />;
  return (
    <Page description={text.description} title={screenNames.keys}>
      <Card description={text.apiKeysText} title={text.apiKeys}>
        <Loaded query={project}>
          {({ project }) => (
            <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
              <CopyField
                hint={text.publishableHint}
                label={text.publishable}
                value={project?.publishableKey ?? ""}
              />
              <SecretKey old={project?.oldSecretKey} slug={slug} />
            </div>
          )}
        </Loaded>
      </Card>
      <Card actions={rotate} description={text.signingText} isFlush title={text.signing}>
        <Loaded query={signing}>
          {({ keys }) =>
            keys && (
              <>
                <div className="grid grid-cols-1 gap-5 border-b border-line p-4 md:grid-cols-2">
                  <div className="md:col-span-2">
                    <CopyField hint={text.jwksHint} label={text.jwks} value={keys.jwksUrl} />
                  </div>
                  <CopyField label={text.issuer} value={keys.issuer} />
                  <CopyField label={text.audience} value={keys.audience} />
                </div>
                <PublishedKeys keys={keys} />
              </>
            )
          }
        </Loaded>
      </Card>
      <Allowed needs="administrator">
        <ResetKey slug={slug} />
      </Allowed>
    </Page>
  );
}
