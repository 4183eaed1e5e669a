import { makeStyles, tokens } from '@fluentui/react-components';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { AsOf } from '../../flows/as-of.tsx';
import { StrategyToday } from '../../flows/result-figures.tsx';
import {
  RISK_LABELS,
  SEGMENT_LABELS,
  STATUS_TONES,
  STATUS_LABELS,
  TIMEFRAME_LABELS,
} from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { MineActions } from './mine-actions.tsx';
import { OfferActions } from './offer-actions.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL}`,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  facts: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: '280px', flex: 1 },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: `0 ${tokens.spacingHorizontalL}`,
    margin: 0,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
  summary: { margin: 0, lineHeight: tokens.lineHeightBase300 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

const openText = (count: number): string =>
  count === 0 ? t('No open position') : t('{{number}} open positions', { count, number: formatCount(count) });

interface DetailHeaderProps {
  trick: StrategySummary;
  /** Epoch ms of what is said about it. */
  loadedAt: number | null;
  onChanged: () => void;
}

/** What the strategy is, how it stands, and what can be done. */
export const DetailHeader = ({ trick, loadedAt, onChanged }: DetailHeaderProps) => {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label={t('The strategy')}>
      <div className={styles.facts}>
        <p className={styles.summary} lang="en" dir="auto">
          {trick.summary}
        </p>
        <p className={styles.line}>
          <span>{t('by {{name}}', { name: trick.tricker.name })}</span>
          <span>{SEGMENT_LABELS[trick.segment]}</span>
          <span>{TIMEFRAME_LABELS[trick.timeframe]}</span>
          <span>{RISK_LABELS[trick.risk]}</span>
          <span>{trick.instruments.join(', ')}</span>
          <span>
            {trick.isMine
              ? t('Capital {{amount}}', { amount: formatRupees(trick.capital) })
              : t('From {{amount}}', { amount: formatRupees(trick.minimumCapital) })}
          </span>
          {!trick.isMine && (
            <span>
              {t('{{number}} followers', { count: trick.followers, number: formatCount(trick.followers) })}
            </span>
          )}
        </p>
        {trick.isMine && (
          <p className={styles.line}>
            <StatusText tone={STATUS_TONES[trick.trickStatus]}>{STATUS_LABELS[trick.trickStatus]}</StatusText>
            <span>{trick.brokerName}</span>
            <span>{openText(trick.openPositions)}</span>
            <span>
              <Sentence text="Today <amount/>" parts={{ amount: <StrategyToday trick={trick} /> }} />
            </span>
            <AsOf at={loadedAt} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {trick.isMine ? (
          <MineActions trick={trick} onChanged={onChanged} />
        ) : (
          <OfferActions trick={trick} onChanged={onChanged} />
        )}
      </div>
    </section>
  );
};
