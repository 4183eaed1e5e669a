import { SearchBox } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../i18n/translate.ts';

const PAUSE_MS = 250;

/** A search field that speaks up after a short pause in typing. */
export const FilterBox = ({
  label,
  value,
  onFilter,
}: {
  label: string;
  value: string;
  onFilter: (text: string) => void;
}) => {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setDraft(value);
  }
  useEffect(() => {
    if (draft === value) return;
    const timer = setTimeout(() => onFilter(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, value, onFilter]);
  return (
    <SearchBox
      size="small"
      aria-label={label}
      placeholder={label}
      dismiss={{ 'aria-label': t('clear') }}
      value={draft}
      onChange={(_, data) => setDraft(data.value)}
    />
  );
};
