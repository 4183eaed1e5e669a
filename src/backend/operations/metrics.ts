import type { OnWrite } from '../db/write-events.ts';
import type { CallObserver } from '../http/observed-calls.ts';
import { Counter, exposition, gauge, Histogram, type Metric } from './exposition.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { type RowCountsDeps, RowCounts } from './row-counts.ts';

/** Parts of a backend that say how they stand. */
export interface MetricSources extends RowCountsDeps {
  readonly openStreams: () => number;
  readonly waitingMails: () => number;
  /** Wall milliseconds by which the shared market closes its minutes late. */
  readonly minuteLagMs: () => number;
  readonly isMarketStalled: () => boolean;
  /** Whether what is sealed in the data can be opened. */
  readonly isKeyUsable: boolean;
  /** Time until the leases of this process end, ms; null of a desktop's file. */
  readonly leaseLeftMs: () => number | null;
  /** Shards that this process owns. */
  readonly ownShards: number;
}

/** Metrics of calls, counted where they are answered. */
const callMetrics = () => {
  let underWay = 0;
  const calls = new Counter('trickdesk_calls_total', 'Calls by name and outcome.', { isLabelled: true });
  const seconds = new Histogram(
    'trickdesk_call_seconds',
    'Time from the first line of a call until its answer was taken.',
  );
  const observer: CallObserver = {
    begun: () => void underWay++,
    ended: (call, outcome, duration) => {
      underWay--;
      calls.add(1, { call, outcome });
      seconds.observe(duration, { call });
    },
    streamRefused: (outcome) => calls.add(1, { call: 'stream', outcome }),
  };
  const metrics = [
    calls,
    seconds,
    gauge('trickdesk_calls_under_way', 'Calls that have begun and not ended.', () => underWay),
  ];
  return { observer, metrics };
};

/** Metrics of what is written into the database. */
const writeMetrics = () => {
  let waiting = 0;
  const commands = new Counter('trickdesk_commands_total', 'Commands that were run on the database.');
  const commits = new Counter('trickdesk_commits_total', 'Commits of commands, each of one or more.');
  const failed = new Counter(
    'trickdesk_commits_failed_total',
    'Commits that failed with all their commands.',
  );
  const retries = new Counter(
    'trickdesk_write_retries_total',
    'Commands that were run again after a conflict with another transaction; none on SQLite.',
  );
  const seconds = new Histogram('trickdesk_commit_seconds', 'Time from the begin of a commit to its end.');
  const onWrite: OnWrite = (event) => {
    if (event.type === 'queued') waiting++;
    else if (event.type === 'begun') {
      waiting -= event.commands;
      commands.add(event.commands);
    } else if (event.type === 'retried') retries.add(1);
    else {
      (event.isCommitted ? commits : failed).add(1);
      seconds.observe(event.ms / 1_000);
    }
  };
  const metrics = [
    commands,
    commits,
    failed,
    retries,
    seconds,
    gauge('trickdesk_write_queue_commands', 'Commands that wait for their commit to begin.', () => waiting),
  ];
  return { onWrite, metrics };
};

const partMetrics = (sources: MetricSources): Metric[] => [
  gauge('trickdesk_streams_open', 'Streams that clients have open.', sources.openStreams),
  gauge('trickdesk_mails_waiting', 'Mails that have not gone out yet.', sources.waitingMails),
  gauge(
    'trickdesk_market_minute_lag_seconds',
    'Time between the end of a minute of the shared market and its being closed.',
    () => sources.minuteLagMs() / 1_000,
  ),
  gauge('trickdesk_market_stalled', '1 while the shared market stands still, 0 otherwise.', () =>
    Number(sources.isMarketStalled()),
  ),
  gauge('trickdesk_data_key_usable', '1 when sealed data can be opened, 0 otherwise.', () =>
    Number(sources.isKeyUsable),
  ),
  gauge('trickdesk_lease_left_seconds', 'Time until the leases of this process end; 0 without any.', () =>
    Math.max(0, (sources.leaseLeftMs() ?? 0) / 1_000),
  ),
  gauge('trickdesk_shards_owned', 'Shards of users that this process owns.', () => sources.ownShards),
];

/** Metrics of a backend. Their number is bounded: no label holds a user, a symbol or anything that a caller sends. */
export class Metrics {
  private readonly callsSeen = callMetrics();
  private readonly writesSeen = writeMetrics();
  private readonly ownProcess = new ProcessMetrics();
  readonly calls: CallObserver = this.callsSeen.observer;
  readonly onWrite: OnWrite = this.writesSeen.onWrite;
  private readonly forwarded = new Counter(
    'trickdesk_forwarded_total',
    'Requests that were forwarded to the process that serves their user.',
  );

  /** A request is forwarded. */
  onForward(): void {
    this.forwarded.add(1);
  }

  /** Returns how to write all metrics out, those of the parts included. */
  of(sources: MetricSources): () => Promise<string> {
    const rows = new RowCounts(sources);
    const own = [
      ...this.callsSeen.metrics,
      this.forwarded,
      ...this.writesSeen.metrics,
      ...partMetrics(sources),
    ];
    return async () => exposition([...own, ...(await rows.current()), ...this.ownProcess.read()]);
  }

  close(): void {
    this.ownProcess.close();
  }
}
