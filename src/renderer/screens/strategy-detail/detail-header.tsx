import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { WindowNew20Regular } from '@fluentui/react-icons';
import { useLocation } from '@tanstack/react-router';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { StrategyToday } from '../../features/strategies/result-figures.tsx';
import {
  algoIdText,
  brokerText,
  feeText,
  RISK_LABELS,
  SEGMENT_LABELS,
  STATUS_TONES,
  STATUS_LABELS,
  TIMEFRAME_LABELS,
} from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { shortcutText } from '../../state/shortcut-text.ts';
import { popOut, windowKind } from '../../state/window-kind.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
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
  strategy: StrategySummary;
  /** Epoch ms of what is said about it. */
  loadedAt: number | null;
  onChanged: () => void;
}

/** Name, status and actions of the strategy. */
export const DetailHeader = ({ strategy, loadedAt, onChanged }: DetailHeaderProps) => {
  const styles = useStyles();
  const { pathname, searchStr } = useLocation();
  return (
    <section className={styles.root} aria-label={t('The strategy')}>
      <div className={styles.facts}>
        <p className={styles.summary}>
          <SaidByServer>{strategy.summary}</SaidByServer>
        </p>
        <p className={styles.line}>
          {strategy.origin === null ? (
            <Link href={routeHref(`/authors/${strategy.strategyAuthor.authorId}`)}>
              {t('by {{name}}', { name: strategy.strategyAuthor.name })}
            </Link>
          ) : (
            <span>{t('Copy of {{name}} by {{author}}', { ...strategy.origin })}</span>
          )}
          {strategy.version !== null && <span>{t('Version {{number}}', { number: strategy.version })}</span>}
          <span>{SEGMENT_LABELS[strategy.segment]}</span>
          <span>{TIMEFRAME_LABELS[strategy.timeframe]}</span>
          <span>{RISK_LABELS[strategy.risk]}</span>
          <span>{strategy.instruments.join(', ')}</span>
          <span>
            {strategy.isMine
              ? t('Capital {{amount}}', { amount: formatRupees(strategy.capital) })
              : t('From {{amount}}', { amount: formatRupees(strategy.minimumCapital) })}
          </span>
          {!strategy.isMine && (
            <span>
              {t('{{number}} followers', {
                count: strategy.followers,
                number: formatCount(strategy.followers),
              })}
            </span>
          )}
          {!strategy.isMine && feeText(strategy) !== null && <span>{feeText(strategy)}</span>}
        </p>
        {strategy.isMine && (
          <p className={styles.line}>
            <StatusText tone={STATUS_TONES[strategy.strategyStatus]}>
              {STATUS_LABELS[strategy.strategyStatus]}
            </StatusText>
            <span>{brokerText(strategy)}</span>
            {algoIdText(strategy) !== null && <span>{algoIdText(strategy)}</span>}
            <span>{openText(strategy.openPositions)}</span>
            {strategy.isMuted && <span>{t('Muted')}</span>}
            <span>
              <Sentence text="Today <amount/>" parts={{ amount: <StrategyToday strategy={strategy} /> }} />
            </span>
            <ValuesAsOf loadedAt={loadedAt} />
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {strategy.isMine ? (
          <MineActions strategy={strategy} onChanged={onChanged} />
        ) : (
          <OfferActions strategy={strategy} onChanged={onChanged} />
        )}
        {windowKind() === 'main' && (
          <Button
            appearance="subtle"
            icon={<WindowNew20Regular />}
            title={shortcutText('pop-out')}
            aria-label={t('Pop out')}
            onClick={() => popOut(pathname + searchStr)}
          />
        )}
      </div>
    </section>
  );
};
