import { Toast } from "@base-ui/react/toast";
import type { ReactNode } from "react";
import type { Failure } from "../api/failure.ts";
import { common } from "../strings/common.ts";
import { buttonClass } from "./button.tsx";
import { FailureFacts } from "./error-notice.tsx";
import { Icon } from "./icon.tsx";

const manager = Toast.createToastManager();

/** Says what has happened, for a few seconds. `useAction` does this by itself. */
export function showSuccess(text: string): void {
  manager.add({ title: text, type: "success", timeout: 5000 });
}

/** Says what failed, until it is closed or tried again. `useAction` does this by itself. */
export function showFailure(failure: Failure, retry?: () => void): void {
  const id = manager.add({
    title: failure.text,
    description: <FailureFacts failure={failure} />,
    type: "failure",
    priority: "high",
    timeout: 0,
    ...(retry && {
      actionProps: {
        children: common.retry,
        onClick: () => {
          manager.close(id);
          retry();
        },
      },
    }),
  });
}

export function Toasts({ children }: { children: ReactNode }): ReactNode {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList(): ReactNode {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      className="popup flex items-start gap-3 p-3 data-ending-style:translate-y-2 data-starting-style:translate-y-2"
      key={toast.id}
      toast={toast}
    >
      <span className={`mt-0.5 ${toast.type === "failure" ? "text-danger" : "text-ok"}`}>
        <Icon name={toast.type === "failure" ? "alert" : "check"} />
      </span>
      <Toast.Content className="min-w-0 flex-1 space-y-1">
        <Toast.Title className="text-sm font-medium" render={<p />} />
        <Toast.Description className="text-muted" render={<div />} />
        {toast.actionProps && <Toast.Action className={`${buttonClass()} mt-2`} />}
      </Toast.Content>
      <Toast.Close
        aria-label={common.close}
        className="rounded-md p-1 text-muted hover:bg-hover hover:text-ink"
      >
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
