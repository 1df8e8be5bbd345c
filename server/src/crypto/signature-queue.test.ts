import { expect, test } from "vitest";
import { DeskBehind, DeskInFront } from "./signature-queue.ts";

const PLACES = 256;
const signature = Buffer.alloc(64, 7);

function newDesk() {
  const front = new DeskInFront();
  const behind = new DeskBehind(front.memory);
  const lay = (text: string, key = 1) => front.lay(key, text) ?? expect.fail("no room");
  const take = () => behind.take() ?? expect.fail("nothing lies there");
  return { front, behind, lay, take };
}

test("what is laid down is taken once, in its order, and comes back signed", () => {
  const { front, behind, lay, take } = newDesk();
  const [first, second] = [lay("first", 3), lay("second", 4)];
  const [one, two] = [take(), take()];
  expect([one.text.toString(), one.key, two.text.toString(), two.key]).toEqual(["first", 3, "second", 4]);
  expect(behind.take()).toBeUndefined();
  behind.finish(two.place, Buffer.alloc(64, 2));
  behind.finish(one.place, Buffer.alloc(64, 1));
  expect(front.collect(first)).toEqual({ signature: Buffer.alloc(64, 1).toString("base64url") });
  expect(front.collect(second)).toEqual({ signature: Buffer.alloc(64, 2).toString("base64url") });
});

test("a signature is had once", () => {
  const { front, behind, lay, take } = newDesk();
  const ticket = lay("text");
  behind.finish(take().place, signature);
  expect(front.collect(ticket).signature).toBeDefined();
  expect(front.collect(ticket)).toEqual({});
});

test("what nobody has begun is taken back, and nobody signs it any more", () => {
  const { front, behind, lay } = newDesk();
  expect(front.collect(lay("text"))).toEqual({ wasUntouched: true });
  expect(behind.take()).toBeUndefined();
});

test("what is being signed is not waited for, and its signature goes to nobody else", () => {
  const { front, behind, lay, take } = newDesk();
  const late = lay("late");
  const job = take();
  expect(front.collect(late)).toEqual({});
  for (let n = 1; n < PLACES; n++) front.collect(lay(`other ${n}`)); // round to the same place
  expect(front.lay(1, "no room as long as it is being signed")).toBeUndefined();
  behind.finish(job.place, signature);
  expect(front.collect(lay("next"))).toEqual({ wasUntouched: true });
});

test("without a signature the place is free again", () => {
  const { front, behind, lay, take } = newDesk();
  const ticket = lay("text", 99);
  behind.finish(take().place);
  expect(front.collect(ticket)).toEqual({});
  for (let n = 1; n < PLACES; n++) front.collect(lay(`other ${n}`));
  expect(front.lay(1, "next")).toBeDefined();
});

test("what nobody comes for makes room in the end, signed or not, and whoever comes too late gets nothing", () => {
  const { front, behind, lay, take } = newDesk();
  const signed = lay("signed");
  behind.finish(take().place, signature);
  const untouched = lay("untouched");
  for (let n = 2; n < PLACES; n++) front.collect(lay(`other ${n}`));
  const [next, another] = [lay("next"), lay("another")];
  expect([front.collect(signed), front.collect(untouched)]).toEqual([{}, {}]);
  expect(take().text.toString()).toBe("next");
  expect(front.collect(another)).toEqual({ wasUntouched: true });
  expect(front.collect(next)).toEqual({});
});

test("a text that is too long is not laid down", () => {
  const { front } = newDesk();
  expect(front.lay(1, "x".repeat(2_048))).toBeDefined();
  expect(front.lay(1, "x".repeat(2_049))).toBeUndefined();
});
