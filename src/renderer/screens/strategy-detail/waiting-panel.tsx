import { makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { CheckmarkCircleRegular, CircleRegular, QuestionCircleRegular } from '@fluentui/react-icons';
import { useEffect, type CSSProperties } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount } from '../../../shared/money.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { api } from '../../api/api.ts';
import { useEveryBar } from '../../features/charts/every-bar.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

type Conditions = OutputOf<(typeof strategies)['conditions']>;
type Side = Conditions['sides'][number];
type Condition = Side['conditions'][number];

/** Asked for anew at least so often; a candle that closes is asked for at once. */
const REFRESH_MS = 30_000;

const conditions = createPaneResource(api.strategies.conditions);

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  row: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    paddingInlineStart: `calc(var(--depth) * ${tokens.spacingHorizontalXL})`,
    maxWidth: '820px',
  },
  group: { color: tokens.colorNeutralForeground3 },
  icon: { fontSize: tokens.fontSizeBase500 },
  holds: { color: tokens.colorStatusSuccessForeground1 },
  quiet: { color: tokens.colorNeutralForeground3 },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  side: { margin: 0, fontWeight: tokens.fontWeightSemibold },
});

const holdsText = (holds: boolean | null): string =>
  holds === null ? t('not known yet') : holds ? t('holds') : t('does not hold');

const textOf = ({ kind, text }: Condition): string => {
  switch (kind) {
    case 'all':
      return t('All of these:');
    case 'any':
      return t('At least one of these:');
    case 'not':
      return t('Not this:');
    case 'comparison':
      return text;
  }
};

const HoldsIcon = ({ holds }: { holds: boolean | null }) => {
  const styles = useStyles();
  if (holds === null) return <QuestionCircleRegular className={mergeClasses(styles.icon, styles.quiet)} />;
  return holds ? (
    <CheckmarkCircleRegular className={mergeClasses(styles.icon, styles.holds)} />
  ) : (
    <CircleRegular className={mergeClasses(styles.icon, styles.quiet)} />
  );
};

const ConditionRow = ({ condition }: { condition: Condition }) => {
  const styles = useStyles();
  const depth = { '--depth': condition.depth } as CSSProperties;
  return (
    <li className={styles.row} style={depth}>
      <HoldsIcon holds={condition.holds} />
      <span className={condition.kind === 'comparison' ? undefined : styles.group}>{textOf(condition)}</span>
      <span className={condition.holds ? styles.holds : styles.quiet}>{holdsText(condition.holds)}</span>
    </li>
  );
};

const sideTitle = ({ side, holds }: Side): string =>
  side === 'long'
    ? holds
      ? t('Long: all that an entry needs held')
      : t('Long: waits')
    : holds
      ? t('Short: all that an entry needs held')
      : t('Short: waits');

/** Age of the values in market time, or why there are none. */
const ageText = ({ at, now, candlesToGo, isRunning }: Conditions): string => {
  const minutes = at === null ? 0 : Math.floor((Date.parse(now) - Date.parse(at)) / MINUTE_MS);
  return [
    at === null
      ? t('No candle of it has closed yet, so there is no value.')
      : minutes < 1
        ? t('Values of the candle that closed at {{time}}, just now.', { time: dateTimeText(Date.parse(at)) })
        : t('Values of the candle that closed at {{time}}, {{number}} min ago in the market.', {
            time: dateTimeText(Date.parse(at)),
            number: formatCount(minutes),
          }),
    candlesToGo > 0
      ? t('The rules warm up: candles to come before an entry: {{number}}.', {
          number: formatCount(candlesToGo),
        })
      : '',
    isRunning ? '' : t('The strategy does not run: this is what it would read.'),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
};

/** Entry conditions of one's own strategy, as its run evaluates them. */
export const WaitingPanel = ({ strategy }: { strategy: StrategySummary }) => {
  const styles = useStyles();
  const { strategyId, instruments, timeframe } = strategy;
  const [{ symbol: wanted }, setSearch] = useUrlSearch(detailSearch);
  const symbol = instruments.find((name) => name === wanted) ?? instruments[0] ?? '';
  const here = conditions.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  useEffect(() => {
    void here.load({ strategyId, symbol });
    const timer = setInterval(() => void here.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [here, strategyId, symbol]);
  const shown = value?.symbol === symbol ? value : null;
  useEveryBar({ source: shown?.source ?? null, symbol, timeframe }, conditions.reload);
  return (
    <SectionCard
      title={t('Entry conditions now')}
      aside={
        instruments.length > 1 && (
          <Select
            size="small"
            aria-label={t('Instrument of the conditions')}
            value={symbol}
            onChange={(_, data) => setSearch({ symbol: data.value }, { replace: true })}
          >
            {instruments.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )
      }
    >
      <Content
        isLoading={isLoading}
        hasContent={shown !== null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ strategyId, symbol })}
        skeleton={<TableSkeleton rows={2} />}
        empty={{ icon: null, sentence: t('The strategy names no instrument.') }}
      >
        {shown?.sides.map((side) => (
          <div key={side.side}>
            <p className={styles.side}>{sideTitle(side)}</p>
            <ul className={styles.list} aria-label={sideTitle(side)}>
              {side.conditions.map((condition, at) => (
                <ConditionRow key={at} condition={condition} />
              ))}
            </ul>
          </div>
        ))}
        {shown && <p className={styles.note}>{ageText(shown)}</p>}
      </Content>
    </SectionCard>
  );
};
