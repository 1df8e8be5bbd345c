import type { MaybePromise } from "../runtime/maybe-promise.ts";

/** Counts things and tells them in Prometheus' text format. */
export type Registry = {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** Buckets are upper bounds in the unit of what is observed, in ascending order. */
  histogram(name: string, help: string, buckets: readonly number[], labels?: readonly string[]): Histogram;
  /** Asked each time the metrics are read. Undefined leaves the line out. */
  gauge(name: string, help: string, read: Reading, of?: Family["of"]): void;
  /** Without `ofInstance`, only what this process alone can tell. */
  families(which?: { ofInstance: boolean }): Promise<Family[]>;
  render(): Promise<string>;
};

export type Reading = () => MaybePromise<Sample[] | number | undefined>;

/** One metric with all its lines, as they were at one moment. */
export type Family = Readonly<{
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  /** Whether every process that serves from the same database tells the same. */
  of: "process" | "instance";
  lines: readonly string[];
}>;

export type Sample = { labels: Readonly<Record<string, string>>; value: number };
export type Counter = { add(labelValues?: readonly string[], amount?: number): void };
/** Of one set of label values, which whoever observes often keeps. */
export type Histogram = { of(labelValues?: readonly string[]): Observer };
export type Observer = { observe(value: number): void };

type Metric = Omit<Family, "lines"> & { lines(): Promise<string[]> };

export function createRegistry(): Registry {
  const metrics: Metric[] = [];
  const register = (metric: Metric): void => {
    if (metrics.some(({ name }) => name === metric.name))
      throw new Error(`two metrics are called ${metric.name}`);
    metrics.push(metric);
  };
  const families: Registry["families"] = ({ ofInstance } = { ofInstance: true }) => {
    const wanted = metrics.filter(({ of }) => ofInstance || of === "process");
    return Promise.all(wanted.map(async (metric) => ({ ...metric, lines: await metric.lines() })));
  };
  return {
    counter(name, help, labels = []) {
      const values = new Map<string, number>();
      register({
        name,
        help,
        type: "counter",
        of: "process",
        lines: async () => [...values].map(([key, value]) => `${name}${key} ${value}`),
      });
      if (labels.length === 0) values.set("", 0); // a count that is not there looks like one that was forgotten
      return {
        add(labelValues = [], amount = 1) {
          const key = labelText(labels, labelValues);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
      };
    },
    histogram: (name, help, buckets, labels = []) => histogram(register, name, help, buckets, labels),
    gauge(name, help, read, of = "process") {
      const lines = async (): Promise<string[]> => {
        const found = await read();
        const samples = typeof found === "number" ? [{ labels: {}, value: found }] : (found ?? []);
        return samples.map(
          ({ labels, value }) => `${name}${labelText(Object.keys(labels), Object.values(labels))} ${value}`,
        );
      };
      register({ name, help, type: "gauge", of, lines });
    },
    families,
    render: async () => renderFamilies(await families()),
  };
}

export function renderFamilies(families: readonly Family[]): string {
  const parts = families.map(({ name, help, type, lines }) =>
    [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join("\n"),
  );
  return `${parts.join("\n")}\n`;
}

function histogram(
  register: (metric: Metric) => void,
  name: string,
  help: string,
  buckets: readonly number[],
  labels: readonly string[],
): Histogram {
  const series = new Map<string, { values: readonly string[]; counts: number[]; sum: number }>();
  const lines = async (): Promise<string[]> =>
    [...series.values()].flatMap(({ values, counts, sum }) => {
      const key = labelText(labels, values);
      let total = 0;
      const cumulative = counts.map((count, n) => {
        total += count;
        const le = n < buckets.length ? String(buckets[n]) : "+Inf";
        return `${name}_bucket${labelText([...labels, "le"], [...values, le])} ${total}`;
      });
      return [...cumulative, `${name}_sum${key} ${sum}`, `${name}_count${key} ${total}`];
    });
  register({ name, help, type: "histogram", of: "process", lines });
  return {
    of(values = []) {
      const key = values.join("\0"); // written out only when somebody reads it
      let one = series.get(key);
      if (!one) {
        if (values.length !== labels.length) throw new Error(`${name} has other labels`);
        one = { values, counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 };
        series.set(key, one);
      }
      return observer(one, buckets);
    },
  };
}

function observer(series: { counts: number[]; sum: number }, buckets: readonly number[]): Observer {
  return {
    observe(value) {
      const bucket = buckets.findIndex((bound) => value <= bound);
      const at = bucket === -1 ? buckets.length : bucket;
      series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += value;
    },
  };
}

function labelText(names: readonly string[], values: readonly string[]): string {
  if (names.length !== values.length) throw new Error(`labels ${names.join()} with ${values.length} values`);
  if (names.length === 0) return "";
  const escaped = values.map((value) =>
    value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"'),
  );
  return `{${names.map((name, n) => `${name}="${escaped[n]}"`).join(",")}}`;
}
