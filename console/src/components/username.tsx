import { useQuery } from "@connectrpc/connect-query";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { ReactNode } from "react";

/** Tells a password manager whose password the form asks for. */
export function Username(): ReactNode {
  const { data } = useQuery(SessionService.method.getCurrentAdmin, {});
  return (
    <input
      autoComplete="username"
      className="hidden"
      readOnly
      type="email"
      value={data?.admin?.email ?? ""}
    />
  );
}
