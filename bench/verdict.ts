import { describeBar, type Figure, isMet, ratioOf } from "./figure.ts";
import { formatNumber } from "./table.ts";

/** One line for each target that was not met. */
export function missed(figures: readonly Figure[]): string[] {
  return figures.flatMap((figure) =>
    (figure.bars ?? []).flatMap((bar) => {
      if (isMet(figure, bar)) return [];
      const { name, value, unit, load } = figure;
      const where = load ? `, ${load.wire}, ${load.clients} clients` : "";
      const got =
        bar.of === "ratio"
          ? `${(ratioOf(figure) ?? Number.NaN).toPrecision(3)} x` // as close as 0.396 may be, it is not 0.40
          : `${formatNumber(value)} ${unit}`;
      return [`${name}${where}: ${got}, not ${describeBar(bar)}`];
    }),
  );
}
