import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { brokerAccount } from '../../state/broker-account.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { monthChange, niftyDays } from '../../state/nifty-days.ts';
import { PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { upTo } from '../../ui/page-width.ts';

const useStyles = makeStyles({
  halves: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'center',
    [upTo(800)]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  text: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  paragraph: { margin: 0, maxWidth: '68ch' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  figure: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, margin: 0 },
  caption: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  source: { color: tokens.colorNeutralForeground3 },
});

/** NIFTY as this market has it, named as what it is. */
const Nifty = () => {
  const styles = useStyles();
  const candles = niftyDays.use((state) => state.value);
  useEffect(() => {
    void niftyDays.load(undefined);
  }, []);
  if (!candles || candles.close.length === 0) return null;
  const change = monthChange(candles);
  return (
    <figure className={styles.figure}>
      {/* Without a price: that of the header moves. */}
      <figcaption className={styles.caption}>
        <strong>NIFTY</strong>
        {change !== null && (
          <span>
            <Sentence
              text="<change/> in 30 days"
              parts={{ change: <PercentChange percent={change} hasMark /> }}
            />
          </span>
        )}
        <span className={styles.source}>{SOURCE_LABELS[candles.source]}</span>
      </figcaption>
      <Sparkline values={candles.close} height={72} label={t('NIFTY, closes of the last days')} />
    </figure>
  );
};

/** Introduction to the program and to the source of its prices. It is for a user who has no strategy yet. */
export const Welcome = () => {
  const styles = useStyles();
  const agenda = myHome.use((state) => state.value?.agenda);
  const isNew = agenda?.some(({ step, isDone }) => step === 'clone' && !isDone) ?? false;
  const isLinked = brokerAccount.use((state) => (state.value?.broker_angelone_details ?? null) !== null);
  useEffect(() => {
    if (isNew) void brokerAccount.load(undefined);
  }, [isNew]);
  if (!isNew) return null;
  return (
    <SectionCard title={t('Welcome')}>
      <div className={styles.halves}>
        <div className={styles.text}>
          <p className={styles.paragraph}>
            {t(
              'TrickDesk runs trading strategies by their rules: on paper first, and with real money through your broker once you say so. Take a ready-made one and watch it trade, or write your own.',
            )}
          </p>
          <p className={styles.paragraph}>
            {t(
              'No real prices come with it. The market that you see is simulated: it moves like a real one, and nothing in it has happened. Import the history of your broker or of NSE, and backtests and replays use that.',
            )}
          </p>
          <div className={styles.actions}>
            <Button as="a" appearance="primary" href={routeHref('/top-ten')}>
              {t('Choose a strategy')}
            </Button>
            {isLinked && (
              <Button as="a" href={routeHref('/settings?section=market')}>
                {t('Fetch from Angel One')}
              </Button>
            )}
            <Button as="a" href={routeHref('/settings?section=market')}>
              {t('Import real prices')}
            </Button>
          </div>
        </div>
        <Nifty />
      </div>
    </SectionCard>
  );
};
