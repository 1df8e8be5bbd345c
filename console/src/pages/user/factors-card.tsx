import { useQuery } from "@connectrpc/connect-query";
import type { User } from "@svc/proto/svc/admin/v1/user_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { MfaPolicy } from "@svc/proto/svc/auth/v1/config_pb";
import type { UserFactors } from "@svc/proto/svc/auth/v1/factors_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useProject } from "../../app/current-project.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Facts } from "../../components/facts.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { userFactors as text } from "../../strings/mfa-settings.ts";
import { nameOfUser } from "../users/user-labels.ts";

type Of = { project: string; user: User };

/** Nothing of guests, and nothing where the project uses no second factors and the user has none. */
export function FactorsCard({ project, user }: Of): ReactNode {
  const query = useQuery(
    UserService.method.getUserFactors,
    { project, userId: user.id },
    { enabled: !user.isAnonymous },
  );
  const policy = useProject().data?.project?.settings?.mfa?.policy ?? MfaPolicy.OFF;
  const factors = query.data?.factors;
  if (user.isAnonymous || (policy === MfaPolicy.OFF && factors?.totpEnrolledAt === undefined)) return null;
  return (
    <Card
      actions={canReset(factors) && <ResetFactors project={project} user={user} />}
      description={text.description}
      title={text.title}
    >
      <Loaded query={query}>
        {({ factors }) => factors && <FactorFacts factors={factors} isOn={policy !== MfaPolicy.OFF} />}
      </Loaded>
    </Card>
  );
}

function canReset(factors: UserFactors | undefined): boolean {
  return factors?.totpEnrolledAt !== undefined || (factors?.passkeys ?? 0) > 0;
}

function FactorFacts({ factors, isOn }: { factors: UserFactors; isOn: boolean }): ReactNode {
  const { totpEnrolledAt, totpLastUsedAt, recoveryCodesLeft, passkeys, required } = factors;
  const ifEnrolled = [
    { name: text.lastUsed, value: <RelativeTime at={totpLastUsedAt} /> },
    { name: text.recoveryCodes, value: recoveryCodesLeft },
  ];
  return (
    <Facts
      facts={[
        {
          name: text.app,
          value: totpEnrolledAt ? (
            <>
              {text.enrolled} <RelativeTime at={totpEnrolledAt} />
            </>
          ) : (
            text.noApp
          ),
        },
        ...(totpEnrolledAt ? ifEnrolled : []),
        { name: text.passkeys, value: passkeys },
        ...(isOn ? [{ name: text.required, value: required ? text.isRequired : text.isNotRequired }] : []),
      ]}
    />
  );
}

function ResetFactors({ project, user }: Of): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const reset = useAction(UserService.method.resetUserFactors, {
    done: () => text.resetDone,
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await reset.run({ project, userId: user.id })) setAsking(false);
  };
  return (
    <>
      <Button needs="administrator" onClick={() => setAsking(true)}>
        {text.reset}
      </Button>
      <ConfirmDialog
        action={text.reset}
        description={text.resetText}
        failure={reset.failure}
        isBusy={reset.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          reset.reset();
        }}
        onConfirm={() => void go()}
        title={text.resetTitle(nameOfUser(user))}
      >
        <ul className="list-disc space-y-1 pl-5">
          {text.resetEffects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  );
}
