import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '../../../shared/languages.ts';
import { t } from '../../i18n/translate.ts';

interface LanguageFieldProps {
  value: Language;
  onChoose: (value: Language) => void;
}

/** The language of the window: each by its own name, so that it is found by those who read no other. */
export const LanguageField = ({ value, onChoose }: LanguageFieldProps) => (
  <Field label={t('Language')} hint={t('Names and messages of the server stay as they are.')}>
    <RadioGroup layout="horizontal" value={value} onChange={(_, data) => onChoose(data.value as Language)}>
      {LANGUAGE_CODES.map((code) => (
        <Radio key={code} value={code} label={<span lang={code}>{LANGUAGES[code]}</span>} />
      ))}
    </RadioGroup>
  </Field>
);
