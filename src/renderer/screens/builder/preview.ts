import { barsFrom } from '../../../engine/bars.ts';
import { compileRules } from '../../../engine/rules/compile.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../../shared/contract/index.ts';
import type { InstrumentKind } from '../../../engine/instrument.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { type TradeMark, tradeMarks } from '../../features/charts/trade-marks.ts';

export type Candles = OutputOf<TrickDeskContract['market']['candles']>;

export interface Preview {
  readonly marks: readonly TradeMark[];
  /** Summary of the rules on these bars, in a sentence. */
  readonly sentence: string;
}

const MOST_SPOKEN = 6;

const tooShort = (bars: number, warmUp: number): string =>
  t(
    'The rules need {{warmUp}} candles before they can fire, and {{bars}} are in view: they cannot fire here.',
    {
      warmUp: formatCount(warmUp),
      bars: formatCount(bars),
    },
  );

/**
 * Trades that the rules would have made on the candles in view. They trade alone, with the given capital (paise) and
 * without slippage. The preview has the trades to mark, and how often the rules fired.
 */
export const previewRules = (
  document: RuleDocument,
  candles: Candles,
  kind: InstrumentKind,
  capital: number,
): Preview => {
  const bars = barsFrom(
    candles.time.map((time, index) => ({
      time,
      open: candles.open[index] ?? 0,
      high: candles.high[index] ?? 0,
      low: candles.low[index] ?? 0,
      close: candles.close[index] ?? 0,
      volume: candles.volume[index] ?? 0,
    })),
  );
  if (!bars.ok) return { marks: [], sentence: bars.failure.message };
  // Of one instrument it is shown what the rules do, whenever it is in their index.
  const rules = compileRules({ ...document, universe: undefined, instruments: [candles.symbol] });
  const read = rules.reads.filter((symbol) => symbol !== candles.symbol);
  if (read.length > 0)
    return {
      marks: [],
      sentence: t('These rules read {{symbols}} too: save them and run a backtest to see what they do.', {
        symbols: read.join(', '),
      }),
    };
  if (bars.value.length <= rules.warmUp)
    return { marks: [], sentence: tooShort(bars.value.length, rules.warmUp) };
  const fired = rules.signals(bars.value, undefined, { kind }).entry.reduce((sum, one) => sum + one, 0);
  const run = simulate({
    rules,
    series: [{ instrument: { symbol: candles.symbol, kind }, bars: bars.value }],
    capital,
  });
  if (!run.ok) return { marks: [], sentence: run.failure.message };
  const { trades, rejections } = run.value;
  // More prices than these would hide the candles.
  const isLabelled = trades.length <= MOST_SPOKEN;
  const marks = trades
    .flatMap((trade) => tradeMarks({ ...trade, entryAt: trade.entryTime, exitAt: trade.exitTime }))
    .map((mark) => (isLabelled ? mark : { ...mark, label: '' }));
  const net = trades.reduce((sum, trade) => sum + trade.net, 0);
  const barCount = formatCount(bars.value.length);
  if (fired === 0)
    return { marks, sentence: t('The entry rule never held on these {{bars}} candles.', { bars: barCount }) };
  const done = t(
    'The entry rule held on {{fired}} of {{bars}} candles and led to {{number}} trades, {{net}} after charges.',
    {
      fired: formatCount(fired),
      bars: barCount,
      count: trades.length,
      number: formatCount(trades.length),
      net: formatRupees(net),
    },
  );
  if (!rejections[0]) return { marks, sentence: done };
  const refused = t('{{number}} signals were not taken: {{reason}}', {
    count: rejections.length,
    number: formatCount(rejections.length),
    reason: serverText(rejections[0].reason),
  });
  return { marks, sentence: `${done} ${refused}` };
};
