import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { consumePurchase } from "../../src/domain/billing/consume-purchase.ts";
import { AppError } from "../../src/errors.ts";
import { findPurchase } from "../../src/storage/purchases.ts";
import { pick } from "../../src/testing/dice.ts";
import { type Line, Violation } from "./model.ts";
import type { Scene } from "./scene.ts";

/** The backend delivers what was bought: once, however many claim it, and not what is known to be refunded. */
export async function consume(scene: Scene): Promise<void> {
  const { roll, world } = scene;
  const side = scene.side(true);
  const line = pick(roll, side.lines.filter((line) => side.consumable(line)).slice(-10));
  const consumable = line && side.consumable(line);
  if (!line || !consumable) return;
  const { t, project } = world;
  const row = await findPurchase(t.app.db, project.id, side.store, consumable.subjectKey);
  const isSettled = line.isKnown && !line.isUnsettled;
  if (!row) {
    if (isSettled) throw new Violation(`${line.name} is not known`);
    return;
  }
  const claims = Array.from({ length: 1 + roll(3) }, (_, n) => `claim-${world.now}-${n}`);
  if (line.claimId && roll(2) === 0) claims.push(line.claimId);
  const by = { project, by: systemActor };
  const answers = await Promise.all(
    claims.map((claimId) =>
      consumePurchase(t.app, by, { purchaseId: row.id, claimId }).then(
        ({ isNew }) => ({ claimId, answer: isNew ? "new" : "repeated" }),
        (error: unknown) => {
          if (error instanceof AppError) return { claimId, answer: error.reason };
          throw error;
        },
      ),
    ),
  );
  const said = answers.map(({ answer }) => answer).join(", ");
  scene.count(`${side.store}: consumed, ${said}`);
  scene.say(`${line.name} is consumed: ${said}`);
  const problem = problemWith(line, consumable.isPaid, isSettled, answers);
  if (problem) throw new Violation(`${line.name} ${problem}: ${said}`);
  line.claimId ??= answers.find(({ answer }) => answer === "new")?.claimId;
}

function problemWith(
  line: Line,
  isPaid: boolean,
  isSettled: boolean,
  answers: readonly { claimId: string; answer: string }[],
): string | undefined {
  const fresh = answers.filter(({ answer }) => answer === "new").length;
  const repeated = answers.filter(({ answer }) => answer === "repeated");
  if (fresh > 1 || (fresh === 1 && line.claimId)) return "is delivered twice";
  if (repeated.some(({ claimId }) => claimId !== line.claimId)) return "is a claim that nobody made";
  if (line.claimId && answers.some((one) => one.claimId === line.claimId && one.answer !== "repeated"))
    return "forgets its claim";
  if (!isSettled || line.claimId) return undefined;
  if (fresh === 1 && !isPaid) return "is delivered although it is not paid";
  if (fresh === 1 && !line.owner) return "is delivered to nobody";
  return fresh === 0 && isPaid && line.owner ? "is paid and not delivered" : undefined;
}
