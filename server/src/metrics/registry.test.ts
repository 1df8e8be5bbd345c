import { beforeEach, describe, expect, test } from "vitest";
import { createRegistry, type Registry } from "./registry.ts";

describe("the registry of metrics", () => {
  let counts: Registry;
  beforeEach(() => {
    counts = createRegistry();
  });
  const lines = async () =>
    (await counts.render()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));

  test("tells each metric's name, meaning and kind", async () => {
    counts.counter("calls_total", "How many calls.");
    expect(await counts.render()).toBe(
      "# HELP calls_total How many calls.\n# TYPE calls_total counter\ncalls_total 0\n",
    );
  });

  test("counts by label", async () => {
    const counter = counts.counter("calls_total", "Calls.", ["status"]);
    counter.add(["ok"]);
    counter.add(["ok"], 2);
    counter.add(["not_found"]);
    expect(await lines()).toEqual(['calls_total{status="ok"} 3', 'calls_total{status="not_found"} 1']);
  });

  test("a histogram's buckets hold all that is below their bound", async () => {
    const seconds = counts.histogram("call_seconds", "Time.", [0.1, 1], ["method"]);
    for (const value of [0.1, 0.2, 5]) seconds.of(["Get"]).observe(value);
    expect(await lines()).toEqual([
      'call_seconds_bucket{method="Get",le="0.1"} 1',
      'call_seconds_bucket{method="Get",le="1"} 2',
      'call_seconds_bucket{method="Get",le="+Inf"} 3',
      'call_seconds_sum{method="Get"} 5.3',
      'call_seconds_count{method="Get"} 3',
    ]);
  });

  test("a gauge is asked when it is read, and left out when it does not know", async () => {
    let queue = 1;
    counts.gauge("queue", "Waiting.", () => queue);
    counts.gauge("disk", "Unknown here.", async () => undefined);
    counts.gauge("loop", "By quantile.", async () => [{ labels: { quantile: "0.99" }, value: 0.5 }]);
    queue = 7;
    expect(await lines()).toEqual(["queue 7", 'loop{quantile="0.99"} 0.5']);
  });

  test("a label cannot end its line or its quotes", async () => {
    counts.counter("calls_total", "Calls.", ["path"]).add(['a"b\\c\nd 1']);
    expect(await lines()).toEqual(['calls_total{path="a\\"b\\\\c\\nd 1"} 1']);
  });

  test("refuses two metrics of one name, and labels without their values", () => {
    const counter = counts.counter("calls_total", "Calls.", ["status"]);
    expect(() => counts.counter("calls_total", "Again.")).toThrow("two metrics are called calls_total");
    expect(() => counter.add([])).toThrow("labels status with 0 values");
  });
});
