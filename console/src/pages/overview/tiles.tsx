import type { StatTiles as Tiles } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import { StatTile, StatTiles } from "../../components/stat-tile.tsx";
import { overview as text } from "../../strings/overview.ts";
import { conversionRate, successRate } from "./rates.ts";

const number = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });
const wholePercent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 0 });

/** The numbers people come for. `before` are those of the period before, once they are there. */
export function OverviewTiles({ tiles, before }: { tiles: Tiles; before: Tiles | undefined }): ReactNode {
  const { newUsers, importedUsers, signIns, signInFailures, newGuests, guestConversions } = tiles;
  return (
    <StatTiles>
      <StatTile label={text.users} note={text.usersNote(number.format(tiles.guests))} value={tiles.users} />
      <StatTile
        label={text.newUsers}
        note={joined(
          before && changeText(newUsers, before.newUsers),
          importedUsers > 0 && text.imported(number.format(importedUsers)),
        )}
        value={newUsers}
      />
      <StatTile
        label={text.active}
        note={text.activeNote(number.format(tiles.dailyActiveUsers), number.format(tiles.weeklyActiveUsers))}
        value={tiles.monthlyActiveUsers}
      />
      <StatTile label={text.signIns} note={before && changeText(signIns, before.signIns)} value={signIns} />
      <StatTile
        label={text.successRate}
        note={joined(
          text.failed(number.format(signInFailures)),
          before && rateChange(successRate(tiles), successRate(before)),
        )}
        value={rateText(successRate(tiles))}
      />
      <StatTile
        label={text.conversion}
        note={joined(
          text.converted(number.format(guestConversions), number.format(newGuests)),
          before && rateChange(conversionRate(tiles), conversionRate(before)),
        )}
        value={rateText(conversionRate(tiles))}
      />
    </StatTiles>
  );
}

function joined(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => part).join(" · ");
}

function rateText(rate: number | undefined): string {
  return rate === undefined ? text.none : percent.format(rate);
}

function changeText(now: number, before: number): string {
  if (now === 0 && before === 0) return "";
  if (now === before) return text.same;
  if (before === 0) return text.noneBefore;
  const share = wholePercent.format(Math.abs(now - before) / before);
  return now > before ? text.more(share) : text.fewer(share);
}

function rateChange(now: number | undefined, before: number | undefined): string | false {
  return now !== undefined && before !== undefined && text.rateBefore(percent.format(before));
}
