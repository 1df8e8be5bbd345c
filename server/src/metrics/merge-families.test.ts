import { expect, test } from "vitest";
import { mergeFamilies } from "./merge-families.ts";
import { createRegistry, renderFamilies } from "./registry.ts";

async function told(worker: string, calls: number) {
  const registry = createRegistry();
  registry.counter("calls_total", "Calls.", ["status"]).add(['a}"b{'], calls);
  registry.counter("reused_total", "Reused.").add([], calls);
  registry.gauge("database_up", "Database.", () => 1, "instance");
  return { worker, families: await registry.families() };
}

test("each process has its own lines, and what all of them know is told once", async () => {
  const own = createRegistry();
  own.gauge("workers", "Workers.", () => 2, "instance");
  own.gauge("reused_total", "Reused.", () => [{ labels: { worker: "0" }, value: 7 }]);
  const merged = mergeFamilies([
    await told("1", 3),
    await told("2", 4),
    { worker: undefined, families: await own.families() },
  ]);
  expect(renderFamilies(merged)).toBe(
    [
      "# HELP calls_total Calls.",
      "# TYPE calls_total counter",
      'calls_total{worker="1",status="a}\\"b{"} 3',
      'calls_total{worker="2",status="a}\\"b{"} 4',
      "# HELP reused_total Reused.",
      "# TYPE reused_total counter",
      'reused_total{worker="1"} 3',
      'reused_total{worker="2"} 4',
      'reused_total{worker="0"} 7',
      "# HELP database_up Database.",
      "# TYPE database_up gauge",
      "database_up 1",
      "# HELP workers Workers.",
      "# TYPE workers gauge",
      "workers 2",
      "",
    ].join("\n"),
  );
});

test("a process can be asked for its own lines only", async () => {
  const registry = createRegistry();
  registry.counter("calls_total", "Calls.");
  registry.gauge("database_up", "Database.", () => expect.fail("asked the database"), "instance");
  const families = await registry.families({ ofInstance: false });
  expect(families.map(({ name }) => name)).toEqual(["calls_total"]);
});
