import { Button, Field, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Settings } from '../../../shared/desktop.ts';
import { istMinute } from '../../../shared/time.ts';
import { QuietChoice } from '../../features/settings/quiet-choice.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { reportFailure } from '../../state/failure-reports.ts';
import { quiet } from '../../state/quiet.ts';
import { settings } from '../../state/settings.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { isClock } from '../../i18n/dates-typed.ts';
import { ClockInput } from '../../ui/clock-input.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  clock: { width: '120px' },
});

type QuietHours = Settings['notifications']['quiet'];

interface ClockFieldProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
}

/** A time of the day, IST. It is kept when it is whole. */
const ClockField = ({ label, value, onChoose }: ClockFieldProps) => {
  const [typed, setTyped] = useState(value);
  return (
    <Field label={label} validationMessage={isClock(typed) ? undefined : t('Write a time such as 15:10')}>
      <ClockInput
        className={useStyles().clock}
        value={typed}
        onChange={(clock) => {
          setTyped(clock);
          if (isClock(clock)) onChoose(clock);
        }}
      />
    </Field>
  );
};

const askFor = async (minutes: number): Promise<void> => {
  const result = await quiet.askFor(minutes);
  if (!result.ok) reportFailure(result.failure);
};

const QuietNow = () => {
  const until = quiet.useUntil();
  return (
    <div className={useStyles().line}>
      <Button onClick={() => void askFor(60)}>{t('Quiet for 1 hour')}</Button>
      {until !== null && (
        <>
          <span role="status">{t('Quiet until {{time}}.', { time: istMinute(until) })}</span>
          <Button appearance="subtle" onClick={() => void askFor(0)}>
            {t('End the quiet')}
          </Button>
        </>
      )}
    </div>
  );
};

/** When nothing but the critical is told. What comes meanwhile is summed up afterwards. */
export const QuietSection = () => {
  const styles = useStyles();
  const { notifications } = settings.use();
  const save = useAction(settings.change);
  const { quiet: hours } = notifications;
  const change = (part: Partial<QuietHours>) =>
    void save.run({ notifications: { ...notifications, quiet: { ...hours, ...part } } });
  return (
    <SectionCard title={t('Quiet hours')}>
      <QuietChoice value={hours.when} onChoose={(when) => change({ when })} />
      {hours.when === 'daily' && (
        <div className={styles.line}>
          <ClockField label={t('From (IST)')} value={hours.from} onChoose={(from) => change({ from })} />
          <ClockField label={t('To (IST)')} value={hours.to} onChoose={(to) => change({ to })} />
        </div>
      )}
      <QuietNow />
    </SectionCard>
  );
};
