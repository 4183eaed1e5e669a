import { Button, makeStyles, Select, Tab, TabList, tokens } from '@fluentui/react-components';
import { DataTrendingRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useMemo } from 'react';
import { formatCount, formatPercent, formatRupees, formatRupeesChange } from '../../../shared/money.ts';
import { t, labels } from '../../i18n/translate.ts';
import { TRADED_AT } from '../../i18n/strategy-labels.ts';
import { BrokerSelect } from '../../features/strategies/broker-select.tsx';
import { useCsvExport } from '../../state/csv-export.ts';
import { useFirstMode } from '../../state/first-side.ts';
import { header } from '../../state/header.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { routeHref } from '../../state/navigation.ts';
import { usePrintDocument } from '../../state/print.ts';
import { session } from '../../state/session.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { DateRange } from '../../ui/date-range.tsx';
import { Explain } from '../../ui/explain.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { ByStrategy } from './by-strategy.tsx';
import { type Days, daysOf, PERIOD_LABELS, PERIODS, type Period } from './period.ts';
import { percentOf, profit, profitSearch, profitTrades, type Managed, type ProfitSide } from './profit.ts';
import { ProfitCalendar } from '../../features/trades/profit-calendar.tsx';
import { profitDocument } from './profit-document.ts';
import { ProfitFlow } from './profit-flow.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  figure: { display: 'inline-flex', alignItems: 'center' },
});

const MANAGED_LABELS: Readonly<Record<Managed, string>> = labels({
  any: 'All strategies',
  plans: 'Advisor plans',
  own: 'Without advisor plans',
});

const Tiles = ({ side }: { side: ProfitSide }) => {
  const styles = useStyles();
  const capital = side.byStrategy.reduce((sum, strategy) => sum + strategy.capital, 0);
  const trades = side.byStrategy.reduce((sum, strategy) => sum + strategy.trades, 0);
  const good = side.byDay.filter(({ net }) => net > 0).length;
  const onCapital = percentOf(side.net, capital);
  const goodDays = percentOf(good, side.byDay.length);
  return (
    <StatRow label={t('Main figures')}>
      <StatTile
        label={t('Net')}
        value={<MoneyChange paise={side.net} />}
        hint={t('after {{charges}} of charges', { charges: formatRupees(side.charges) })}
      />
      <StatTile
        label={t('ROI')}
        value={
          onCapital !== null && (
            <span className={styles.figure}>
              <PercentChange percent={onCapital} />
              <Explain
                figure={t('Return on capital')}
                explanation={t(
                  'Net result divided by the capital of the strategies that traded: {{net}} ÷ {{capital}}. Capital is taken as it is set now.',
                  { net: formatRupees(side.net), capital: formatRupees(capital) },
                )}
              />
            </span>
          )
        }
        hint={t('{{capital}} in {{number}} strategies', {
          capital: formatRupees(capital),
          count: side.byStrategy.length,
          number: formatCount(side.byStrategy.length),
        })}
      />
      <StatTile
        label={t('Winning days')}
        value={
          goodDays !== null && (
            <span className={styles.figure}>
              {formatPercent(goodDays)}
              <Explain
                figure={t('Winning days')}
                explanation={t(
                  'Days whose closed trades made money after charges, {{good}}, divided by days with a closed trade, {{days}}.',
                  { good: formatCount(good), days: formatCount(side.byDay.length) },
                )}
              />
            </span>
          )
        }
        hint={t('{{good}} of {{number}} days', {
          good: formatCount(good),
          count: side.byDay.length,
          number: formatCount(side.byDay.length),
        })}
      />
      <StatTile
        label={t('Trades')}
        value={formatCount(trades)}
        hint={
          side.basketsNet === 0
            ? t('closed {{where}}', { where: TRADED_AT[side.source] })
            : t('closed {{where}}; baskets apart: {{net}}', {
                where: TRADED_AT[side.source],
                net: formatRupeesChange(side.basketsNet),
              })
        }
      />
    </StatRow>
  );
};

const Result = ({ side, mode, days }: { side: ProfitSide; mode: 'live' | 'test'; days: Days }) => {
  const styles = useStyles();
  const { from, to } = days;
  useCsvExport(() => profitTrades(mode, { from, to }, side));
  const holder = session.use((state) => state.user?.fullName ?? '');
  usePrintDocument(() => profitDocument(side, mode, { from, to }, holder));
  return (
    <div className={styles.stack}>
      <Tiles side={side} />
      <ProfitFlow side={side} />
      <SectionCard title={t('By strategy')}>
        <ByStrategy rows={side.byStrategy} />
      </SectionCard>
      <SectionCard title={t('Day by day')}>
        <ProfitCalendar days={side.byDay} />
      </SectionCard>
      <Toolbar
        end={
          <Button as="a" appearance="subtle" href={routeHref(`/reports?mode=${mode}`)}>
            {t('Tax report')}
          </Button>
        }
      />
    </div>
  );
};

/** Profit after charges: in which days, by which strategy, and how each figure comes about. */
export const MyProfitScreen = () => {
  const [query, setSearch] = useUrlSearch(profitSearch);
  const { period, managed, broker, from, to } = query;
  const mode = useFirstMode(query.mode, setSearch);
  const here = profit.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const marketTime = header.use((state) => state.value?.feed.now ?? null);
  // A period ends with the market's day, whose clock may run ahead of the wall's; it moves on with the day alone.
  const today = marketTime?.slice(0, 10) ?? null;
  const days = useMemo(
    () => today && daysOf(period, Date.parse(`${today}T12:00:00+05:30`), { from, to }),
    [period, today, from, to],
  );
  const load = useCallback(() => {
    if (days) void here.load({ ...days, managed, broker });
  }, [here, days, managed, broker]);
  useEffect(load, [load]);
  useReloadOnFacts(['trade'], profit);
  const side = value?.[mode] ?? null;
  return (
    <Screen title={t('My profit')} mode={mode}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which profit')}
            selectedValue={mode}
            onTabSelect={(_, data) => setSearch({ mode: data.value === 'live' ? 'live' : 'test' })}
          >
            <Tab value="live">{t('Live')}</Tab>
            <Tab value="test">{t('Paper')}</Tab>
          </TabList>
        }
        end={
          <>
            {period === 'days' && <DateRange from={from} to={to} onChange={(range) => setSearch(range)} />}
            <Select
              size="small"
              aria-label={t('Period')}
              value={period}
              onChange={(_, data) => setSearch({ period: data.value as Period })}
            >
              {PERIODS.map((name) => (
                <option key={name} value={name}>
                  {PERIOD_LABELS[name]}
                </option>
              ))}
            </Select>
            <BrokerSelect broker={broker} onChange={(next) => setSearch({ broker: next })} />
            <Select
              size="small"
              aria-label={t('Whose strategies')}
              value={managed}
              onChange={(_, data) => setSearch({ managed: data.value as Managed })}
            >
              {Object.entries(MANAGED_LABELS).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </Select>
          </>
        }
      />
      <Content
        isLoading={isLoading}
        hasContent={side !== null}
        isEmpty={side?.byStrategy.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={load}
        skeleton={<BlockSkeleton height={420} />}
        empty={{
          icon: <DataTrendingRegular fontSize={32} />,
          sentence:
            mode === 'live'
              ? t('No live trade has closed in these days.')
              : t('No paper trade has closed in these days.'),
          action: (
            <Button as="a" href={routeHref('/my-strategies?tab=Test')}>
              {t('Go to my strategies')}
            </Button>
          ),
        }}
        onClearFilters={
          managed !== 'any' || broker !== 'any' ? () => setSearch({ managed: 'any', broker: 'any' }) : null
        }
      >
        {side && days && <Result side={side} mode={mode} days={days} />}
      </Content>
    </Screen>
  );
};
