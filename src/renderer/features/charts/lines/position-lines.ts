import { useMemo } from 'react';
import type { Position } from '../../../../shared/contract/positions.ts';
import type { Quotes } from '../../../../shared/quotes.ts';
import { formatCount } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import { useQuotes } from '../../../state/quotes.ts';
import { type OwnedLine, withMode } from './owned-line.ts';
import { entryMark, type TradeMark } from '../trade-marks.ts';

/** An open position as it is drawn on a chart. */
export type HeldOnChart = Pick<
  Position,
  | 'positionId'
  | 'strategyName'
  | 'isManual'
  | 'mode'
  | 'openedAt'
  | 'averagePrice'
  | 'side'
  | 'quantity'
  | 'stopLoss'
  | 'target'
>;

/** Open positions as they are drawn, as text. It is painted again only when the text changes. */
const heldText = (quotes: Quotes, isDrawn: (position: Position) => boolean): string =>
  JSON.stringify(
    [...quotes.values.values()]
      .filter(isDrawn)
      .map(
        ({
          positionId,
          strategyName,
          isManual,
          mode,
          openedAt,
          averagePrice,
          side,
          quantity,
          stopLoss,
          target,
        }): HeldOnChart => ({
          ...{ positionId, strategyName, isManual, mode, openedAt, averagePrice, side },
          ...{ quantity, stopLoss, target },
        }),
      ),
  );

/** React hook: open positions to draw, which change as their levels do. */
export const useHeldOnChart = (isDrawn: (position: Position) => boolean): readonly HeldOnChart[] => {
  const text = useQuotes((quotes) => heldText(quotes, isDrawn));
  return useMemo(() => JSON.parse(text) as HeldOnChart[], [text]);
};

/** Where an open position was entered. */
export const heldMark = ({ side, openedAt, averagePrice }: HeldOnChart): TradeMark =>
  entryMark({ side, entryAt: openedAt, entryPrice: averagePrice });

const whyFixed = (kind: 'entry' | 'stop-loss' | 'target', isManual: boolean): string | null => {
  if (kind === 'entry') return t('This is the price of the entry: it stays.');
  return isManual ? null : t('Stop-loss and target of a strategy are changed in its settings.');
};

/** Names a level after whose it is. Where several by hand are held each says how many units it is of. */
export const namedByOwner = (label: string, position: HeldOnChart, held: readonly HeldOnChart[]): string => {
  const { strategyName, isManual, mode, quantity } = position;
  const isOneOfSeveral = isManual && held.filter((one) => one.isManual).length > 1;
  const owner = isOneOfSeveral ? `${strategyName} ${formatCount(Math.abs(quantity))}` : strategyName;
  return withMode(`${label} · ${owner}`, mode === 'live');
};

/** Entry, stop and target of open positions; `named` says whose they are beside each. */
export const positionLines = (
  held: readonly HeldOnChart[],
  named: (label: string, position: HeldOnChart) => string = (label) => label,
): OwnedLine[] =>
  held.flatMap((position) => {
    const { positionId, isManual, averagePrice, stopLoss, target } = position;
    const isLive = position.mode === 'live';
    const line = (
      kind: 'entry' | 'stop-loss' | 'target',
      price: number | null,
      [label, short]: readonly [string, string],
    ): OwnedLine[] =>
      price === null
        ? []
        : [
            {
              ...{
                id: `position-${positionId}-${kind}`,
                owner: { kind: 'position', positionId },
                kind,
                price,
              },
              ...{ label: named(label, position), short: withMode(short, isLive), isLive },
              ...{ whyFixed: whyFixed(kind, isManual), isOpened: isManual },
            },
          ];
    return [
      ...line('entry', averagePrice, [t('Entry'), t('Entry')]),
      ...line('stop-loss', stopLoss, [t('Stop-loss'), t('SL')]),
      ...line('target', target, [t('Target'), t('TGT')]),
    ];
  });
