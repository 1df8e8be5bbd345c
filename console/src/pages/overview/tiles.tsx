import type { StatTiles as Tiles } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ReactNode } from "react";
import { StatTile, StatTiles } from "../../components/stat-tile.tsx";
import { overview as text } from "../../strings/overview.ts";

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** The four numbers people come for. `before` are those of the range before, once they are there. */
export function OverviewTiles({
  tiles,
  before,
  range,
}: {
  tiles: Tiles;
  before: Tiles | undefined;
  /** "30 days" */
  range: string;
}): ReactNode {
  return (
    <StatTiles>
      <StatTile label={text.users} note={text.usersNote(number.format(tiles.guests))} value={tiles.users} />
      <StatTile
        label={text.newUsers}
        note={before && changeText(tiles.newUsers, before.newUsers, range)}
        value={tiles.newUsers}
      />
      <StatTile
        label={text.active}
        note={text.activeNote(number.format(tiles.dailyActiveUsers), number.format(tiles.weeklyActiveUsers))}
        value={tiles.monthlyActiveUsers}
      />
      <StatTile
        label={text.signIns}
        note={before && changeText(tiles.signIns, before.signIns, range)}
        value={tiles.signIns}
      />
    </StatTiles>
  );
}

function changeText(now: number, before: number, range: string): string {
  if (now === 0 && before === 0) return "";
  if (now === before) return text.same(range);
  if (before === 0) return text.noneBefore(range);
  const share = percent.format(Math.abs(now - before) / before);
  return now > before ? text.more(share, range) : text.fewer(share, range);
}
