import type { InputOf } from '../../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../../shared/contract/index.ts';
import type { OBJECTIVES } from '../../../shared/metric-names.ts';
import { type Objective } from '../../../shared/metric-names.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import type { RulesToTest } from '../../state/rules-to-test.ts';
import type { ChosenStrategy } from './strategies.ts';
import { type WishedDays, wishedDays } from './wished-days.ts';

type StartInput = InputOf<TrickDeskContract['backtests']['start']>;
type SweepInput = InputOf<TrickDeskContract['backtests']['startSweep']>;
type LookAheadInput = InputOf<TrickDeskContract['backtests']['lookAhead']>;

export const RUN_MODES = ['backtest', 'sweep', 'walk-forward'] as const;
export type RunMode = (typeof RUN_MODES)[number];

/** A number of the rules and the values to try, as typed. */
export interface ParameterDraft {
  path: string;
  from: string;
  to: string;
  step: string;
}

/** Everything as typed; money as rupee text. */
export interface RunDraft {
  /** 0 for rules that are no strategy's. */
  strategyId: number;
  /** These rules; null for a strategy's. */
  document: RuleDocument | null;
  mode: RunMode;
  source: 'simulated' | 'replay';
  from: string;
  to: string;
  capital: string;
  slippageKind: 'basis-points' | 'ticks';
  slippage: string;
  volumeShare: string;
  maxLossPerDay: string;
  charges: 'angel-one' | 'zero-brokerage';
  prices: 'adjusted' | 'traded';
  benchmark: string;
  parameters: ParameterDraft[];
  objective: Objective;
  method: 'grid' | 'random';
  samples: string;
  windows: string;
  trainPercent: string;
}

export const EMPTY_PARAMETER: ParameterDraft = { path: '', from: '', to: '', step: '' };

const DEFAULT_CAPITAL = 1_00_000_00;

export const EMPTY_DRAFT: RunDraft = {
  strategyId: 0,
  document: null,
  mode: 'backtest',
  source: 'simulated',
  from: '',
  to: '',
  capital: formatRupees(DEFAULT_CAPITAL),
  slippageKind: 'basis-points',
  slippage: '2',
  volumeShare: '',
  maxLossPerDay: '',
  charges: 'angel-one',
  prices: 'adjusted',
  benchmark: '',
  parameters: [EMPTY_PARAMETER],
  objective: 'sharpe' satisfies (typeof OBJECTIVES)[number],
  method: 'grid',
  samples: '200',
  windows: '4',
  trainPercent: '70',
};

/** The draft with what a strategy brings: its capital, slippage and loss limit, and the days there are candles of. */
export const draftFor = (draft: RunDraft, chosen: ChosenStrategy, wish: WishedDays): RunDraft => {
  const { strategy, days, maxLossPerDay, slippage } = chosen;
  const source = days[draft.source] ? draft.source : days.simulated ? 'simulated' : 'replay';
  return {
    ...draft,
    strategyId: strategy.strategyId,
    document: null,
    source,
    ...wishedDays(days[source], wish),
    capital: formatRupees(Math.max(strategy.capital, strategy.minimumCapital)),
    slippageKind: 'basis-points',
    slippage: String(slippage),
    maxLossPerDay: maxLossPerDay === null ? '' : formatRupees(maxLossPerDay),
    parameters: [EMPTY_PARAMETER],
  };
};

/** The draft with rules that another screen has handed over. */
export const draftOf = (draft: RunDraft, { document, source, from, to }: RulesToTest): RunDraft => ({
  ...draft,
  ...{ strategyId: 0, document, source, from, to, parameters: [EMPTY_PARAMETER] },
});

const orNull = (text: string, read: (text: string) => number | null): number | null =>
  text.trim() === '' ? null : read(text);

/** The rules and days that are asked about. */
export const lookAheadInput = (draft: RunDraft): LookAheadInput => ({
  ...(draft.document ? { document: draft.document } : { strategyId: draft.strategyId }),
  from_date: draft.from,
  to_date: draft.to,
  prices: draft.prices,
  source: draft.source,
});

/** The payload of a run; the fields have been checked by the form. */
export const startInput = (draft: RunDraft): StartInput => ({
  ...lookAheadInput(draft),
  capital: parseRupees(draft.capital) ?? 0,
  slippage:
    draft.slippageKind === 'ticks'
      ? { kind: 'ticks', ticks: Number(draft.slippage) }
      : { kind: 'basis-points', points: Number(draft.slippage) },
  volumeSharePercent: orNull(draft.volumeShare, Number),
  maxLossPerDay: orNull(draft.maxLossPerDay, parseRupees),
  charges: draft.charges,
  ...(draft.benchmark.trim() !== '' && { benchmark: draft.benchmark.trim().toUpperCase() }),
});

/** Input of a sweep: the same, for many values of the rules' numbers. */
export const sweepInput = (draft: RunDraft): SweepInput => ({
  ...startInput(draft),
  parameters: draft.parameters.map(({ path, from, to, step }) => ({
    path,
    from: Number(from),
    to: Number(to),
    step: Number(step),
  })),
  objective: draft.objective,
  method: draft.method,
  ...(draft.method === 'random' && { samples: Number(draft.samples) }),
  walkForward:
    draft.mode === 'walk-forward'
      ? { windows: Number(draft.windows), trainPercent: Number(draft.trainPercent) }
      : null,
});

const countOf = ({ from, to, step }: ParameterDraft): number => {
  const [first, last, by] = [Number(from), Number(to), Number(step)];
  return by > 0 && last >= first ? Math.floor((last - first) / by + 1e-9) + 1 : 0;
};

/** Parameter sets that a sweep would try; 0 while the fields do not say. */
export const setCount = (draft: Pick<RunDraft, 'parameters' | 'method' | 'samples'>): number => {
  const all = draft.parameters.reduce((product, parameter) => product * countOf(parameter), 1);
  return draft.method === 'random' ? Math.min(all, Number(draft.samples) || 0) : all;
};

const SETS_PER_CREDIT = 100;

/** Credits that starting the draft uses. */
export const creditsFor = (draft: RunDraft): number =>
  draft.mode === 'backtest' ? 1 : Math.max(1, Math.ceil(setCount(draft) / SETS_PER_CREDIT));
