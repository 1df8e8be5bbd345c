import type { JsonObject } from "@bufbuild/protobuf";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { MfaPolicy } from "@svc/proto/svc/auth/v1/config_pb";
import type { ReactNode } from "react";
import { useProject } from "../../app/current-project.ts";
import { Badge } from "../../components/badge.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { user as text } from "../../strings/user.ts";

const LIFETIME_SECONDS = 15 * 60;

/** What a backend finds in the user's next access token. */
export function TokenPreview({
  user,
  claims,
  isDraft,
}: {
  user: User;
  claims: JsonObject;
  isDraft: boolean;
}): ReactNode {
  const query = useProject();
  return (
    <Card
      actions={isDraft && <Badge tone="accent">{text.previewDraft}</Badge>}
      description={text.previewText}
      title={text.preview}
    >
      <Loaded query={query}>
        {({ project }) => (
          <CodeBlock
            code={JSON.stringify(
              payloadOf(user, claims, {
                issuer: project?.issuer ?? "",
                audience: project?.slug ?? "",
                hasFactors: (project?.settings?.mfa?.policy ?? MfaPolicy.OFF) !== MfaPolicy.OFF,
              }),
              null,
              2,
            )}
            label={text.preview}
          />
        )}
      </Loaded>
    </Card>
  );
}

function payloadOf(
  user: User,
  claims: JsonObject,
  { issuer, audience, hasFactors }: { issuer: string; audience: string; hasFactors: boolean },
) {
  const iat = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    sub: user.id,
    aud: audience,
    iat,
    exp: iat + LIFETIME_SECONDS,
    sid: user.sessions[0]?.id ?? `<${text.previewSession}>`,
    ...(user.email !== "" && { email: user.email }),
    email_verified: user.emailVerified,
    ...(user.isAnonymous && { anonymous: true }),
    ...(hasFactors && { auth_time: iat }),
    ...(hasFactors && !user.isAnonymous && { amr: [`<${text.previewProof}>`] }),
    claims,
  };
}
