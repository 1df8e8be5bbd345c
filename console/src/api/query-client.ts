import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "./failure-of.ts";

/** Answers are fresh for a moment, so that going back and forth asks nothing twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
  },
});
