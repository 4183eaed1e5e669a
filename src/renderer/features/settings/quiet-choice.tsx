import type { Settings } from '../../../shared/desktop.ts';
import { t, labels } from '../../i18n/translate.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';

type When = Settings['notifications']['quiet']['when'];

const whenLabels: Readonly<Record<When, string>> = labels({
  never: 'Off',
  'outside-market': 'Outside market hours',
  daily: 'Every day, from and to',
});

/** When nothing but the critical is told. */
export const QuietChoice = ({ value, onChoose }: { value: When; onChoose: (when: When) => void }) => (
  <ChoiceField
    label={t('Only what is critical is told')}
    hint={t(
      'Market hours are 08:45 to 16:00 on trading days. What came meanwhile is summed up in one alert afterwards.',
    )}
    value={value}
    labels={whenLabels}
    onChoose={onChoose}
  />
);
