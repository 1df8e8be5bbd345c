import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import type { Identity } from "@svc/proto/svc/auth/v1/user_pb";
import type { ReactNode } from "react";
import { Facts } from "../../components/facts.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { ShortTime } from "../../components/short-time.tsx";
import { user as text } from "../../strings/user.ts";
import { users } from "../../strings/users.ts";
import { methodsOf } from "../users/user-labels.ts";
import { UnlinkIdentity } from "./unlink-identity.tsx";

/** When and how the user comes in. */
export function AboutCard({ project, user }: { project: string; user: User }): ReactNode {
  return (
    <Card title={text.about}>
      <Facts
        facts={[
          { name: text.created, value: <RelativeTime at={user.createdAt} /> },
          { name: text.lastSignIn, value: <RelativeTime at={user.lastSignInAt} /> },
          ...(user.deletionTime
            ? [{ name: text.deletion, value: <ShortTime at={user.deletionTime} /> }]
            : []),
          { name: text.signsInWith, value: methodsOf(user) },
          ...user.identities.map((identity) => ({
            name: providerName(identity),
            value: <IdentityFact identity={identity} project={project} user={user} />,
          })),
        ]}
      />
    </Card>
  );
}

function providerName({ provider }: Identity): string {
  return provider === OauthProvider.APPLE ? users.providers.apple : users.providers.google;
}

function IdentityFact(props: { project: string; user: User; identity: Identity }): ReactNode {
  const { project, user, identity } = props;
  return (
    <span className="flex items-center justify-end gap-3">
      <span className="min-w-0">
        {identity.email && <span className="block break-all">{identity.email}</span>}
        <span className="text-xs text-muted">
          {text.linked} <RelativeTime at={identity.linkedAt} />
        </span>
      </span>
      <UnlinkIdentity
        name={providerName(identity)}
        project={project}
        provider={identity.provider}
        user={user}
      />
    </span>
  );
}
