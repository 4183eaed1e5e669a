import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatPrice } from '../../../shared/money.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import { t } from '../../i18n/translate.ts';
import { optionText, SIDE_LABELS, tradeText } from './leg-text.ts';
import type { Side } from '../../features/options/picked-legs.ts';
import { markOf } from '../../features/symbols/symbol-mark.ts';
import type { Leg } from './legs.ts';
import type { ChainOption } from './option-chain.ts';

const useStyles = makeStyles({
  root: { display: 'inline-flex', alignItems: 'center', gap: '2px' },
  price: {
    minHeight: '24px',
    padding: `0 ${tokens.spacingHorizontalXXS}`,
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusSmall,
    background: 'transparent',
    color: 'inherit',
    fontFamily: 'inherit',
    fontSize: 'inherit',
    fontVariantNumeric: 'inherit',
    cursor: 'pointer',
  },
  wanted: { outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}` },
  picked: {
    border: `1px solid ${tokens.colorBrandStroke1}`,
    fontWeight: tokens.fontWeightSemibold,
  },
  side: {
    minWidth: '24px',
    height: '24px',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  chosen: {
    border: `1px solid ${tokens.colorBrandBackground}`,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontWeight: tokens.fontWeightSemibold,
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
  },
});

/** Means to pick a price of the chain. */
export interface Picking {
  /** Market that the prices are of. */
  readonly source: Source;
  /** Lots of an option among the legs, by side. */
  readonly lotsOf: (symbol: string, side: Side) => number;
  readonly pick: (option: ChainOption, side: Side) => void;
  /** Opens the particulars of a strike. */
  readonly open: (strike: number) => void;
  /** The one option that Tab stops at; arrows go to the others. */
  readonly tabStop: string | null;
  /** The option that was looked for. It is marked, and comes into view with the focus. */
  readonly wanted: string | null;
}

/** Side that a key picks. By the character, where the keyboard writes Latin letters; else by its place. */
export const sideOfKey = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): Side | null => {
  const isLatin = (key.codePointAt(0) ?? 0) < 0x250;
  const letter = isLatin ? key.toUpperCase() : code.slice(-1);
  return letter === 'B' ? 'buy' : letter === 'S' ? 'sell' : null;
};

const OPTION = '[data-option]';

/** Option that an arrow leads to: up and down on its side, left and right to the other. */
const nextOption = (from: HTMLElement, key: string): HTMLElement | null => {
  const row = from.closest('tr');
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const both = [...(row?.querySelectorAll<HTMLElement>(OPTION) ?? [])];
    return both[key === 'ArrowLeft' ? 0 : both.length - 1] ?? null;
  }
  const step =
    key === 'ArrowUp' ? 'previousElementSibling' : key === 'ArrowDown' ? 'nextElementSibling' : null;
  const other = step && row?.[step];
  return other?.querySelector<HTMLElement>(`[data-option="${from.dataset['option']}"]`) ?? null;
};

interface PickCellProps {
  option: ChainOption;
  leg: Pick<Leg, 'strike' | 'right'>;
  picking: Picking;
}

/** Last price of an option, which picks it. Two buttons and the keys B and S buy or sell it as a leg. */
export const PickCell = ({ option, leg, picking }: PickCellProps) => {
  const styles = useStyles();
  const { symbol, ltp, bid, ask } = option;
  const isWanted = picking.wanted === symbol;
  const price = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    price.current?.scrollIntoView({ block: 'center' });
    price.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const lots = { buy: picking.lotsOf(symbol, 'buy'), sell: picking.lotsOf(symbol, 'sell') };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const side = sideOfKey(event);
    const next = nextOption(event.currentTarget, event.key);
    if (!side && !next) return;
    event.preventDefault();
    event.stopPropagation();
    if (side && !event.repeat) picking.pick(option, side);
    next?.focus();
  };
  const signOf = (side: Side): string =>
    `${side === 'buy' ? t('B', { context: 'buy' }) : t('S', { context: 'sell' })}${lots[side] > 0 ? lots[side] : ''}`;
  const button = (side: Side, price: number) => (
    <button
      type="button"
      tabIndex={-1}
      className={mergeClasses(styles.side, lots[side] > 0 && styles.chosen)}
      aria-label={[
        ...(lots[side] > 0 ? [signOf(side)] : []),
        t('{{trade}} at {{price}}', { trade: tradeText(side, leg), price: formatPrice(price) }),
      ].join(': ')}
      title={t('{{trade}} at {{price}}', { trade: tradeText(side, leg), price: formatPrice(price) })}
      onClick={() => picking.pick(option, side)}
    >
      {signOf(side)}
    </button>
  );
  const held = (['buy', 'sell'] as const)
    .filter((side) => lots[side] > 0)
    .map((side) => `${SIDE_LABELS[side]} ${lots[side]}`);
  return (
    <span className={styles.root} {...markOf(symbol, picking.source)}>
      {button('buy', ask)}
      {button('sell', bid)}
      <button
        ref={price}
        type="button"
        aria-current={isWanted || undefined}
        className={mergeClasses(styles.price, held.length > 0 && styles.picked, isWanted && styles.wanted)}
        tabIndex={picking.tabStop === symbol ? 0 : -1}
        data-option={leg.right}
        aria-keyshortcuts="B S"
        aria-label={[optionText(leg), formatPrice(ltp), ...held].join(', ')}
        onClick={() => picking.open(leg.strike)}
        onKeyDown={onKeyDown}
      >
        {formatPrice(ltp)}
      </button>
    </span>
  );
};
