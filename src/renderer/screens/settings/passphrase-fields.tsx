import { Field, Input } from '@fluentui/react-components';
import { LONGEST_PASSPHRASE, SHORTEST_PASSPHRASE } from '../../../shared/backup.ts';
import { t } from '../../i18n/translate.ts';

/** Passphrase, typed twice. */
export interface TypedPassphrase {
  readonly first: string;
  readonly again: string;
}
export const NOTHING_TYPED: TypedPassphrase = { first: '', again: '' };

/** Whether it can be taken: long enough, and the same twice. */
export const isGoodPassphrase = ({ first, again }: TypedPassphrase): boolean =>
  first.length >= SHORTEST_PASSPHRASE && first === again;

interface PassphraseFieldsProps {
  typed: TypedPassphrase;
  onChange: (typed: TypedPassphrase) => void;
}

/** A new passphrase, typed twice, and what it means to lose it. */
export const PassphraseFields = ({ typed, onChange }: PassphraseFieldsProps) => {
  const { first, again } = typed;
  const isShort = first !== '' && first.length < SHORTEST_PASSPHRASE;
  const isOther = again !== '' && again !== first;
  return (
    <>
      <Field
        label={t('Passphrase')}
        hint={t('At least {{least}} characters, best a few words.', { least: SHORTEST_PASSPHRASE })}
        {...(isShort && { validationMessage: t('It is too short.') })}
      >
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={LONGEST_PASSPHRASE}
          value={first}
          onChange={(_, { value }) => onChange({ ...typed, first: value })}
        />
      </Field>
      <Field
        label={t('The passphrase once more')}
        {...(isOther && { validationMessage: t('They are not the same.') })}
      >
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={LONGEST_PASSPHRASE}
          value={again}
          onChange={(_, { value }) => onChange({ ...typed, again: value })}
        />
      </Field>
      <strong>
        {t('Without the passphrase nothing can be restored, and nobody can find it out for you.')}
      </strong>
    </>
  );
};
