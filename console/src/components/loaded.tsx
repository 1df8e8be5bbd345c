import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { failureOf } from "../api/failure-of.ts";
import { ErrorNotice } from "./error-notice.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The three states of a query: lines while it loads, the reason when it failed, and its data. */
export function Loaded<Data>({
  query,
  waiting = <Skeleton />,
  children,
}: {
  query: UseQueryResult<Data, Error>;
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return waiting;
  const failure = failureOf(query.error);
  const isGone = failure.reason === "NOT_FOUND"; // another try would find it as little
  return (
    <div className="p-4">
      <ErrorNotice failure={failure} {...(!isGone && { onRetry: () => void query.refetch() })} />
    </div>
  );
}
