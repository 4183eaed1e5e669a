import { Button, Link, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Circle20Regular, Dismiss16Regular } from '@fluentui/react-icons';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import { t, labels } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { settings } from '../../state/settings.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useItemStyles } from './item-styles.ts';

type Entry = OutputOf<typeof home.summary>['agenda'][number];
type Step = NonNullable<Entry['step']>;

const STEP_LABELS: Readonly<Record<Step, string>> = labels({
  aadhaar: 'Verify your Aadhaar',
  pan: 'Verify your PAN',
  broker: 'Link Angel One',
  clone: 'Clone one from the top ten',
  'stop-loss': 'Set a stop-loss',
  'go-live': 'Go live',
});

const useStyles = makeStyles({
  quiet: { color: tokens.colorNeutralForeground3 },
  aside: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

const Item = ({ step, isDone, link }: { step: Step; isDone: boolean; link: string }) => {
  const styles = useStyles();
  const items = useItemStyles();
  return (
    <li className={items.item}>
      <span className={items.mark} aria-hidden>
        {isDone ? <CheckmarkCircle20Filled /> : <Circle20Regular />}
      </span>
      {isDone ? (
        <span className={styles.quiet}>
          {STEP_LABELS[step]} <VisuallyHidden>{t('(done)')}</VisuallyHidden>
        </span>
      ) : (
        <Link href={routeHref(link)}>{STEP_LABELS[step]}</Link>
      )}
    </li>
  );
};

/** The steps from registering to trading real money. They are shown until all is done or the user has put them away. */
export const GetStarted = () => {
  const styles = useStyles();
  const items = useItemStyles();
  const agenda = myHome.use((state) => state.value?.agenda);
  const { guidance } = settings.use();
  const save = useAction(settings.change);
  const steps = (agenda ?? []).flatMap(({ step, isDone, link }) => (step ? [{ step, isDone, link }] : []));
  const done = steps.filter(({ isDone }) => isDone).length;
  if (guidance.isChecklistHidden || done === steps.length) return null;
  return (
    <SectionCard
      title={t('Get started')}
      aside={
        <span className={styles.aside}>
          <span className={styles.quiet}>{t('{{done}} of {{total}}', { done, total: steps.length })}</span>
          <Button
            appearance="subtle"
            size="small"
            icon={<Dismiss16Regular />}
            aria-label={t('Put the first steps away')}
            title={t('Put away; the account menu has the first steps')}
            onClick={() => void save.run({ guidance: { ...guidance, isChecklistHidden: true } })}
          />
        </span>
      }
    >
      <ProgressBar value={done} max={steps.length} aria-label={t('First steps done')} />
      <ul className={items.list}>
        {steps.map((each) => (
          <Item key={each.step} {...each} />
        ))}
      </ul>
    </SectionCard>
  );
};
