import { Field, Select } from '@fluentui/react-components';
import { t } from '../../../i18n/translate.ts';

const NONE = 'none';

interface KindSelectProps<Kind extends string> {
  label: string;
  /** Null for none. */
  value: Kind | null;
  problem: string | undefined;
  kinds: Readonly<Partial<Record<Kind, string>>>;
  onKind: (kind: Kind | null) => void;
}

/** Kind of a level or distance, or none. */
export const KindSelect = <Kind extends string>({
  label,
  value,
  problem,
  kinds,
  onKind,
}: KindSelectProps<Kind>) => (
  <Field label={label} validationMessage={problem}>
    <Select
      value={value ?? NONE}
      onChange={(_, data) => onKind(data.value === NONE ? null : (data.value as Kind))}
    >
      <option value={NONE}>{t('None')}</option>
      {Object.entries<string | undefined>(kinds).map(([kind, text]) => (
        <option key={kind} value={kind}>
          {text}
        </option>
      ))}
    </Select>
  </Field>
);
