import { makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { CalendarError16Regular, Clock16Regular } from '@fluentui/react-icons';
import { istDate, istDayStart, istMinute, istTime } from '../../shared/time.ts';
import { KNOWN_UNTIL } from '../../shared/trading-days.ts';
import { dayText } from '../i18n/dates.ts';
import { holidaysBetween } from '../i18n/holiday-labels.ts';
import { t, labels } from '../i18n/translate.ts';
import { FEED_NAMES } from '../i18n/strategy-labels.ts';
import { feedClock, type Feed, type Freshness } from '../state/feed-clock.ts';
import { exchangeFreshness, feedFreshness, useIsWaking } from '../state/freshness.ts';
import { header } from '../state/header.ts';
import { useNow } from '../state/use-now.ts';
import { appTokens } from '../ui/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    padding: `2px ${tokens.spacingHorizontalSNudge}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  late: {
    backgroundColor: tokens.colorStatusWarningBackground1,
    color: tokens.colorStatusWarningForeground1,
  },
  stale: { backgroundColor: appTokens.staleBg, color: appTokens.staleFg },
  calendar: { color: appTokens.staleFg },
});

type Header = NonNullable<ReturnType<typeof header.use.getState>['value']>;
interface LiveSessionProps {
  live: NonNullable<Header['live']>;
  loadedAt: number;
}

const STATE_LABELS: Readonly<Record<Header['market']['state'], string>> = labels({
  open: 'Market open',
  closed: 'Market closed',
  'pre-open': 'Pre-open',
  'closing-auction': 'Closing auction',
});

const ageText = (ageMs: number): string => {
  const seconds = Math.floor(ageMs / 1_000);
  return seconds < 60
    ? t('{{seconds}} s ago', { seconds })
    : t('{{minutes}} min ago', { minutes: Math.floor(seconds / 60) });
};

const marketTime = (feed: Feed): string => {
  const now = Date.parse(feed.now);
  return feed.kind === 'replay' ? `${dayText(now)}, ${istMinute(now)}` : istTime(now);
};

const lastText = (age: number | null): string =>
  age === null ? t('no price yet') : t('last price {{age}}', { age: ageText(age) });

/** The holidays that keep the market closed until it next opens. */
const holidayText = ({ state, now, nextChange }: Header['market']): string => {
  if (state !== 'closed' || nextChange === null) return '';
  const names = holidaysBetween(Date.parse(now), Date.parse(nextChange));
  return names.length === 0 ? '' : t('Holiday: {{names}}', { names: names.join(', ') });
};

/** State of the market, and until when: with its day, where that is not today. */
const marketText = ({ state, now, nextChange }: Header['market']): string => {
  if (nextChange === null) return STATE_LABELS[state];
  const [at, next] = [Date.parse(now), Date.parse(nextChange)];
  const when = istDate(at) === istDate(next) ? istMinute(next) : `${dayText(next)}, ${istMinute(next)}`;
  return {
    open: () => t('Market open · closes {{when}}', { when }),
    closed: () => t('Market closed · opens {{when}}', { when }),
    'pre-open': () => t('Pre-open · opens {{when}}', { when }),
    'closing-auction': () => t('Closing auction · ends {{when}}', { when }),
  }[state]();
};

interface ClockProps {
  text: string;
  detail: string;
  freshness: Freshness;
  /** Age of the last price, ms; null before the first. */
  age: number | null;
}

const Clock = ({ text, detail, freshness, age }: ClockProps) => {
  const styles = useStyles();
  return (
    <Tooltip content={detail} relationship="description">
      <span
        tabIndex={0}
        role="note"
        className={mergeClasses(
          styles.root,
          freshness === 'late' && styles.late,
          freshness === 'stale' && styles.stale,
        )}
      >
        <Clock16Regular aria-hidden />
        {text}
        {freshness !== 'fresh' && ` · ${lastText(age)}`}
      </span>
    </Tooltip>
  );
};

const FeedClock = ({ value }: { value: Header }) => {
  const now = useNow();
  const lastTickAt = feedClock.use((state) => state.lastTickAt);
  const { feed, market } = value;
  const isWaking = useIsWaking();
  const age = lastTickAt === null ? null : Math.max(0, now - lastTickAt);
  return (
    <Clock
      text={`${marketText(market)} · ${marketTime(feed)} · ${FEED_NAMES[feed.kind]}`}
      detail={[
        holidayText(market),
        t('{{speed}}× the clock', { speed: feed.speed }),
        feed.message,
        lastText(age),
      ]
        .filter(Boolean)
        .join(' · ')}
      freshness={isWaking ? 'stale' : feedFreshness(value, lastTickAt, now)}
      age={age}
    />
  );
};

/** The exchange itself, in its own time: real orders go there, whatever market test strategies are on. */
const LiveSession = ({ live, feed, loadedAt }: Pick<Header, 'feed'> & LiveSessionProps) => {
  const passed = Math.max(0, useNow() - loadedAt);
  const age = live.lastTickAgeMs === null ? null : live.lastTickAgeMs + passed;
  const isWaking = useIsWaking();
  return (
    <Clock
      text={`${marketText(live)} · ${istTime(Date.parse(live.now) + passed)} · ${t('Live')}`}
      detail={[
        holidayText(live),
        t('The exchange, {{last}}. Paper strategies: {{feed}}, {{time}}', {
          last: lastText(age),
          feed: FEED_NAMES[feed.kind],
          time: marketTime(feed),
        }),
      ]
        .filter(Boolean)
        .join(' · ')}
      freshness={isWaking ? 'stale' : exchangeFreshness({ live }, passed)}
      age={age}
    />
  );
};

/** That the calendar of trading days ends soon, or has ended: a sign beside the clock, with the server's words. */
const CalendarSign = ({ warning }: { warning: string }) => {
  const styles = useStyles();
  const text = t('Trading days are known until {{day}}', { day: dayText(istDayStart(KNOWN_UNTIL)) });
  return (
    <Tooltip content={`${text} · ${warning}`} relationship="description">
      <span tabIndex={0} role="note" aria-label={text} className={mergeClasses(styles.root, styles.calendar)}>
        <CalendarError16Regular aria-hidden />
      </span>
    </Tooltip>
  );
};

/** The market's name, its time, and the age of its last price. */
export const MarketClock = () => {
  const { value, loadedAt } = header.use();
  if (!value || loadedAt === null) return null;
  const { live, feed, calendarWarning } = value;
  return (
    <>
      {live ? <LiveSession live={live} feed={feed} loadedAt={loadedAt} /> : <FeedClock value={value} />}
      {calendarWarning !== null && <CalendarSign warning={calendarWarning} />}
    </>
  );
};
