/** Waits for all, also when one fails: nothing may run on behind the caller's back. */
export async function aFewAtATime<T>(
  items: readonly T[],
  atATime: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: atATime }, worker));
  const broken = results.find((result) => result.status === "rejected");
  if (broken) throw broken.reason;
}
