import { useQuery } from "@connectrpc/connect-query";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useProjectSlug } from "../app/current-project.ts";
import { Badge } from "../components/badge.tsx";
import { buttonClass } from "../components/button.tsx";
import { CopyButton } from "../components/copy-button.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { screenNames } from "../strings/screens.ts";
import { user as text } from "../strings/user.ts";
import { AboutCard } from "./user/about-card.tsx";
import { Bouncing } from "./user/bouncing.tsx";
import { CannotSignIn } from "./user/cannot-sign-in.tsx";
import { Claims } from "./user/claims.tsx";
import { ProfileCard } from "./user/profile-card.tsx";
import { SessionsCard } from "./user/sessions-card.tsx";
import { UserActions } from "./user/user-actions.tsx";
import { nameOfUser } from "./users/user-labels.ts";

/** What stands further down is not waited for. */
const UserEvents = lazy(async () => ({ default: (await import("./user/user-events.tsx")).UserEvents }));

const UserPush = lazy(async () => ({ default: (await import("./user/user-push.tsx")).UserPush }));

const PasskeysCard = lazy(async () => ({
  default: (await import("./user/passkeys-card.tsx")).PasskeysCard,
}));

const FactorsCard = lazy(async () => ({ default: (await import("./user/factors-card.tsx")).FactorsCard }));

/** Most of what it needs is of no use to the rest of the page, which does not wait for it. */
const UserBilling = lazy(async () => ({
  default: (await import("./user/user-billing.tsx")).UserBilling,
}));

const UserNotes = lazy(async () => ({ default: (await import("./user/user-notes.tsx")).UserNotes }));
const RawRecord = lazy(async () => ({ default: (await import("./user/raw-record.tsx")).RawRecord }));

/** How often a user who may not try to sign in now is looked at. */
const PAUSED_MS = 30_000;

export function UserPage(): ReactNode {
  const project = useProjectSlug();
  const { user: userId = "" } = useParams({ strict: false });
  const query = useQuery(
    UserService.method.getUser,
    { project, userId },
    { refetchInterval: ({ state }) => (state.data?.signInPausedUntil ? PAUSED_MS : false) },
  );
  const user = query.data?.user;
  return (
    <Page
      actions={
        <>
          <Link className={buttonClass("ghost")} params={{ project }} to="/p/$project/users">
            {text.allUsers}
          </Link>
          {user && <UserActions project={project} user={user} />}
        </>
      }
      description={<Summary id={userId} user={user} />}
      title={user ? nameOfUser(user) : screenNames.user}
    >
      <Loaded query={query}>
        {(answer) =>
          answer.user && (
            <>
              <CannotSignIn answer={answer} />
              <Bouncing user={answer.user} />
              <Cards key={answer.user.id} project={project} user={answer.user} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Summary({ id, user }: { id: string; user: User | undefined }): ReactNode {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="inline-flex items-center font-mono text-xs">
        {id}
        <CopyButton isSmall label={text.copyId} text={id} />
      </span>
      {user?.email && (
        <span className="inline-flex items-center text-xs wrap-anywhere">
          <bdi>{user.email}</bdi>
          <CopyButton isSmall label={text.copyEmail} text={user.email} />
        </span>
      )}
      {user?.disabled && <Badge tone="danger">{text.disabled}</Badge>}
      {user?.deletionTime && <Badge tone="danger">{text.toBeDeleted}</Badge>}
      {user?.isAnonymous && <Badge>{text.guest}</Badge>}
      {user?.email && (
        <Badge tone={user.emailVerified ? "ok" : "warn"}>
          {user.emailVerified ? text.verified : text.unverified}
        </Badge>
      )}
      {user?.emailBounces && <Badge tone="danger">{text.bouncing}</Badge>}
    </span>
  );
}

/** On a phone one below the other, in this order; else two columns, of which the second begins with the timeline. */
function Cards({ project, user }: { project: string; user: User }): ReactNode {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="space-y-5">
        <ProfileCard project={project} user={user} />
        <AboutCard project={project} user={user} />
      </div>
      <div className="space-y-5 lg:row-span-2">
        <Suspense>
          <UserEvents project={project} userId={user.id} />
        </Suspense>
        <SessionsCard project={project} user={user} />
        <Suspense>
          <PasskeysCard project={project} userId={user.id} />
        </Suspense>
        <Suspense>
          <FactorsCard project={project} user={user} />
        </Suspense>
        <Suspense>
          <UserPush project={project} user={user} />
        </Suspense>
        <Suspense>
          <UserNotes project={project} userId={user.id} />
        </Suspense>
        <Suspense>
          <RawRecord user={user} />
        </Suspense>
      </div>
      <div className="space-y-5">
        <Suspense>
          <UserBilling project={project} userId={user.id} />
        </Suspense>
        <Claims project={project} user={user} />
      </div>
    </div>
  );
}
