import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useState } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import type { Quotes } from '../../../shared/quotes.ts';
import { quotesNow, useQuotes } from '../../state/quotes.ts';
import { settings } from '../../state/settings.ts';
import { useWatched } from '../../state/watched.ts';
import { appTokens } from '../../ui/tokens.ts';
import { useInView } from '../../ui/in-view.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import type { MarkedToMarket } from '../../../shared/mark-to-market.ts';
import { markShown, type ShownPosition } from './net-positions.ts';

const fade = (from: string) => ({
  animationName: { from: { backgroundColor: from }, to: { backgroundColor: 'transparent' } },
  animationDuration: '600ms',
  '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
});

const useStyles = makeStyles({
  /**
   * A box for a streaming number, of a size independent of it. Hundreds of changes a second would otherwise have the
   * whole table measured anew.
   */
  box: {
    display: 'inline-block',
    height: tokens.lineHeightBase300,
    contain: 'size layout style',
    verticalAlign: 'middle',
  },
  price: {
    padding: `1px ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    color: appTokens.numberFg,
  },
  up: fade(appTokens.pnlUpBg),
  down: fade(appTokens.pnlDownBg),
});

/**
 * Widths for the largest usual numbers. They hold ₹ 9,99,999.95, a result of tens of lakhs with sign and arrow, and a
 * percentage.
 */
const WIDTH = { ltp: '11ch', pnl: '17ch', pnlPercent: '9ch' } as const;

/** A number of a position at the latest price. Scrolled out of view it stands still: nobody sees it, and it costs. */
const useStreamingValue = <Key extends keyof MarkedToMarket>(position: ShownPosition, key: Key) => {
  const [frozen, setFrozen] = useState<Quotes | null>(null);
  const report = useCallback((isInView: boolean) => setFrozen(isInView ? null : quotesNow()), []);
  const ref = useInView(report);
  useWatched(frozen ? null : position.symbol);
  const value = useQuotes((quotes) => markShown(position, frozen ?? quotes)[key]);
  return { ref, value };
};

/** A price that a change tints for a moment. Not where numbers are calm. */
export const TintedPrice = ({ ltp }: { ltp: number }) => {
  const styles = useStyles();
  const { isCalm } = settings.use();
  const [shown, setShown] = useState({ ltp, direction: 0, turn: 0 });
  if (ltp !== shown.ltp) setShown({ ltp, direction: Math.sign(ltp - shown.ltp), turn: shown.turn + 1 });
  const tint = isCalm || shown.direction === 0 ? undefined : shown.direction > 0 ? styles.up : styles.down;
  return (
    <span key={shown.turn} className={mergeClasses(styles.price, tint)}>
      {formatPrice(ltp)}
    </span>
  );
};

/** The last price; a change tints this cell alone for a moment, unless numbers are to be calm. */
export const LtpCell = ({ position }: { position: ShownPosition }) => {
  const { ref, value } = useStreamingValue(position, 'ltp');
  return (
    <span ref={ref} className={useStyles().box} style={{ width: WIDTH.ltp }}>
      {value === null ? '–' : <TintedPrice ltp={value} />}
    </span>
  );
};

/** Net result at the latest price. */
export const PnlCell = ({ position }: { position: ShownPosition }) => {
  const { ref, value } = useStreamingValue(position, 'pnl');
  return (
    <span ref={ref} className={useStyles().box} style={{ width: WIDTH.pnl }}>
      <MoneyChange paise={value} />
    </span>
  );
};

/** The same in percent of what went in. */
export const PnlPercentCell = ({ position }: { position: ShownPosition }) => {
  const { ref, value } = useStreamingValue(position, 'pnlPercent');
  return (
    <span ref={ref} className={useStyles().box} style={{ width: WIDTH.pnlPercent }}>
      <PercentChange percent={value} isTinted />
    </span>
  );
};
