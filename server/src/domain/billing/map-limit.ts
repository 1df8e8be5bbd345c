/** Does the work for every item, at most `limit` at a time. Waits for all of them, also when one fails. */
export async function mapLimit<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  const results = await Promise.allSettled(Array.from({ length: limit }, worker));
  const broken = results.find((result) => result.status === "rejected");
  if (broken) throw broken.reason;
}
