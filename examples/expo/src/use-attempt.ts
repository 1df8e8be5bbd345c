import { useState } from "react";
import { say } from "./say.ts";

export type Attempt = Readonly<{
  isBusy: boolean;
  problem: string;
  run: (work: () => Promise<unknown>) => Promise<void>;
}>;

/** One action at a time, and what to tell the user when it fails. */
export function useAttempt(): Attempt {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  return {
    isBusy,
    problem,
    async run(work) {
      setBusy(true);
      setProblem("");
      try {
        await work();
      } catch (error) {
        setProblem(say(error));
      } finally {
        setBusy(false);
      }
    },
  };
}
