import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import type { StrategyDetails } from './details.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: tokens.spacingVerticalSNudge, margin: 0, maxWidth: '820px' },
  row: { display: 'grid', gridTemplateColumns: '140px 1fr', gap: tokens.spacingHorizontalL },
  term: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
  },
  text: { margin: 0 },
});

/** The rules in words. */
export const RulesPanel = ({ rules }: { rules: StrategyDetails['rules'] }) => {
  const styles = useStyles();
  return (
    <SectionCard title={t('Rules in words')}>
      {rules.sentences.length === 0 ? (
        <p className={styles.text}>{t('The rules are shown once the fee of their author is paid.')}</p>
      ) : (
        <dl className={styles.list}>
          {rules.sentences.map(({ label, text }) => (
            <div key={label} className={styles.row}>
              <dt className={styles.term}>{label}</dt>
              <dd className={styles.text}>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </SectionCard>
  );
};
