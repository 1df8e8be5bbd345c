import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { BillingService } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CatalogEntitlement } from "@svc/proto/svc/admin/v1/billing_settings_pb";
import { type FormEvent, type ReactNode, useState } from "react";
import { problemOf } from "../../api/failure.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { type Option, SelectField, TextField } from "../../components/fields.tsx";
import { userBilling as text } from "../../strings/billing.ts";
import { common } from "../../strings/common.ts";

const DAY_MS = 86_400_000;

type Days = keyof typeof text.lengths;
const LENGTHS: Option<Days>[] = (["7", "30", "90", "365", "0"] as const).map((value) => ({
  value,
  label: text.lengths[value],
}));

type GiveProps = { project: string; userId: string; entitlements: readonly CatalogEntitlement[] };

/** Gives an entitlement without a purchase. */
export function GiveEntitlement(props: GiveProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button needs="administrator" icon="plus" onClick={() => setOpen(true)}>
        {text.give}
      </Button>
      <Dialog description={text.giveText} isOpen={isOpen} onClose={close} title={text.giveTitle}>
        <GiveForm {...props} onClose={close} />
      </Dialog>
    </>
  );
}

function GiveForm({
  project,
  userId,
  entitlements,
  onClose,
}: GiveProps & { onClose: () => void }): ReactNode {
  const [entitlementId, setEntitlement] = useState(entitlements[0]?.id ?? "");
  const [days, setDays] = useState<Days>("30");
  const [reason, setReason] = useState("");
  const name = entitlements.find(({ id }) => id === entitlementId)?.name || entitlementId;
  const give = useAction(BillingService.method.grantEntitlement, {
    done: () => text.given(name),
    failures: "inline",
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const end = Number(days) > 0 && {
      expiresAt: timestampFromDate(new Date(Date.now() + Number(days) * DAY_MS)),
    };
    if (await give.run({ project, userId, entitlementId, reason: reason.trim(), ...end })) onClose();
  };
  return (
    <form className="space-y-4" onSubmit={submit}>
      <SelectField
        label={text.entitlement}
        onChange={setEntitlement}
        options={entitlements.map(({ id, name }) => ({ value: id, label: name || id }))}
        problem={problemOf(give.failure, "entitlement_id")}
        value={entitlementId}
      />
      <SelectField
        label={text.length}
        onChange={setDays}
        options={LENGTHS}
        problem={problemOf(give.failure, "expires_at")}
        value={days}
      />
      <TextField
        autoComplete="off"
        hint={text.reasonHint}
        label={text.reason}
        onChange={setReason}
        problem={problemOf(give.failure, "reason")}
        value={reason}
      />
      {give.failure && <ErrorNotice failure={give.failure} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button isBusy={give.isRunning} variant="primary" type="submit">
          {text.giveNow}
        </Button>
      </div>
    </form>
  );
}

export function TakeBack({ project, grantId, name }: { project: string; grantId: string; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const revoke = useAction(BillingService.method.revokeEntitlementGrant, {
    done: () => text.takenBack(name),
    failures: "inline",
  });
  const go = async (): Promise<void> => {
    if (await revoke.run({ project, grantId })) setAsking(false);
  };
  return (
    <>
      <Button needs="administrator" aria-label={text.takeBackOf(name)} onClick={() => setAsking(true)}>
        {text.takeBack}
      </Button>
      <ConfirmDialog
        action={text.takeBack}
        description={text.takeBackText}
        failure={revoke.failure}
        isBusy={revoke.isRunning}
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          revoke.reset();
        }}
        onConfirm={() => void go()}
        title={text.takeBackTitle(name)}
      />
    </>
  );
}
