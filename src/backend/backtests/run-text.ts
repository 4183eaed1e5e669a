import type { Metrics } from '../../engine/metrics.ts';
import type { RunKind } from '../../shared/contract/backtests.ts';
import { formatPercent, formatRupeesChange } from '../../shared/money.ts';
import type { WaitingRun } from './run-store.ts';

const KIND_LABELS: Readonly<Record<RunKind, string>> = {
  backtest: 'Backtest',
  sweep: 'Sweep',
  'walk-forward': 'Walk-forward',
};

/** Notice to a person when their run has ended: its figures, or why there are none. */
export const runEnding = (
  run: Pick<WaitingRun, 'id' | 'name' | 'kind'>,
  end: Metrics | string,
): { title: string; body: string; link: string } => {
  const link = `/backtest?run=${run.id}`;
  const kind = KIND_LABELS[run.kind];
  if (typeof end === 'string')
    return { title: `${kind} of ${run.name} failed`, body: `${end} The credit is returned.`, link };
  const best = run.kind === 'sweep' ? ' with the best combination' : '';
  const trades = `${end.trades} ${end.trades === 1 ? 'trade' : 'trades'}`;
  return {
    title: `${kind} of ${run.name} is done`,
    body: `${trades}, net ${formatRupeesChange(end.netProfit)} (${formatPercent(end.returnPercent)})${best}.`,
    link,
  };
};
