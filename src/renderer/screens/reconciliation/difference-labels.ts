import type { AccountDifference } from '../../../shared/contract/live.ts';
import type { DifferenceKind, DifferenceResolution } from '../../../shared/account-difference.ts';
import { formatCount, formatPrice, formatRupees } from '../../../shared/money.ts';
import { t, labels } from '../../i18n/translate.ts';

const RESOLUTION_LABELS: Readonly<Record<DifferenceResolution, string>> = labels({
  'take-over': 'Take over',
  'write-off': 'Write off',
  'leave-alone': 'Leave alone',
});

/** Label of a decision's button. */
export const resolutionText = ({ kind }: AccountDifference, resolution: DifferenceResolution): string =>
  kind === 'price-gap' ? t('The price is right') : RESOLUTION_LABELS[resolution];

/** Outcome of a difference that is over. */
const SETTLED_LABELS: Readonly<Record<DifferenceResolution, string>> = labels(
  { 'take-over': 'Taken over', 'write-off': 'Written off', 'leave-alone': 'Left alone' },
  { context: 'difference' },
);

export const settledText = ({ kind, resolution }: AccountDifference): string => {
  if (resolution === null) return t('Gone by itself: both sides agree again');
  return kind === 'price-gap' ? t('The price is right') : SETTLED_LABELS[resolution];
};

/** Whether its owner has said to leave it as it is: it is there still, and may be decided otherwise. */
export const isLeftAlone = ({ status, resolution }: AccountDifference): boolean =>
  status === 'open' && resolution === 'leave-alone';

/** Possible decisions about each kind; whatever is missing nowhere cannot be written off. */
const RESOLUTIONS: Readonly<Record<DifferenceKind, readonly DifferenceResolution[]>> = {
  smaller: ['take-over', 'write-off', 'leave-alone'],
  gone: ['take-over', 'write-off', 'leave-alone'],
  opposite: ['take-over', 'write-off', 'leave-alone'],
  larger: ['take-over', 'leave-alone'],
  split: ['take-over', 'leave-alone'],
  'price-gap': ['leave-alone'],
  'unknown-order': ['leave-alone'],
};
export const resolutionsOf = ({
  kind,
  resolution: taken,
}: AccountDifference): readonly DifferenceResolution[] =>
  RESOLUTIONS[kind].filter((resolution) => resolution !== taken);

/** Whether the owner must give the price of trades in the account. */
export const isPriceNeeded = ({ kind }: AccountDifference, resolution: DifferenceResolution): boolean =>
  resolution === 'take-over' && kind !== 'split';

const factorText = ({ factor }: AccountDifference): string => String(Number((factor ?? 1).toFixed(2)));

/** Shares that the account does not have, of all positions. */
export const missingOf = ({ positions }: AccountDifference): number =>
  positions.reduce((sum, { missing }) => sum + missing, 0);

/** The difference as a sentence: what the account shows, and what that may come from. */
export const kindSentence = (difference: AccountDifference): string => {
  const { symbol } = difference;
  const missing = formatCount(missingOf(difference));
  switch (difference.kind) {
    case 'smaller':
      return t('The account holds less than TrickDesk: {{missing}} {{symbol}} are missing there.', {
        missing,
        symbol,
      });
    case 'gone':
      return t('The account holds no {{symbol}} any more.', { symbol });
    case 'opposite':
      return t('The account holds {{symbol}} on the other side.', { symbol });
    case 'larger':
      return t(
        'The account holds more than TrickDesk, and an order of TrickDesk whose outcome was never seen may have brought it.',
      );
    case 'split':
      return t('A split or a bonus, it seems: {{factor}} shares for each one before.', {
        factor: factorText(difference),
      });
    case 'price-gap':
      return t(
        'The price of {{symbol}} has gone far beyond its stop overnight, as a split, a bonus or a demerger does. Nothing is sold until you decide, or until the account shows another quantity.',
        { symbol },
      );
    case 'unknown-order':
      return t('The broker shows an order with a tag of TrickDesk that is not written here.');
  }
};

/** Whether what is missing was sold in the account; else it was bought back there. */
const wasSold = ({ ours, theirs }: AccountDifference): boolean => theirs < ours;

/**
 * Price of a difference by the account's own trades, paise a share. It is their average, where those on its side come
 * to just the quantity that differs. Null otherwise.
 */
export const tradedPrice = (difference: AccountDifference): number | null => {
  const side = wasSold(difference) ? 'sell' : 'buy';
  const trades = difference.trades.filter((one) => one.side === side);
  const quantity = trades.reduce((sum, one) => sum + one.quantity, 0);
  if (quantity === 0 || quantity !== Math.abs(difference.theirs - difference.ours)) return null;
  return Math.round(trades.reduce((sum, one) => sum + one.quantity * one.price, 0) / quantity);
};

type HeldPart = AccountDifference['positions'][number];

/** Bookings of a takeover, a line for each changed position. The price is in paise a share. */
const bookedLines = (difference: AccountDifference, price: number): string[] => {
  const { symbol, positions } = difference;
  const line = ({ strategyName, positionId }: HeldPart, quantity: number, isSale: boolean): string => {
    const values = {
      name: strategyName,
      positionId,
      symbol,
      number: formatCount(quantity),
      price: formatPrice(price),
      value: formatRupees(price * quantity),
    };
    return isSale
      ? t(
          '{{name}}, position {{positionId}}: sale of {{number}} {{symbol}} at ₹{{price}}, {{value}} in all',
          values,
        )
      : t(
          '{{name}}, position {{positionId}}: purchase of {{number}} {{symbol}} at ₹{{price}}, {{value}} in all',
          values,
        );
  };
  if (difference.kind === 'larger') {
    const newest = positions.at(-1);
    const surplus = Math.abs(difference.theirs) - Math.abs(difference.ours);
    return newest ? [line(newest, surplus, difference.ours < 0)] : [];
  }
  return positions
    .filter(({ missing }) => missing > 0)
    .map((part) => line(part, part.missing, wasSold(difference)));
};

/** A split, position by position; fractions of a share went to their owner in money. */
const splitLines = (difference: AccountDifference): string[] =>
  difference.positions.map(({ strategyName, positionId, quantity }) =>
    t('{{name}}, position {{positionId}}: {{before}} {{symbol}} become {{after}}', {
      name: strategyName,
      positionId,
      symbol: difference.symbol,
      before: formatCount(quantity),
      after: formatCount(Math.floor(quantity * (difference.factor ?? 1) + 1e-9)),
    }),
  );

/** Effect of a decision, shown before it is made; `price` in paise a share, null while none is typed. */
export const effectOf = (
  difference: AccountDifference,
  resolution: DifferenceResolution,
  price: number | null,
): { sentence: string; lines: readonly string[] } => {
  const { symbol } = difference;
  if (difference.kind === 'price-gap')
    return {
      sentence: t(
        'The price is taken for a real one: {{symbol}} is sold at once if it is still beyond its stop.',
        { symbol },
      ),
      lines: [],
    };
  if (resolution === 'leave-alone')
    return {
      sentence: t(
        'Both sides stay as they are. TrickDesk goes on sending nothing for what differs, and does not ask again while the quantities stay the same. It stays listed here: you can decide otherwise later.',
      ),
      lines: [],
    };
  if (resolution === 'write-off')
    return {
      sentence: t(
        '{{number}} {{symbol}} are closed in TrickDesk without a result: no trade, no profit and no loss is booked.',
        { number: formatCount(missingOf(difference)), symbol },
      ),
      lines: [],
    };
  if (difference.kind === 'split')
    return {
      sentence: t(
        'Quantities are multiplied by {{factor}}; prices, stop-loss and target are divided by it.',
        { factor: factorText(difference) },
      ),
      lines: splitLines(difference),
    };
  return {
    sentence:
      difference.kind === 'larger'
        ? t('What the account has more joins the newest position, at your price. TrickDesk books:')
        : t('What the account does not have was traded there by you, at your price. TrickDesk books:'),
    lines: price === null ? [] : bookedLines(difference, price),
  };
};
