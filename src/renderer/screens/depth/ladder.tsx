import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import { formatPrice } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { useQuotes } from '../../state/quotes.ts';
import { MoneyChange } from '../../ui/money.tsx';
import { mostOf, Quantity, useLevelStyles } from './depth-table.tsx';
import { type Depth, isFarFrom, ladderRows, positionsOf, profitAt } from './ladder-rows.ts';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  frame: { maxHeight: 'max(320px, calc(100vh - 280px))' },
  head: {
    '& th': { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  },
  last: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    fontWeight: tokens.fontWeightSemibold,
    outline: `1px solid ${tokens.colorNeutralStroke1}`,
    outlineOffset: '-1px',
  },
  centre: { alignSelf: 'flex-start' },
});

interface LadderProps {
  label: string;
  symbol: string;
  source: Source;
  depth: Depth;
  /** Last price, paise. */
  ltp: number;
}

/** Prices from high to low. Each has its waiting quantity and the profit of open positions. */
export const Ladder = ({ label, symbol, source, depth, ltp }: LadderProps) => {
  const [styles, levels] = [useStyles(), useLevelStyles()];
  const frame = useRef<HTMLDivElement>(null);
  const [middle, setMiddle] = useState(ltp);
  // A ladder that moves by itself moves what somebody is about to press.
  const [isHeld, setHeld] = useState(false);
  const values = useQuotes((quotes) => quotes.values);
  const positions = positionsOf(values.values(), { symbol, source });
  if (!isHeld && middle !== ltp && isFarFrom(depth, ltp, middle)) setMiddle(ltp);
  const rows = ladderRows(depth, ltp, middle);
  const most = mostOf(depth);
  useEffect(() => {
    frame.current?.querySelector('[data-middle]')?.scrollIntoView({ block: 'center' });
  }, [symbol, source, middle]);
  return (
    <div className={styles.stack}>
      <Button size="small" className={styles.centre} onClick={() => setMiddle(ltp)}>
        {t('Show the last price')}
      </Button>
      <div
        ref={frame}
        className={mergeClasses(levels.frame, styles.frame)}
        // It scrolls, so it can be reached by keyboard.
        tabIndex={0}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        role="group"
        aria-label={t('Ladder, scrollable')}
      >
        <table className={levels.table} aria-label={label}>
          <thead className={styles.head}>
            <tr>
              <th scope="col">{t('Buy quantity')}</th>
              <th scope="col">{t('Price')}</th>
              <th scope="col" data-start>
                {t('Sell quantity')}
              </th>
              {positions.length > 0 && <th scope="col">{t('P&L at this price')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ price, bid, ask, isLast }) => (
              <tr
                key={price}
                data-last={isLast || undefined}
                data-middle={price === middle || undefined}
                className={isLast ? styles.last : undefined}
              >
                <Quantity side="bid" quantity={bid} most={most} />
                <td>{formatPrice(price)}</td>
                <Quantity side="ask" quantity={ask} most={most} />
                {positions.length > 0 && (
                  <td>
                    <MoneyChange paise={profitAt(positions, price)} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
};
