import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { formatPrice } from '../../../shared/money.ts';
import { useMoving } from '../../state/moving.ts';
import { settings } from '../../state/settings.ts';
import { desk } from '../../ui/desk-tokens.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { liveResult, type LiveResult } from './live-result.ts';

const fade = (from: string) => ({
  animationName: { from: { backgroundColor: from }, to: { backgroundColor: 'transparent' } },
  animationDuration: '600ms',
  '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
});

const useStyles = makeStyles({
  price: {
    padding: `1px ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    color: desk.numberFg,
  },
  up: fade(desk.pnlUpBg),
  down: fade(desk.pnlDownBg),
});

const useLive = <Key extends keyof LiveResult>(position: Position, key: Key): LiveResult[Key] =>
  useMoving((moving) => liveResult(position, moving)[key]);

/** The last price; a change tints this cell alone for a moment, unless numbers are to be calm. */
export const LtpCell = ({ position }: { position: Position }) => {
  const styles = useStyles();
  const { isCalm } = settings.use();
  const ltp = useLive(position, 'ltp');
  const [shown, setShown] = useState({ ltp, direction: 0, turn: 0 });
  if (ltp !== shown.ltp) {
    setShown({ ltp, direction: Math.sign((ltp ?? 0) - (shown.ltp ?? 0)), turn: shown.turn + 1 });
  }
  if (ltp === null) return '–';
  const tint = isCalm || shown.direction === 0 ? undefined : shown.direction > 0 ? styles.up : styles.down;
  return (
    <span key={shown.turn} className={mergeClasses(styles.price, tint)}>
      {formatPrice(ltp)}
    </span>
  );
};

/** Net result at the latest price. */
export const PnlCell = ({ position }: { position: Position }) => (
  <MoneyChange paise={useLive(position, 'pnl')} />
);

/** The same in percent of what went in. */
export const PnlPercentCell = ({ position }: { position: Position }) => (
  <PercentChange percent={useLive(position, 'pnlPercent')} isTinted />
);
