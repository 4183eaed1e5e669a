import { makeStyles, tokens } from '@fluentui/react-components';
import type { RunDetail } from '../../../shared/contract/backtests.ts';
import { t } from '../../i18n/translate.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { runLine } from './run-labels.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalXL,
  },
  line: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Assumptions of the run, and the rules it ran. */
export const AssumptionsTab = ({ run }: { run: RunDetail }) => {
  const styles = useStyles();
  return (
    <>
      <SectionCard title={t('What was assumed')}>
        <p className={styles.line}>{runLine(run)}</p>
        <ul className={styles.list}>
          {run.assumptions.map((sentence) => (
            <li key={sentence}>
              <SaidByServer>{sentence}</SaidByServer>
            </li>
          ))}
        </ul>
      </SectionCard>
      <SectionCard title={t('The rules')}>
        {run.sentences.map(({ label, text }) => (
          <p key={label} className={styles.line}>
            {text}
          </p>
        ))}
      </SectionCard>
    </>
  );
};
