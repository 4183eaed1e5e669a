import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { dateTimeText, writtenDay } from '../../i18n/dates.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { IN_LOW_PANE, useIsPageWide } from '../../ui/page-width.ts';
import type { Side } from '../../features/options/picked-legs.ts';
import { FuturesTable } from './futures-table.tsx';
import { LegsCard } from './legs-card.tsx';
import { chainColumns, narrowColumns } from './option-chain-columns.tsx';
import type { Chain, FutureQuote } from './option-chain.ts';
import { OptionDrawer } from './option-drawer.tsx';
import { NO_CHANGE, usePayoff } from './payoff.ts';
import type { Legs } from './use-legs.ts';

/** Widths with room for every column, and without the volume, px. */
const [ALL_COLUMNS, WITHOUT_VOLUME] = [1_190, 1_000] as const;

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  figures: { [IN_LOW_PANE]: { display: 'none' } },
  sides: {
    display: 'flex',
    justifyContent: 'space-between',
    padding: `0 ${tokens.spacingHorizontalM}`,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Bring a part of a table to the middle of it. The page keeps its place, with its titles and choices. */
const showInMiddle = (part: HTMLElement | null): void => {
  const frame = part?.closest('[data-list]');
  if (!part || !frame) return;
  const [row, view] = [part.getBoundingClientRect(), frame.getBoundingClientRect()];
  const middle = row.top + row.height / 2 - view.top - frame.clientHeight / 2;
  frame.scrollTo({ top: frame.scrollTop + middle });
};

/**
 * React hook: the mark of the strike at the money, which comes to the middle when a chain opens. As prices move the chain
 * stays where it was led to, and so it does for a contract that was looked for: that one comes into view by itself.
 */
const useOpenAtTheMoney = ({ underlying, expiry }: Chain, isLed: boolean) => {
  const middle = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isLed) return;
    // After the frame in which the window takes a page that is opened to its top.
    const show = (): void => showInMiddle(middle.current);
    const opening = requestAnimationFrame(show);
    const frame = middle.current?.closest('[data-list]');
    // In a window of another height it is in the middle again, but under nobody's pointer.
    const observer = new ResizeObserver(() => {
      if (!frame?.matches(':hover, :focus-within')) show();
    });
    if (frame) observer.observe(frame);
    return () => {
      cancelAnimationFrame(opening);
      observer.disconnect();
    };
  }, [underlying, expiry, isLed]);
  return middle;
};

interface ChainTabProps {
  readonly chain: Chain;
  readonly futures: readonly FutureQuote[];
  readonly legs: Legs;
  /** Symbol of the contract that was looked for; empty without one. */
  readonly wanted: string;
}

/** Calls and puts of one expiry, above the futures. Legs are picked from them. */
export const ChainTab = ({ chain, futures, legs, wanted }: ChainTabProps) => {
  const styles = useStyles();
  const isWide = useIsPageWide(ALL_COLUMNS);
  const isUsual = useIsPageWide(WITHOUT_VOLUME);
  const [opened, setOpened] = useState<number | null>(null);
  const { payoff } = usePayoff(legs.legs, NO_CHANGE);
  const shown = chain.strikes.find(({ strike }) => strike === opened);
  const middle = chain.strikes.find(({ strike }) => strike === chain.atTheMoney) ?? chain.strikes[0];
  const found = chain.strikes.find(({ call, put }) => call?.symbol === wanted || put?.symbol === wanted);
  const isListed = found !== undefined || futures.some(({ symbol }) => symbol === wanted);
  const atTheMoney = useOpenAtTheMoney(chain, isListed);
  const picking = {
    lotsOf: (symbol: string, side: Side) =>
      legs.legs.reduce((sum, leg) => sum + (leg.symbol === symbol && leg.side === side ? leg.lots : 0), 0),
    pick: legs.pick,
    open: setOpened,
    source: chain.source,
    tabStop: found ? wanted : (middle?.call?.symbol ?? null),
    wanted,
  };
  const columns = chainColumns(picking, (strike) => (strike === middle?.strike ? atTheMoney : undefined));
  useCsvExport(csvOfRows(`options-${chain.underlying}-${chain.expiry}`, columns, chain.strikes));
  return (
    <div className={styles.stack}>
      <StatRow label={t('Option chain')} className={styles.figures}>
        <StatTile
          label={chain.underlying}
          value={formatPrice(chain.spot)}
          hint={t('Prices: {{source}}', { source: SOURCE_LABELS[chain.source] })}
        />
        <StatTile
          label={t('Forward price')}
          value={chain.forward === null ? '–' : formatPrice(Math.round(chain.forward))}
          hint={t('By the options’ own prices')}
        />
        <StatTile
          label={t('Expiry')}
          value={writtenDay(chain.expiry)}
          hint={t('Trading ends {{time}}', { time: dateTimeText(Date.parse(chain.endsAt)) })}
        />
        <StatTile
          label={t('Lot')}
          value={formatCount(chain.lotSize)}
          hint={t('Strikes: {{total}}', { total: chain.strikes.length })}
        />
      </StatRow>
      {wanted !== '' && !isListed && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {t(
              '{{contract}} is not listed in this chain. It may have expired, or its strike was never listed.',
              {
                contract: wanted,
              },
            )}
          </MessageBarBody>
        </MessageBar>
      )}
      <div className={styles.sides} aria-hidden>
        <span>{t('Calls')}</span>
        <span>{t('Puts')}</span>
      </div>
      <DataTable
        label={t('Calls and puts by strike')}
        columns={isWide ? columns : narrowColumns(columns, isUsual)}
        rows={chain.strikes}
        rowKey={(row) => row.strike}
        selectedKey={opened ?? found?.strike ?? chain.atTheMoney}
        onOpen={(row) => setOpened(row.strike)}
        isTall
      />
      <LegsCard legs={legs} payoff={payoff} />
      <FuturesTable futures={futures} chain={chain} wanted={wanted} />
      {shown && (
        <OptionDrawer
          row={shown}
          expiry={chain.expiry}
          lotSize={chain.lotSize}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};
