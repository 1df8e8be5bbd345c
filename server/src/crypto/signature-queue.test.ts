import { expect, test } from "vitest";
import { SignatureQueue, SignatureWorker } from "./signature-queue.ts";

const SLOTS = 256;
const signature = Buffer.alloc(64, 7);

function newQueue() {
  const queue = new SignatureQueue();
  const worker = new SignatureWorker(queue.memory);
  const enqueue = (text: string, key = 1) => queue.enqueue(key, text) ?? expect.fail("the queue is full");
  const nextJob = () => worker.nextJob() ?? expect.fail("the queue is empty");
  return { queue, worker, enqueue, nextJob };
}

test("what is laid down is taken once, in its order, and comes back signed", () => {
  const { queue, worker, enqueue, nextJob } = newQueue();
  const [first, second] = [enqueue("first", 3), enqueue("second", 4)];
  const [one, two] = [nextJob(), nextJob()];
  expect([one.text.toString(), one.key, two.text.toString(), two.key]).toEqual(["first", 3, "second", 4]);
  expect(worker.nextJob()).toBeUndefined();
  worker.finish(two.slot, Buffer.alloc(64, 2));
  worker.finish(one.slot, Buffer.alloc(64, 1));
  expect(queue.take(first)).toEqual({ signature: Buffer.alloc(64, 1).toString("base64url") });
  expect(queue.take(second)).toEqual({ signature: Buffer.alloc(64, 2).toString("base64url") });
});

test("a signature is had once", () => {
  const { queue, worker, enqueue, nextJob } = newQueue();
  const ticket = enqueue("text");
  worker.finish(nextJob().slot, signature);
  expect(queue.take(ticket).signature).toBeDefined();
  expect(queue.take(ticket)).toEqual({});
});

test("what nobody has begun is taken back, and nobody signs it any more", () => {
  const { queue, worker, enqueue } = newQueue();
  expect(queue.take(enqueue("text"))).toEqual({ wasUntouched: true });
  expect(worker.nextJob()).toBeUndefined();
});

test("what is being signed is not waited for, and its signature goes to nobody else", () => {
  const { queue, worker, enqueue, nextJob } = newQueue();
  const late = enqueue("late");
  const job = nextJob();
  expect(queue.take(late)).toEqual({});
  for (let n = 1; n < SLOTS; n++) queue.take(enqueue(`other ${n}`)); // round to the same slot
  expect(queue.enqueue(1, "refused while it is being signed")).toBeUndefined();
  worker.finish(job.slot, signature);
  expect(queue.take(enqueue("next"))).toEqual({ wasUntouched: true });
});

test("without a signature the place is free again", () => {
  const { queue, worker, enqueue, nextJob } = newQueue();
  const ticket = enqueue("text", 99);
  worker.finish(nextJob().slot);
  expect(queue.take(ticket)).toEqual({});
  for (let n = 1; n < SLOTS; n++) queue.take(enqueue(`other ${n}`));
  expect(queue.enqueue(1, "next")).toBeDefined();
});

test("what nobody comes for makes room in the end, signed or not, and whoever comes too late gets nothing", () => {
  const { queue, worker, enqueue, nextJob } = newQueue();
  const signed = enqueue("signed");
  worker.finish(nextJob().slot, signature);
  const untouched = enqueue("untouched");
  for (let n = 2; n < SLOTS; n++) queue.take(enqueue(`other ${n}`));
  const [next, another] = [enqueue("next"), enqueue("another")];
  expect([queue.take(signed), queue.take(untouched)]).toEqual([{}, {}]);
  expect(nextJob().text.toString()).toBe("next");
  expect(queue.take(another)).toEqual({ wasUntouched: true });
  expect(queue.take(next)).toEqual({});
});

test("a text that is too long is not laid down", () => {
  const { queue } = newQueue();
  expect(queue.enqueue(1, "x".repeat(2_048))).toBeDefined();
  expect(queue.enqueue(1, "x".repeat(2_049))).toBeUndefined();
});
