import { Button, makeStyles, mergeClasses, Select, Tab, TabList, tokens } from '@fluentui/react-components';
import { StepsRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import { formatPrice } from '../../../shared/money.ts';
import { depthQuoteName, type Quote } from '../../../shared/quotes.ts';
import { istTime } from '../../../shared/time.ts';
import { tradeMarkOf } from '../../features/manual/armed-subject.ts';
import { InstrumentPicker } from '../../features/symbols/instrument-picker.tsx';
import { SourceSelect, usePriceSource } from '../../features/symbols/price-source.tsx';
import { markOf } from '../../features/symbols/symbol-mark.ts';
import { SymbolMore } from '../../features/symbols/symbol-more.tsx';
import { t } from '../../i18n/translate.ts';
import { useQuote } from '../../state/quotes.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useIsPageWide } from '../../ui/page-width.ts';
import { PercentChange } from '../../ui/money.tsx';
import { EmptyPanel } from '../../ui/panels.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SymbolText } from '../../ui/symbol-text.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { depthSearch } from './depth-search.ts';
import { DepthTable } from './depth-table.tsx';
import { Ladder } from './ladder.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: tokens.spacingHorizontalM },
  symbol: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    fontWeight: tokens.fontWeightSemibold,
  },
  price: { fontSize: tokens.fontSizeBase500, fontWeight: tokens.fontWeightSemibold },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  views: { display: 'grid', gap: tokens.spacingHorizontalL, alignItems: 'start', minWidth: 0 },
  both: { gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)' },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

/** Page width from which depth and ladder stand side by side, px. */
const BOTH_FROM = 1_200;

const NO_DEPTH = <StepsRegular fontSize={32} />;
const NOBODY: ReadonlySet<string> = new Set();

/** Reason why a market shows no waiting orders. */
const whyNone = (symbol: string, source: Source, quote: Quote | undefined): string => {
  if (!quote) return t('No price of {{symbol}} comes now.', { symbol });
  if (source === 'replay') return t('A replay knows prices, and not the orders that waited.');
  return source === 'broker'
    ? t('The broker has sent no waiting orders of {{symbol}} yet.', { symbol })
    : t('Nobody trades an index itself. Its futures and options have depth.');
};

const PriceLine = ({ symbol, source, quote }: { symbol: string; source: Source; quote: Quote }) => {
  const styles = useStyles();
  const { ltp, previousClose, at, depth } = quote;
  const [bid, ask] = [depth?.buy[0]?.price, depth?.sell[0]?.price];
  return (
    <div className={styles.line}>
      <span className={styles.symbol} {...markOf(symbol, source)}>
        <SymbolText symbol={symbol} />
        <SymbolMore symbol={symbol} source={source} />
      </span>
      <span className={styles.price}>{formatPrice(ltp)}</span>
      {previousClose !== null && previousClose > 0 && (
        <PercentChange percent={((ltp - previousClose) / previousClose) * 100} hasMark />
      )}
      {bid !== undefined && ask !== undefined && (
        <span className={styles.quiet}>{t('Spread {{price}}', { price: formatPrice(ask - bid) })}</span>
      )}
      <span className={styles.quiet}>{t('LTP at {{time}}', { time: istTime(Date.parse(at)) })}</span>
    </div>
  );
};

/** Waiting orders of one instrument: its best prices side by side, or as a ladder. */
export const DepthScreen = () => {
  const styles = useStyles();
  const [{ symbol, source: chosen, view, levels }, setSearch] = useUrlSearch(depthSearch);
  const { source, sources } = usePriceSource(chosen);
  const quote = useQuote(symbol === '' ? null : source, depthQuoteName(symbol));
  const [isChoosing, setChoosing] = useState(false);
  const isWide = useIsPageWide(BOTH_FROM);
  const isAsking = isChoosing || symbol === '';
  const depth = quote?.depth;
  const label = t('Market depth of {{symbol}}', { symbol });
  return (
    <Screen title={t('Market depth')}>
      <div className={styles.stack} {...(symbol !== '' && source !== null && tradeMarkOf(symbol, source))}>
        <Toolbar
          start={
            !isWide && (
              <TabList
                aria-label={t('View')}
                selectedValue={view}
                onTabSelect={(_, data) => setSearch({ view: data.value as typeof view })}
              >
                <Tab value="depth">{t('Depth')}</Tab>
                <Tab value="ladder">{t('Ladder')}</Tab>
              </TabList>
            )
          }
          end={
            <>
              <SourceSelect
                sources={sources}
                source={source}
                onChange={(next) => setSearch({ source: next })}
              />
              {(isWide || view === 'depth') && (
                <Select
                  size="small"
                  aria-label={t('Levels')}
                  value={levels}
                  onChange={(_, data) => setSearch({ levels: data.value as typeof levels })}
                >
                  <option value="5">{t('5 levels')}</option>
                  <option value="20">{t('20 levels')}</option>
                </Select>
              )}
              <Button size="small" appearance="primary" onClick={() => setChoosing(true)}>
                {t('Choose an instrument')}
              </Button>
            </>
          }
        />
        {isAsking && (
          <InstrumentPicker
            label={t('Instrument')}
            start=""
            taken={NOBODY}
            onPick={(found) => {
              setSearch({ symbol: found.symbol });
              setChoosing(false);
            }}
            onClose={() => setChoosing(false)}
          />
        )}
        {symbol === '' ? (
          <EmptyPanel
            icon={NO_DEPTH}
            sentence={t(
              'Choose an instrument to see how much waits to be bought and sold, and at which price.',
            )}
          />
        ) : (
          <>
            {quote && <PriceLine symbol={symbol} source={source} quote={quote} />}
            {!depth && <EmptyPanel icon={NO_DEPTH} sentence={whyNone(symbol, source, quote)} />}
            {quote && depth && (
              <div className={mergeClasses(styles.views, isWide && styles.both)}>
                {(isWide || view === 'depth') && (
                  <DepthTable label={label} depth={depth} levels={Number(levels)} />
                )}
                {(isWide || view === 'ladder') && (
                  <Ladder
                    key={`${source} ${symbol}`}
                    label={t('Ladder of {{symbol}}', { symbol })}
                    symbol={symbol}
                    source={source}
                    depth={depth}
                    ltp={quote.ltp}
                  />
                )}
              </div>
            )}
            {depth && source === 'simulated' && (
              <p className={styles.note}>
                {t(
                  'Simulated orders around the price. Paper orders fill by the fill model, and not against them.',
                )}
              </p>
            )}
          </>
        )}
      </div>
    </Screen>
  );
};
