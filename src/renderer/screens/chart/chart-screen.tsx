import { Button, makeStyles, Select, tokens } from '@fluentui/react-components';
import { ChartMultipleRegular } from '@fluentui/react-icons';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Source } from '../../../shared/contract/fields.ts';
import { formatPrice } from '../../../shared/money.ts';
import { TIMEFRAMES, type Timeframe } from '../../../shared/rule-document.ts';
import { SOURCE_WORDS, TIMEFRAME_WORDS } from '../../i18n/trick-words.ts';
import { t } from '../../i18n/translate.ts';
import { useQuote } from '../../state/moving.ts';
import { settings } from '../../state/settings.ts';
import { toggleLayer } from '../../state/shell-layer.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { desk } from '../../ui/desk-tokens.ts';
import { CANDLE_CHART_HEIGHT, LazyCandleChart } from '../../ui/lazy-candle-chart.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { candles, chartSearch } from './chart.ts';

/** A new bar is at least a minute away; the chart need not ask more often than this. */
const REFRESH_MS = 30_000;

const useStyles = makeStyles({
  price: {
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    color: desk.numberFg,
  },
});

const LastPrice = ({ symbol, source }: { symbol: string; source: Source }) => {
  const styles = useStyles();
  const quote = useQuote(source, symbol);
  if (!quote) return null;
  return (
    <>
      <span className={styles.price}>{formatPrice(quote.ltp)}</span>
      {quote.previousClose && (
        <PercentChange percent={((quote.ltp - quote.previousClose) / quote.previousClose) * 100} hasMark />
      )}
    </>
  );
};

/** The candles of one instrument, with its price as it moves. */
export const ChartScreen = () => {
  const { symbol = '' }: { symbol?: string } = useParams({ strict: false });
  const [{ timeframe }, setSearch] = useUrlSearch(chartSearch);
  const { moneyPalette } = settings.use();
  const { value, isLoading, failure, loadedAt } = candles.use();
  useEffect(() => {
    void candles.load({ symbol, timeframe });
    const timer = setInterval(() => void candles.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [symbol, timeframe]);
  const shown = value?.symbol === symbol && value.timeframe === timeframe ? value : null;
  return (
    <Screen title={t('Chart')}>
      <Toolbar
        start={shown && <LastPrice symbol={symbol} source={shown.source} />}
        end={
          <>
            <Select
              size="small"
              aria-label={t('Timeframe')}
              value={timeframe}
              onChange={(_, data) => setSearch({ timeframe: data.value as Timeframe }, { replace: true })}
            >
              {TIMEFRAMES.map((name) => (
                <option key={name} value={name}>
                  {TIMEFRAME_WORDS[name]}
                </option>
              ))}
            </Select>
            <Button size="small" onClick={() => toggleLayer('palette')}>
              {t('Another instrument')}
            </Button>
          </>
        }
      />
      <SectionCard title={shown ? `${symbol} · ${SOURCE_WORDS[shown.source]}` : symbol}>
        <Content
          isLoading={isLoading}
          hasContent={shown !== null}
          isEmpty={shown?.time.length === 0}
          failure={failure}
          loadedAt={loadedAt}
          onRetry={() => void candles.load({ symbol, timeframe })}
          skeleton={<BlockSkeleton height={CANDLE_CHART_HEIGHT} />}
          empty={{
            icon: <ChartMultipleRegular fontSize={32} />,
            sentence: t('There are no prices of {{symbol}} for this timeframe yet.', { symbol }),
          }}
        >
          {shown && (
            <LazyCandleChart
              candles={shown}
              marks={NO_MARKS}
              isDaily={timeframe === '1d'}
              isHollow={moneyPalette !== 'classic'}
            />
          )}
        </Content>
      </SectionCard>
    </Screen>
  );
};

const NO_MARKS: readonly never[] = [];
