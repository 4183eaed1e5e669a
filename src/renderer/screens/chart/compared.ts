import { useEffect, useMemo } from 'react';
import { CHAIN_UNDERLYINGS } from '../../../shared/chain-underlyings.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import type { Candles } from '../../features/charts/bars.ts';
import type { ChartLine } from '../../features/charts/chart-lines.ts';
import { barLengthOf } from '../../features/charts/drawings/bar-times.ts';
import {
  type CompareKind,
  compareLines,
  hasCommon,
  straddleLine,
} from '../../features/charts/series-compare.ts';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';

/** Most instruments that a chart is compared with. */
export const MOST_COMPARED = 3;
/** Minutes of a straddle are asked for anew so often. */
const REFRESH_MS = 30_000;
const SEPARATOR = ',';

/** Symbols to compare with, as the address has them. */
export const comparedSymbols = (text: string, own: string): string[] =>
  [...new Set(text.split(SEPARATOR))]
    .filter((symbol) => symbol !== '' && symbol !== own)
    .slice(0, MOST_COMPARED);

/** The same as a text of the address. */
export const comparedText = (symbols: readonly string[]): string => symbols.join(SEPARATOR);

interface Answer {
  readonly symbol: string;
  readonly candles: Candles | null;
  /** Sentence of the server where there are none. */
  readonly problem: string;
}

interface Wanted {
  readonly symbols: readonly string[];
  readonly source: Source;
  readonly timeframe: Timeframe;
  readonly limit: number;
}

/** Asks for each by itself: one that is not there leaves the others. */
const others = createPaneResource(async ({ symbols, ...wanted }: Wanted) => {
  const answers = await Promise.all(symbols.map((symbol) => api.market.candles({ symbol, ...wanted })));
  const value = answers.map((answer, at): Answer => ({
    symbol: symbols[at] ?? '',
    candles: answer.ok ? answer.value : null,
    problem: answer.ok ? '' : answer.failure.message,
  }));
  return { ok: true as const, value };
});

/** Ask again for what charts are compared with. */
export const reloadCompared = (): Promise<void> => others.reload();

const straddles = createPaneResource((underlying: string) => api.options.straddle({ underlying }), {
  isQuiet: true,
});

/** Whether options on an instrument are known here. */
export const hasStraddle = (symbol: string): boolean =>
  CHAIN_UNDERLYINGS.some((underlying) => underlying === symbol);

interface Choice {
  readonly candles: Candles | null;
  readonly symbols: readonly string[];
  readonly kind: CompareKind;
  readonly isStraddle: boolean;
  /** Candles asked for of each; a replay may be anywhere in the history. */
  readonly limit: number;
}

interface Compared {
  readonly lines: readonly ChartLine[];
  /** Sentences of the server for what is not there. */
  readonly problems: readonly string[];
}

/** React hook: lines that compare an instrument with others, and its straddle. */
export const useCompared = ({ candles, symbols, kind, isStraddle, limit }: Choice): Compared => {
  const [here, straddleHere] = [others.useHere(), straddles.useHere()];
  const { value } = here.use();
  const { value: minutes, failure } = straddleHere.use();
  const [symbol, source, timeframe] = [candles?.symbol, candles?.source, candles?.timeframe];
  const text = comparedText(symbols);
  useEffect(() => {
    if (text === '' || source === undefined || timeframe === undefined) return;
    void here.load({ symbols: text.split(SEPARATOR), source, timeframe, limit });
  }, [here, text, source, timeframe, limit]);
  useEffect(() => {
    if (!isStraddle || symbol === undefined) return;
    void straddleHere.load(symbol);
    const timer = setInterval(() => void straddleHere.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [straddleHere, isStraddle, symbol]);
  return useMemo(() => {
    if (!candles) return { lines: [], problems: [] };
    const wanted = (value ?? []).filter((answer) => symbols.includes(answer.symbol));
    const fitting = wanted
      .flatMap((answer) => answer.candles ?? [])
      .filter((one) => one.timeframe === candles.timeframe);
    const [known, missing] = [
      fitting.filter((one) => hasCommon(candles, one)),
      fitting.filter((one) => !hasCommon(candles, one)),
    ];
    const straddle =
      isStraddle && minutes?.underlying === candles.symbol && minutes.source === candles.source
        ? [straddleLine(t('Straddle at the money'), candles.time, barLengthOf(candles.timeframe), minutes)]
        : [];
    return {
      lines: [...compareLines(kind, candles, known), ...straddle],
      problems: [
        ...wanted.flatMap(({ problem }) => (problem === '' ? [] : problem)),
        ...missing.map((one) => t('{{symbol}} has no candle of these times.', { symbol: one.symbol })),
        ...(isStraddle && failure ? [failure.message] : []),
      ],
    };
  }, [candles, value, symbols, kind, isStraddle, minutes, failure]);
};
