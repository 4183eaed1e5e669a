import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '../../../shared/languages.ts';
import { loadDevanagari } from '../../i18n/devanagari.ts';
import { t } from '../../i18n/translate.ts';

interface LanguageFieldProps {
  value: Language;
  onChoose: (value: Language) => void;
}

/** React hook: whether names of languages can be written; without letters they would be boxes. */
const useLetters = (): boolean => {
  const [areThere, setThere] = useState(false);
  useEffect(() => {
    // Letters that cannot be loaded are those of the computer.
    const show = () => setThere(true);
    void loadDevanagari().then(show, show);
  }, []);
  return areThere;
};

/** The language of the window: each by its own name, so that it is found by those who read no other. */
export const LanguageField = ({ value, onChoose }: LanguageFieldProps) => {
  const areLettersThere = useLetters();
  return (
    <Field label={t('Language')} hint={t('Names and what people wrote stay as they are.')}>
      <RadioGroup layout="horizontal" value={value} onChange={(_, data) => onChoose(data.value as Language)}>
        {LANGUAGE_CODES.map((code) => (
          <Radio
            key={code}
            value={code}
            aria-label={LANGUAGES[code]}
            label={<span lang={code}>{code === 'en' || areLettersThere ? LANGUAGES[code] : '…'}</span>}
          />
        ))}
      </RadioGroup>
    </Field>
  );
};
