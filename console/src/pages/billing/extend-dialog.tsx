import { type Timestamp, timestampDate, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CatalogTier } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { problemOf } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { TextField } from "../../components/fields.tsx";
import { showSuccess } from "../../components/toast.tsx";
import { support as text } from "../../strings/billing-metrics.ts";
import { common } from "../../strings/common.ts";
import { dayOf } from "./labels.ts";

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;

type Props = {
  project: string;
  /** Empty when nobody owns the subscription. */
  userId: string;
  tier: CatalogTier | undefined;
  /** Until when there is access now. */
  from: Timestamp | undefined;
  onClose: () => void;
};

/** Gives the owner everything that the tier unlocks until the end of a day, as grants. */
export function ExtendDialog(props: Props): ReactNode {
  const { tier, userId, onClose } = props;
  const why = userId === "" ? text.noOwner : tier ? text.extendText(tier.name || tier.id) : text.noTier;
  return (
    <Dialog description={why} isOpen onClose={onClose} title={text.extendTitle}>
      {tier && userId !== "" && <ExtendForm {...props} tier={tier} />}
    </Dialog>
  );
}

function ExtendForm({ project, userId, tier, from, onClose }: Props & { tier: CatalogTier }): ReactNode {
  const [day, setDay] = useState(() => suggested(from));
  const [reason, setReason] = useState("");
  // What a try before a failure has given is not given twice.
  const [given, setGiven] = useState<readonly string[]>([]);
  const grant = useAction(BillingService.method.grantEntitlement, { failures: "inline" });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const expiresAt = timestampFromDate(new Date(`${day}T23:59:59`));
    let done = given;
    for (const entitlementId of tier.entitlements.filter((id) => !given.includes(id))) {
      if (!(await grant.run({ project, userId, entitlementId, reason: reason.trim(), expiresAt }))) return;
      done = [...done, entitlementId];
      setGiven(done);
    }
    showSuccess(text.extended(dayOf(expiresAt)));
    onClose();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <TextField
        label={text.extendUntil}
        onChange={setDay}
        problem={problemOf(grant.failure, "expires_at")}
        required
        type="date"
        value={day}
      />
      <TextField
        autoComplete="off"
        hint={text.extendReasonHint}
        label={text.extendReason}
        onChange={setReason}
        problem={problemOf(grant.failure, "reason")}
        value={reason}
      />
      {grant.failure && <ErrorNotice failure={grant.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button isBusy={grant.isRunning} variant="primary" type="submit">
          {text.extendNow}
        </Button>
      </div>
    </form>
  );
}

/** A month after access ends, or after today. */
function suggested(from: Timestamp | undefined): string {
  const start = Math.max(Date.now(), from ? timestampDate(from).getTime() : 0);
  const then = new Date(start + USUAL_DAYS * DAY_MS);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}
