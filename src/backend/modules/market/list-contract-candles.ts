import { type Contract, symbolOf } from '../../../engine/contracts/contract.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { contractBars } from '../../market/contracts/contract-candles.ts';
import { Refusal } from '../../refusal.ts';
import type { MarketDeps } from './market-deps.ts';

/** Candles that are asked for. */
interface Wanted {
  readonly timeframe: Timeframe;
  readonly source?: Source | undefined;
  readonly from_date?: string | undefined;
  readonly to_date?: string | undefined;
  readonly limit: number;
}

/** Candles of a future or an option: those of days that a user has imported. @throws Refusal */
export const listContractCandles = async (
  { database }: Pick<MarketDeps, 'database'>,
  contract: Contract,
  { timeframe, source = 'replay', from_date: fromDay, to_date: toDay, limit }: Wanted,
  userId: number,
) => {
  if (timeframe !== '1d' || source !== 'replay')
    throw new Refusal('refused', 'Futures and options have daily candles of imported files, and no others.');
  const from = fromDay ? istDayStart(fromDay) : Number.NEGATIVE_INFINITY;
  const before = toDay ? istDayStart(toDay) + DAY_MS : Number.POSITIVE_INFINITY;
  const all = await contractBars(database.read, userId, contract);
  const bars = all.filter(({ time }) => time >= from && time < before).slice(-limit);
  return {
    symbol: symbolOf(contract),
    timeframe,
    source,
    hasVolume: bars.some(({ volume }) => volume > 0),
    time: bars.map(({ time }) => time),
    open: bars.map(({ open }) => open),
    high: bars.map(({ high }) => high),
    low: bars.map(({ low }) => low),
    close: bars.map(({ close }) => close),
    volume: bars.map(({ volume }) => volume),
    openInterest: bars.map(({ openInterest }) => openInterest),
  };
};
