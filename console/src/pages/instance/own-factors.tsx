import { useQuery } from "@connectrpc/connect-query";
import { AdminFactorService, type AdminFactors } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { RelativeTime } from "../../components/relative-time.tsx";
import { twoStep as text } from "../../strings/two-step.ts";
import { NewRecoveryCodes } from "./new-recovery-codes.tsx";
import { RemoveApp } from "./remove-app.tsx";
import { SetUpApp } from "./set-up-app.tsx";

/** From here on the codes are few enough to say so. */
const FEW_CODES = 3;

export function OwnFactors(): ReactNode {
  const query = useQuery(AdminFactorService.method.getMyFactors, {});
  return (
    <Card description={text.description} title={text.title}>
      <Loaded query={query}>{({ factors }) => factors && <Factors factors={factors} />}</Loaded>
    </Card>
  );
}

/** The buttons stay where they are in the tree: what they show must outlive the change that they make. */
function Factors({ factors }: { factors: AdminFactors }): ReactNode {
  const isOn = factors.totpEnrolledAt !== undefined;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-48 flex-1">{isOn ? <App factors={factors} /> : <NoApp factors={factors} />}</div>
      <div className="flex flex-wrap gap-2">
        <SetUpApp isReplacement={isOn} />
        {isOn && <NewRecoveryCodes />}
        {isOn && <RemoveApp />}
      </div>
    </div>
  );
}

function NoApp({ factors: { required } }: { factors: AdminFactors }): ReactNode {
  return <p className="text-muted">{required ? text.offButRequired : text.off}</p>;
}

function App({ factors }: { factors: AdminFactors }): ReactNode {
  const { totpEnrolledAt, totpLastUsedAt, recoveryCodesLeft } = factors;
  return (
    <div className="space-y-1">
      <p>
        {text.added} <RelativeTime at={totpEnrolledAt} /> · {text.used} <RelativeTime at={totpLastUsedAt} />
      </p>
      <Badge tone={recoveryCodesLeft <= FEW_CODES ? "warn" : "neutral"}>
        {text.codesLeft(recoveryCodesLeft)}
      </Badge>
    </div>
  );
}
