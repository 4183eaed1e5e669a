import { Button, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import type { RiskProfile } from '../../../shared/contract/advisors.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { dayText } from '../../i18n/dates.ts';
import { t, labels } from '../../i18n/translate.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  band: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
  },
  line: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalL },
  bar: { maxWidth: '360px' },
  text: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const BANDS: Readonly<Record<RiskProfile['band'], string>> = labels({
  low: 'Low band',
  medium: 'Medium band',
  high: 'High band',
});

/** Risk profile from a person's answers, and the way to answer anew. */
export const RiskResult = ({ profile, onAgain }: { profile: RiskProfile; onAgain: () => void }) => {
  const styles = useStyles();
  const { band, score, sentences, suitablePlans, at } = profile;
  return (
    <SectionCard
      title={t('Your risk profile')}
      aside={
        <Button size="small" onClick={onAgain}>
          {t('Answer again')}
        </Button>
      }
    >
      <div className={styles.line}>
        <p className={styles.band}>{BANDS[band]}</p>
        <span className={styles.quiet}>{t('answered on {{day}}', { day: dayText(Date.parse(at)) })}</span>
      </div>
      <ProgressBar
        className={styles.bar}
        value={score}
        max={100}
        thickness="large"
        aria-label={t('Score: {{score}} of 100', { score })}
      />
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.text}>
          <SaidByServer>{sentence}</SaidByServer>
        </p>
      ))}
      <p className={styles.text}>
        {suitablePlans.length === 0
          ? t('No plan on offer suits this.')
          : t('What suits you: {{plans}}.', {
              plans: suitablePlans.map(({ name }) => name).join(', '),
            })}
      </p>
    </SectionCard>
  );
};

/** Before the questions were answered: what they are for. */
export const NoRiskResult = ({ isBegun, onStart }: { isBegun: boolean; onStart: () => void }) => {
  const styles = useStyles();
  return (
    <SectionCard title={t('Your risk profile')}>
      <p className={styles.text}>
        {t(
          'A few questions tell which plans suit you. A plan above your band can only be activated with your word that you know it.',
        )}
      </p>
      <div>
        <OnlineButton call="advisors.saveQuestionnaire" appearance="primary" onClick={onStart}>
          {isBegun ? t('Carry on with the questions') : t('Answer the questions')}
        </OnlineButton>
      </div>
    </SectionCard>
  );
};
