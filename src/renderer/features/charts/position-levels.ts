import { useMemo } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import type { Quotes } from '../../../shared/quotes.ts';
import { t } from '../../i18n/translate.ts';
import { useQuotes } from '../../state/quotes.ts';
import type { PriceLevel } from './candle-chart.tsx';
import { entryMark, type TradeMark } from './trade-marks.ts';

/** An open position as it is drawn on a chart. */
export type HeldOnChart = Pick<
  Position,
  'strategyName' | 'mode' | 'openedAt' | 'averagePrice' | 'side' | 'stopLoss' | 'target'
>;

/** Open positions as they are drawn, as text. It is painted again only when the text changes. */
const heldText = (quotes: Quotes, isDrawn: (position: Position) => boolean): string =>
  JSON.stringify(
    [...quotes.values.values()]
      .filter(isDrawn)
      .map(({ strategyName, mode, openedAt, averagePrice, side, stopLoss, target }): HeldOnChart => ({
        ...{ strategyName, mode, openedAt, averagePrice, side, stopLoss, target },
      })),
  );

/** React hook: open positions to draw, which change as their levels do. */
export const useHeldOnChart = (isDrawn: (position: Position) => boolean): readonly HeldOnChart[] => {
  const text = useQuotes((quotes) => heldText(quotes, isDrawn));
  return useMemo(() => JSON.parse(text) as HeldOnChart[], [text]);
};

/** Where an open position was entered. */
export const heldMark = ({ side, openedAt, averagePrice }: HeldOnChart): TradeMark =>
  entryMark({ side, entryAt: openedAt, entryPrice: averagePrice });

/** Entry, stop and target of open positions; `named` says whose they are beside each. */
export const positionLevels = (
  held: readonly HeldOnChart[],
  named: (label: string, position: HeldOnChart) => string = (label) => label,
): PriceLevel[] =>
  held.flatMap((position): PriceLevel[] => {
    const { averagePrice, stopLoss, target } = position;
    return [
      { price: averagePrice, kind: 'entry', label: named(t('Entry'), position) },
      ...(stopLoss === null
        ? []
        : [{ price: stopLoss, kind: 'stop-loss' as const, label: named(t('Stop-loss'), position) }]),
      ...(target === null
        ? []
        : [{ price: target, kind: 'target' as const, label: named(t('Target'), position) }]),
    ];
  });
