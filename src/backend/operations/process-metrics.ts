import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metric } from './exposition.ts';

/** Interval at which the event loop is probed, ms. A delay is what exceeds it. */
const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

const single = (name: string, help: string, value: number, type: Metric['type'] = 'gauge'): Metric => ({
  name,
  help,
  type,
  samples: () => [{ value }],
});

/** Metrics of the process. Their names are those that every dashboard of Node knows. */
export class ProcessMetrics {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly startedAt = Date.now() / 1_000 - process.uptime();

  constructor() {
    this.delay.enable();
  }

  /** The metrics now; delays are those since they were read last. */
  read(): Metric[] {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed, heapTotal } = process.memoryUsage();
    // Nothing was measured yet where a second scrape follows at once.
    const late = (ns: number): number =>
      this.delay.count === 0 ? 0 : Math.max(0, ns / NANOSECONDS - RESOLUTION_MS / 1_000);
    const metrics = [
      single(
        'process_cpu_seconds_total',
        'Processor time of all threads, user and system.',
        (user + system) / MICROSECONDS,
        'counter',
      ),
      single('process_resident_memory_bytes', 'Memory of the process that is in use.', rss),
      single('process_start_time_seconds', 'Start of the process since the epoch.', this.startedAt),
      single('nodejs_heap_size_used_bytes', 'Heap of the main thread that is in use.', heapUsed),
      single('nodejs_heap_size_total_bytes', 'Heap of the main thread.', heapTotal),
      single(
        'nodejs_eventloop_lag_p50_seconds',
        'Delay of the event loop, median since the last scrape.',
        late(this.delay.percentile(50)),
      ),
      single(
        'nodejs_eventloop_lag_p99_seconds',
        'Delay of the event loop, 99th percentile since the last scrape.',
        late(this.delay.percentile(99)),
      ),
      single(
        'nodejs_eventloop_lag_max_seconds',
        'Longest delay of the event loop since the last scrape.',
        late(this.delay.max),
      ),
    ];
    this.delay.reset();
    return metrics;
  }

  close(): void {
    this.delay.disable();
  }
}
