import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { DialogProps } from "./dialog-popup.tsx";

const loadPopup = () => import("./dialog-popup.tsx");
const DialogPopup = lazy(async () => ({ default: (await loadPopup()).DialogPopup }));

/**
 * A question or a short form in the middle of the screen. Closed, it keeps nothing of what was in it. It stays open under the question
 * for the password, wherever somebody clicks there.
 */
export function Dialog(props: DialogProps): ReactNode {
  return (
    <Popup
      {...props}
      className="popup fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] -translate-1/2 flex-col data-ending-style:scale-98 data-starting-style:scale-98"
    />
  );
}

/** A panel from the right, for details beside what they belong to; the whole width on a phone. */
export function Drawer(props: DialogProps): ReactNode {
  return (
    <Popup
      {...props}
      className="fixed inset-y-0 right-0 z-40 flex w-[min(36rem,100vw)] flex-col bg-raised shadow-float transition-transform duration-200 outline-none data-ending-style:translate-x-full data-starting-style:translate-x-full"
    />
  );
}

/** Nothing until it is opened for the first time. It is fetched before, once the screen that has it is there. */
function Popup(props: DialogProps & { className: string }): ReactNode {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    const timer = setTimeout(() => void loadPopup().catch(() => {}), 300);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense>{wasOpen && <DialogPopup {...props} />}</Suspense>;
}
