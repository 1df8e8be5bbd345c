import { describe, test } from "vitest";
import { Player } from "./player.ts";
import { readScenarioFiles } from "./scenario-files.ts";

for (const { file, values, scenarios } of readScenarioFiles()) {
  describe(file, () => {
    for (const scenario of scenarios) {
      test(scenario.name, async () => {
        await new Player(scenario, values).play().catch((error: Error) => {
          throw new Error(`${file}, "${scenario.name}", ${error.message}`);
        });
      });
    }
  });
}
