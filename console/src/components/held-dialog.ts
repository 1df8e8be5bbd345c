import { createContext, useContext, useEffect } from "react";

/** Tells the dialog around something that it must not close by accident. */
export const HoldOpen = createContext<(isHeld: boolean) => void>(() => {});

/** While this is shown, the dialog around it closes only by its buttons. */
export function useHeldDialog(): void {
  const hold = useContext(HoldOpen);
  useEffect(() => {
    hold(true);
    return () => hold(false);
  }, [hold]);
}
