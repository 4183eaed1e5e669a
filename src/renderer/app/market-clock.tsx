import { makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { Clock16Regular } from '@fluentui/react-icons';
import { istDayText, istMinute, istTime } from '../../shared/time.ts';
import { feedClock, type Feed } from '../state/feed-clock.ts';
import { feedFreshness } from '../state/feed-freshness.ts';
import { header } from '../state/header.ts';
import { useNow } from '../state/use-now.ts';
import { desk } from '../ui/desk-tokens.ts';

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
  late: { backgroundColor: desk.liveBg, color: desk.liveFg },
  stale: { backgroundColor: desk.staleBg, color: desk.staleFg },
});

const feedNames: Record<Feed['kind'], string> = {
  simulated: 'Simulated',
  replay: 'Replay',
  broker: 'Broker feed',
};

const ageText = (ageMs: number): string => {
  const seconds = Math.floor(ageMs / 1_000);
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
};

const marketTime = (feed: Feed): string => {
  const now = Date.parse(feed.now);
  return feed.kind === 'replay' ? `${istDayText(now)}, ${istMinute(now)}` : istTime(now);
};

/** Which market this is, what time it is there, and how old its last price is. */
export const MarketClock = () => {
  const styles = useStyles();
  const now = useNow();
  const value = header.use((state) => state.value);
  const lastTickAt = feedClock.use((state) => state.lastTickAt);
  if (!value) return null;
  const { feed, market } = value;
  const age = lastTickAt === null ? null : Math.max(0, now - lastTickAt);
  const freshness = feedFreshness(value, lastTickAt, now);
  const last = age === null ? 'no price yet' : `last price ${ageText(age)}`;
  const detail = [`${feed.speed}× the clock`, feed.message, last].filter(Boolean).join(' · ');
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
        {market.label} · {marketTime(feed)} · {feedNames[feed.kind]}
        {freshness !== 'fresh' && ` · ${last}`}
      </span>
    </Tooltip>
  );
};
