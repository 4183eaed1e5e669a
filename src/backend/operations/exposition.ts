/** Prometheus' text format, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export type Labels = Readonly<Record<string, string>>;

interface Sample {
  /** After the name of the metric: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}

/** A metric that can be written out. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  samples(): Iterable<Sample>;
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

const labelText = (labels: Labels = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const numberText = (value: number): string => (value === Infinity ? '+Inf' : String(value));

/** Metrics as a scraper reads them. */
export const exposition = (metrics: Iterable<Metric>): string => {
  let text = '';
  for (const metric of metrics) {
    text += `# HELP ${metric.name} ${metric.help}\n# TYPE ${metric.name} ${metric.type}\n`;
    for (const { suffix = '', labels, value } of metric.samples())
      text += `${metric.name}${suffix}${labelText(labels)} ${numberText(value)}\n`;
  }
  return text;
};

/** Values by their labels; the labels of a metric are always given in one order. */
class Labelled<T> {
  private readonly values = new Map<string, { readonly labels: Labels; value: T }>();

  /** The entry of these labels, made from `first` when it is new. */
  of(labels: Labels, first: () => T): { readonly labels: Labels; value: T } {
    const key = labelText(labels);
    const known = this.values.get(key);
    if (known) return known;
    const entry = { labels, value: first() };
    this.values.set(key, entry);
    return entry;
  }

  all(): Iterable<{ readonly labels: Labels; readonly value: T }> {
    return this.values.values();
  }
}

/** A count that only grows. */
export class Counter implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  private readonly counts = new Labelled<number>();

  /** Without labels it is 0 from the start: its first step shows then. */
  constructor(name: string, help: string, { isLabelled = false } = {}) {
    this.name = name;
    this.help = help;
    if (!isLabelled) this.add(0);
  }

  add(by: number, labels: Labels = {}): void {
    this.counts.of(labels, () => 0).value += by;
  }

  samples(): Iterable<Sample> {
    return this.counts.all();
  }
}

interface Distribution {
  /** Observations up to each bound and above the bound before. */
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Bounds in seconds. They reach from a read in memory to a call that keeps somebody waiting. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** How long something takes, in buckets of seconds. */
export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  private readonly distributions = new Labelled<Distribution>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  observe(seconds: number, labels: Labels = {}): void {
    const { value } = this.distributions.of(labels, () => ({
      counts: SECONDS.map(() => 0),
      sum: 0,
      count: 0,
    }));
    const bucket = SECONDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) value.counts[bucket] = (value.counts[bucket] ?? 0) + 1;
    value.sum += seconds;
    value.count += 1;
  }

  *samples(): Iterable<Sample> {
    for (const { labels, value } of this.distributions.all()) {
      let upTo = 0;
      for (const [index, bound] of SECONDS.entries()) {
        upTo += value.counts[index] ?? 0;
        yield { suffix: '_bucket', labels: { ...labels, le: numberText(bound) }, value: upTo };
      }
      yield { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: value.count };
      yield { suffix: '_sum', labels, value: value.sum };
      yield { suffix: '_count', labels, value: value.count };
    }
  }
}

/** A gauge whose value is read when it is asked for. */
export const gauge = (name: string, help: string, read: () => number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: () => [{ value: read() }],
});

/** A gauge with a value for each label. */
export const gaugeBy = (
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: () => Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value })),
});
