import { factsOf, type Indicator, type IndicatorName } from '../../shared/indicators/indicators.ts';
import { averagePlans } from './average-plans.ts';
import { oscillatorPlans } from './oscillator-plans.ts';
import type { IndicatorOf, IndicatorPlan, PlanTable } from './plan.ts';
import { trendPlans } from './trend-plans.ts';
import { volumeAndRangePlans } from './volume-and-range-plans.ts';

/** By the families of `src/shared/indicators`. */
const PLANS: PlanTable<IndicatorName> = {
  ...averagePlans,
  ...oscillatorPlans,
  ...trendPlans,
  ...volumeAndRangePlans,
};

const planOf = <Name extends IndicatorName>(
  name: Name,
  indicator: IndicatorOf<Name>,
  sessionBars: number,
): IndicatorPlan => PLANS[name](indicator, sessionBars);

/**
 * An indicator ready to run. `sessionBars` is the number of bars in a session of the timeframe: how far back an
 * indicator that starts afresh every day can look.
 */
export const planIndicator = (indicator: Indicator, sessionBars: number): IndicatorPlan =>
  planOf(indicator.name, indicator, sessionBars);

/** Whether an indicator means nothing without volume, whatever price it is of. */
export const weighsVolume = ({ name }: Indicator): boolean => factsOf(name).weighsVolume ?? false;
