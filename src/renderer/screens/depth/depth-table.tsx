import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { upTo } from '../../ui/page-width.ts';
import { appTokens } from '../../ui/tokens.ts';
import type { Depth } from './ladder-rows.ts';

/** A bar over a part of its cell. As the rest is clear, the cell never counts as opaque, whose extent is part of a layer. */
const barTo = (side: 'left' | 'right', colour: string): string =>
  `linear-gradient(to ${side}, ${colour} var(--part), #0000 0)`;

export const useLevelStyles = makeStyles({
  frame: {
    overflow: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: tokens.fontSizeBase300,
    fontVariantNumeric: 'tabular-nums',
    '& th': {
      fontSize: tokens.fontSizeBase200,
      fontWeight: tokens.fontWeightSemibold,
      color: tokens.colorNeutralForeground2,
    },
    '& th, & td': {
      height: '28px',
      padding: `0 ${tokens.spacingHorizontalMNudge}`,
      textAlign: 'right',
      whiteSpace: 'nowrap',
    },
    // In a narrow pane titles take two lines, so that every column is in view.
    [upTo(480)]: {
      fontSize: tokens.fontSizeBase200,
      '& th, & td': { padding: `0 ${tokens.spacingHorizontalXXS}` },
      '& th': { whiteSpace: 'normal', lineHeight: tokens.lineHeightBase200 },
    },
    // Sell orders stand right of the price, beside it.
    '& [data-start]': { textAlign: 'left' },
    '& tbody tr': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '& tfoot': {
      borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
      fontWeight: tokens.fontWeightSemibold,
    },
  },
  bid: { color: appTokens.pnlUp },
  ask: { color: appTokens.pnlDown },
  pressed: { cursor: 'pointer', ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover } },
  /**
   * A bar behind the quantity, from the middle outwards. It is a ground, not an element: where that grows, the browser
   * lays out the table and makes the layers of the whole page anew.
   */
  bar: {
    backgroundRepeat: 'no-repeat',
    backgroundPosition: 'center',
    backgroundSize: '100% calc(100% - 4px)',
  },
  bidBar: { backgroundImage: barTo('left', appTokens.pnlUpBg) },
  askBar: { backgroundImage: barTo('right', appTokens.pnlDownBg) },
});

interface QuantityProps {
  side: 'bid' | 'ask';
  /** Units; 0 is shown as nothing. */
  quantity: number;
  /** The largest quantity in view. */
  most: number;
  /** Begins an order at its price; null where none can be. */
  onPress?: (() => void) | null;
}

/** Cell of a quantity. A bar shows it beside the largest one. */
export const Quantity = ({ side, quantity, most, onPress = null }: QuantityProps) => {
  const styles = useLevelStyles();
  return (
    <td
      className={mergeClasses(
        styles.bar,
        side === 'bid' ? styles.bidBar : styles.askBar,
        onPress !== null && styles.pressed,
      )}
      style={{ '--part': `${(quantity / most) * 100}%` } as React.CSSProperties}
      data-start={side === 'ask' || undefined}
      onClick={onPress ?? undefined}
    >
      {quantity > 0 && formatCount(quantity)}
    </td>
  );
};

const totalOf = (levels: Depth['buy']): number => levels.reduce((sum, { quantity }) => sum + quantity, 0);

/** Largest quantity at one price; 1 where there is none. */
export const mostOf = ({ buy, sell }: Depth): number =>
  Math.max(1, ...[...buy, ...sell].map(({ quantity }) => quantity));

interface DepthTableProps {
  label: string;
  depth: Depth;
  levels: number;
}

/** Best prices side by side: who buys on the left, who sells on the right. */
export const DepthTable = ({ label, depth, levels }: DepthTableProps) => {
  const styles = useLevelStyles();
  const [buy, sell] = [depth.buy.slice(0, levels), depth.sell.slice(0, levels)];
  const most = mostOf({ buy, sell });
  const rows = Array.from({ length: Math.max(buy.length, sell.length) }, (_, index) => index);
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('Buy orders')}</th>
            <th scope="col">{t('Buy quantity')}</th>
            <th scope="col">{t('Bid')}</th>
            <th scope="col" data-start>
              {t('Ask')}
            </th>
            <th scope="col" data-start>
              {t('Sell quantity')}
            </th>
            <th scope="col">{t('Sell orders')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((index) => {
            const [bid, ask] = [buy[index], sell[index]];
            return (
              <tr key={index}>
                <td>{bid && formatCount(bid.orders)}</td>
                <Quantity side="bid" quantity={bid?.quantity ?? 0} most={most} />
                <td className={styles.bid}>{bid && formatPrice(bid.price)}</td>
                <td className={styles.ask} data-start>
                  {ask && formatPrice(ask.price)}
                </td>
                <Quantity side="ask" quantity={ask?.quantity ?? 0} most={most} />
                <td>{ask && formatCount(ask.orders)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>{t('Total')}</td>
            <td>{formatCount(totalOf(buy))}</td>
            <td />
            <td />
            <td data-start>{formatCount(totalOf(sell))}</td>
            <td />
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
