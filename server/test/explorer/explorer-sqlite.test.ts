import { engines } from "../../src/testing/engines.ts";
import { describeExplorer } from "./explorer-suite.ts";

for (const engine of engines.filter(({ kind }) => kind === "sqlite")) describeExplorer(engine);
