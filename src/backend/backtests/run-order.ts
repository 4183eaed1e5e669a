import type { Membership } from '../../engine/membership.ts';
import type { Slippage } from '../../engine/simulation/slippage.ts';
import type { ParameterRange } from '../../engine/sweep/parameter-sets.ts';
import type { Source } from '../../shared/contract/fields.ts';
import type { Objective } from '../../shared/metric-names.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';

/** Rules over candles: enough to load them and run to the same result again. */
export interface CandleOrder {
  readonly document: RuleDocument;
  /** Members of the document's index, as the owner's list had them; not there for rules without one. */
  readonly membership?: Membership;
  /** Whose imported candles; the simulated market is everybody's. */
  readonly ownerId: number;
  readonly source: Source;
  /** Days in India, both included. */
  readonly fromDay: string;
  readonly toDay: string;
  /** Nothing at or after this moment (epoch ms) is looked at: where the feed stood when the run was asked for. */
  readonly before: number;
  /** Whether corporate actions are taken out of the prices; of orders from before there were any, they are. */
  readonly prices?: 'adjusted' | 'traded';
}

/** Parameters and objective of a sweep. */
export interface SweepOrder {
  readonly parameters: readonly ParameterRange[];
  readonly objective: Objective;
  readonly method: 'grid' | 'random';
  readonly samples: number;
  readonly seed: number;
  readonly walkForward: { readonly windows: number; readonly trainPercent: number } | null;
}

/** A run as it was ordered; money in paise. Nothing is left to be decided when it is done. */
export interface RunOrder extends CandleOrder {
  readonly capital: number;
  readonly slippage: Slippage;
  readonly volumeSharePercent: number | null;
  readonly maxLossPerDay: number | null;
  readonly charges: 'angel-one' | 'zero-brokerage';
  /** Bought and held for comparison; null = the run's own instruments in equal parts. */
  readonly benchmark: string | null;
  readonly sweep: SweepOrder | null;
}
