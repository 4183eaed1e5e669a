import type { CANDLE_CSV_HEADER, EXPORT_MONTHS } from '../../../shared/contract/market.ts';
import type { Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { desktop } from '../../api/desktop.ts';
import type { GapReport } from './fetches.ts';

/** The contract's own, held to it by their literal types. */
const HEADER: typeof CANDLE_CSV_HEADER = 'timestamp,open,high,low,close,volume\n';
const MONTHS_A_CALL: typeof EXPORT_MONTHS = 12;

/** Collects the candles of a series and saves them as a file; `path` is null when that was cancelled. */
export const saveCandles = async ({
  symbol,
  timeframe,
  months,
}: GapReport): Promise<Result<{ path: string | null }>> => {
  const inOrder = months.map(({ month }) => month).sort();
  let text: string = HEADER;
  for (let first = 0; first < inOrder.length; first += MONTHS_A_CALL) {
    const some = inOrder.slice(first, first + MONTHS_A_CALL);
    const answer = await api.market.export({ symbol, timeframe, months: some });
    if (!answer.ok) return answer;
    text += answer.value.csv;
  }
  return desktop('file.save', { name: `${symbol}-${timeframe}.csv`, text });
};
