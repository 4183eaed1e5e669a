import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import type { Quotes } from '../../../shared/quotes.ts';
import { quotesNow, useQuotes } from '../../state/quotes.ts';
import { settings } from '../../state/settings.ts';
import { useWatched } from '../../state/watched.ts';
import { appTokens } from '../../ui/tokens.ts';
import { useInView } from '../../ui/in-view.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { NEARLY_CLEAR, NumberBox } from '../../ui/number-box.tsx';
import type { MarkedToMarket } from '../../../shared/mark-to-market.ts';
import { markShown, type ShownPosition } from './net-positions.ts';

const FADE_MS = 600;
const FADE_STEPS = 3;
const STRONGEST_PERCENT = 99;

const tint = (colour: string) => ({
  backgroundColor: `color-mix(in srgb, ${colour} var(--tint), ${NEARLY_CLEAR})`,
  '@media (prefers-reduced-motion: reduce)': { backgroundColor: NEARLY_CLEAR },
});

const useStyles = makeStyles({
  price: {
    padding: `1px ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    color: appTokens.numberFg,
    backgroundColor: NEARLY_CLEAR,
  },
  up: tint(appTokens.pnlUpBg),
  down: tint(appTokens.pnlDownBg),
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

/**
 * Let the tint of an element fade, in steps. An animation would have the browser make the layers of the whole page anew
 * where it begins and where it ends, and paint each frame between.
 */
const fade = (element: HTMLElement): (() => void) => {
  let left = FADE_STEPS;
  const show = (): void => element.style.setProperty('--tint', `${(left / FADE_STEPS) * STRONGEST_PERCENT}%`);
  show();
  const timer = setInterval(() => {
    left--;
    show();
    if (left === 0) clearInterval(timer);
  }, FADE_MS / FADE_STEPS);
  return () => clearInterval(timer);
};

/** A price that a change tints for a moment. Not where numbers are calm. */
export const TintedPrice = ({ ltp }: { ltp: number }) => {
  const styles = useStyles();
  const { isCalm } = settings.use();
  const ref = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState({ ltp, direction: 0 });
  // What changed while numbers were calm is not tinted once they no longer are.
  if (ltp !== shown.ltp || (isCalm && shown.direction !== 0))
    setShown({ ltp, direction: isCalm ? 0 : Math.sign(ltp - shown.ltp) });
  const isTinted = shown.direction !== 0;
  useLayoutEffect(() => (isTinted && ref.current ? fade(ref.current) : undefined), [isTinted, shown]);
  return (
    <span
      ref={ref}
      className={mergeClasses(styles.price, isTinted && (shown.direction > 0 ? styles.up : styles.down))}
    >
      {formatPrice(ltp)}
    </span>
  );
};

/** The last price; a change tints this cell alone for a moment, unless numbers are to be calm. */
export const LtpCell = ({ position }: { position: ShownPosition }) => {
  const { ref, value } = useStreamingValue(position, 'ltp');
  return (
    <NumberBox ref={ref} width={WIDTH.ltp}>
      {value === null ? '–' : <TintedPrice ltp={value} />}
    </NumberBox>
  );
};

/** Net result at the latest price. */
export const PnlCell = ({ position }: { position: ShownPosition }) => {
  const { ref, value } = useStreamingValue(position, 'pnl');
  return (
    <NumberBox ref={ref} width={WIDTH.pnl}>
      <MoneyChange paise={value} />
    </NumberBox>
  );
};

/** The same in percent of what went in. */
export const PnlPercentCell = ({ position }: { position: ShownPosition }) => {
  const { ref, value } = useStreamingValue(position, 'pnlPercent');
  return (
    <NumberBox ref={ref} width={WIDTH.pnlPercent}>
      <PercentChange percent={value} isTinted />
    </NumberBox>
  );
};
