import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ResultLevel } from '../../../shared/result-level.ts';
import { labels, t } from '../../i18n/translate.ts';
import { appTokens } from '../../ui/tokens.ts';

const useStyles = makeStyles({
  root: {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: 0,
    height: '20px',
    padding: `0 ${tokens.spacingHorizontalSNudge}`,
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    boxSizing: 'border-box',
    fontSize: '11px',
    lineHeight: '18px',
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  live: {
    border: `1px solid ${appTokens.liveLine}`,
    color: appTokens.liveFg,
    backgroundColor: appTokens.liveBg,
  },
});

export const LEVEL_LABELS: Readonly<Record<ResultLevel, string>> = labels(
  { backtest: 'Backtest', replay: 'Replay', paper: 'Paper', live: 'Live fills' },
  { context: 'level' },
);

const MEANINGS: Readonly<Record<ResultLevel, string>> = labels({
  backtest: 'Worked out over past candles by the review. Nobody traded it.',
  replay: 'Played on imported history. Nobody traded it.',
  paper: 'On paper, on the simulated market. No money moved.',
  live: 'Real fills of its author, reconciled with the broker.',
});

/** Credibility of the figures beside it. */
export const LevelChip = ({ level }: { level: ResultLevel }) => {
  const styles = useStyles();
  return (
    <span
      className={mergeClasses(styles.root, level === 'live' && styles.live)}
      title={MEANINGS[level]}
      aria-label={t('Level of these figures: {{level}}', { level: LEVEL_LABELS[level] })}
      role="note"
    >
      {LEVEL_LABELS[level]}
    </span>
  );
};
