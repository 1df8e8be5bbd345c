import { useQuery } from "@connectrpc/connect-query";
import { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
import { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import { type ReactNode, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SwitchField } from "../../components/fields.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Card } from "../../components/page.tsx";
import { twoStep as text } from "../../strings/two-step.ts";

/** Whether every administrator needs a second factor. */
export function FactorPolicy(): ReactNode {
  const query = useQuery(InstanceSettingsService.method.getInstance, {});
  return (
    <Card title={text.allTitle}>
      <Loaded query={query}>
        {({ requireAdminFactors }) => <Policy isRequired={requireAdminFactors} />}
      </Loaded>
    </Card>
  );
}

function Policy({ isRequired }: { isRequired: boolean }): ReactNode {
  const [wanted, setWanted] = useState<boolean>();
  const set = useAction(AdminFactorService.method.setAdminFactorPolicy, {
    done: ({ requireFactors }) => text.allSaved(requireFactors),
    failures: "inline",
  });
  const close = (): void => {
    setWanted(undefined);
    set.reset();
  };
  return (
    <>
      <SwitchField hint={text.allText} label={text.all} onChange={setWanted} value={isRequired} />
      {wanted !== undefined && (
        <ConfirmDialog
          action={wanted ? text.allOnAction : text.allOffAction}
          description={wanted ? text.allOnText : text.allOffText}
          failure={set.failure}
          isBusy={set.isRunning}
          isDangerous={!wanted}
          isOpen
          onClose={close}
          onConfirm={async () => {
            if (await set.run({ requireFactors: wanted })) close();
          }}
          title={wanted ? text.allOn : text.allOff}
        />
      )}
    </>
  );
}
