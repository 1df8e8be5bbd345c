import { expect, test } from "vitest";
import * as ofConsole from "../../console/src/pages/user/device-name.ts";
import * as ofServer from "../src/wording/device-in-words.ts";

test("the console and the emails recognise the same browsers and systems, and name the browsers alike", () => {
  expect(ofConsole.BROWSERS).toEqual(ofServer.BROWSERS);
  const patterns = (names: readonly [RegExp, string][]) => names.map(([pattern]) => pattern);
  expect(patterns(ofConsole.SYSTEMS)).toEqual(patterns(ofServer.SYSTEMS));
});
