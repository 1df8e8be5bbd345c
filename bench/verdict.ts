import { describeBar, type Figure, isMet, ratioOf } from "./figure.ts";
import { formatNumber } from "./table.ts";

/** One line for each bar that was not met. */
export function missed(figures: readonly Figure[]): string[] {
  return figures.flatMap((figure) =>
    (figure.bars ?? []).flatMap((bar) => {
      if (isMet(figure, bar)) return [];
      const { name, value, unit, load } = figure;
      const where = load ? `, ${load.wire}, ${load.clients} clients` : "";
      const got =
        bar.of === "ratio"
          ? `${formatNumber(ratioOf(figure) ?? Number.NaN)} x`
          : `${formatNumber(value)} ${unit}`;
      return [`${name}${where}: ${got}, not ${describeBar(bar)}`];
    }),
  );
}
