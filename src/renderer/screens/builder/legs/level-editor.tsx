import { Field, Select } from '@fluentui/react-components';
import type { LegLevel } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { type Path, useAt } from '../draft-context.tsx';
import { NumberAt } from '../inputs.tsx';

const NONE = 'none';

const KINDS = labels({
  'premium percent': '% of the premium',
  'premium points': '₹ of the premium',
  'underlying percent': '% of the underlying',
  'underlying points': '₹ of the underlying',
});
type Kind = keyof typeof KINDS;

const STARTS: Readonly<Record<Kind, LegLevel>> = {
  'premium percent': { of: 'premium', distance: { kind: 'percent', value: 30 } },
  'premium points': { of: 'premium', distance: { kind: 'points', rupees: 30 } },
  'underlying percent': { of: 'underlying', distance: { kind: 'percent', value: 0.5 } },
  'underlying points': { of: 'underlying', distance: { kind: 'points', rupees: 100 } },
};

/** A stop or target of a leg, or none. */
export const LevelEditor = ({ path, label }: { path: Path; label: string }) => {
  const { value, problem, set } = useAt<LegLevel | null>(path);
  return (
    <>
      <Field label={label} validationMessage={problem}>
        <Select
          value={value ? `${value.of} ${value.distance.kind}` : NONE}
          onChange={(_, data) => set(data.value === NONE ? null : STARTS[data.value as Kind])}
        >
          <option value={NONE}>{t('None')}</option>
          {Object.entries(KINDS).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {value && (
        <NumberAt
          path={[...path, 'distance', value.distance.kind === 'percent' ? 'value' : 'rupees']}
          label={t('Value')}
          suffix={value.distance.kind === 'percent' ? '%' : '₹'}
        />
      )}
    </>
  );
};
