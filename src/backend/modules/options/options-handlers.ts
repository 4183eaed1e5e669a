import { analyseExpiries } from './analyse-expiries.ts';
import { backtestLegs, sweepLegs } from './backtest-legs.ts';
import { chooseLegs } from './choose-legs.ts';
import { fillStructure } from './fill-structure.ts';
import { listChain } from './list-chain.ts';
import { listStraddleMinutes } from './list-straddle-minutes.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';
import { rulesOfLegs } from './rules-of-legs.ts';
import { workOutPayoff } from './work-out-payoff.ts';

/** Chains of options, structures of legs, and analysis. */
export const optionsHandlers = (deps: OptionsDeps): OptionsCalls => ({
  chain: listChain(deps),
  payoff: workOutPayoff(deps),
  structure: fillStructure(deps),
  chosen: chooseLegs(deps),
  rulesOf: rulesOfLegs(deps),
  backtest: backtestLegs(deps),
  sweep: sweepLegs(deps),
  analysis: analyseExpiries(deps),
  straddle: listStraddleMinutes(deps),
});
