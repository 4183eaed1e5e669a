import { formatPrice } from '../../../shared/money.ts';

/** A fill to mark on the chart. */
export interface TradeMark {
  /** Epoch ms. */
  at: number;
  kind: 'entry' | 'exit';
  side: 'buy' | 'sell';
  label: string;
}

interface Entered {
  readonly side: 'long' | 'short';
  /** ISO or epoch ms. */
  readonly entryAt: string | number;
  /** Paise. */
  readonly entryPrice: number;
}

interface Traded extends Entered {
  readonly exitAt: string | number;
  readonly exitPrice: number;
}

const momentOf = (at: string | number): number => (typeof at === 'number' ? at : Date.parse(at));

/** Where something was entered: a short position is entered by a sale. */
export const entryMark = ({ side, entryAt, entryPrice }: Entered): TradeMark => ({
  at: momentOf(entryAt),
  kind: 'entry',
  side: side === 'long' ? 'buy' : 'sell',
  label: formatPrice(entryPrice),
});

/** The two fills of a round trip with their prices. */
export const tradeMarks = (trade: Traded): readonly [TradeMark, TradeMark] => [
  entryMark(trade),
  {
    at: momentOf(trade.exitAt),
    kind: 'exit',
    side: trade.side === 'long' ? 'sell' : 'buy',
    label: formatPrice(trade.exitPrice),
  },
];
