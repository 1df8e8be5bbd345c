import { createContext, type ReactNode, useContext } from "react";

/** The lowest role that may use a control, in the project of the address or, for `owner`, on the instance. */
export type Needs = "owner" | "administrator" | "support";

/** Everything, outside of the shell. Whatever is shown, the server decides. */
const Rights = createContext<(needs: Needs) => boolean>(() => true);

export const RightsProvider = Rights.Provider;

/** Tells what the administrator may do here. */
export function useMay(): (needs: Needs) => boolean {
  return useContext(Rights);
}

/** Shows its content to those who may use it. */
export function Allowed({ needs, children }: { needs: Needs; children: ReactNode }): ReactNode {
  return useMay()(needs) && children;
}
