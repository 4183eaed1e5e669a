import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled } from '@fluentui/react-icons';
import type { MyProfile } from '../../../shared/contract/profile.ts';
import { t } from '../../i18n/translate.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { AadhaarSteps } from './aadhaar-steps.tsx';
import { DocumentsSection } from './documents-section.tsx';
import { PanStep } from './pan-step.tsx';
import { useFormStyles } from './profile-form.ts';

const useStyles = makeStyles({
  steps: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  step: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorNeutralForeground3,
  },
  current: { color: tokens.colorNeutralForeground1, fontWeight: tokens.fontWeightSemibold },
  done: { color: tokens.colorStatusSuccessForeground1 },
});

type Step = 'aadhaar' | 'pan' | 'done';

const steps = (): readonly (readonly [Step, string])[] => [
  ['aadhaar', t('Aadhaar')],
  ['pan', 'PAN'],
  ['done', t('Done')],
];

const stepOf = ({ AdharStatus, PanStatus }: MyProfile): Step => {
  if (AdharStatus === 'none') return 'aadhaar';
  return PanStatus === 'none' ? 'pan' : 'done';
};

const Stepper = ({ current }: { current: Step }) => {
  const styles = useStyles();
  const reached = steps().findIndex(([step]) => step === current);
  return (
    <ol className={styles.steps} aria-label={t('Steps')}>
      {steps().map(([step, name], index) => {
        const isDone = index < reached || current === 'done';
        return (
          <li
            key={step}
            aria-current={step === current ? 'step' : undefined}
            className={mergeClasses(styles.step, step === current && styles.current, isDone && styles.done)}
          >
            {isDone ? <CheckmarkCircle16Filled aria-hidden /> : <span aria-hidden>{index + 1}.</span>}
            {name}
            {isDone && <VisuallyHidden>{t(', done')}</VisuallyHidden>}
          </li>
        );
      })}
    </ol>
  );
};

/** Proof of identity: Aadhaar by a one-time code, then PAN. Withdrawals need both. */
export const KycTab = ({ profile }: { profile: MyProfile }) => {
  const styles = useFormStyles();
  const step = stepOf(profile);
  return (
    <>
      <SectionCard
        title={t('Verify your identity')}
        aside={
          <StatusText tone={step === 'done' ? 'good' : 'neutral'}>
            {step === 'done' ? t('Verified') : t('Not verified yet')}
          </StatusText>
        }
      >
        <Stepper current={step} />
        {step === 'aadhaar' && <AadhaarSteps />}
        {step === 'pan' && <PanStep fullName={profile.fullName} dob={profile.personal.dob} />}
        {step !== 'aadhaar' && (
          <Facts
            facts={[
              [t('Aadhaar'), profile.aadhaarMasked],
              ['PAN', profile.panMasked ?? t('Not verified yet')],
            ]}
          />
        )}
        {step === 'done' && (
          <p className={styles.text}>{t('All is verified. Withdrawals are open to you.')}</p>
        )}
      </SectionCard>
      <DocumentsSection documents={profile.documents} />
    </>
  );
};
