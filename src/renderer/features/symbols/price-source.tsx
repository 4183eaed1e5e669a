import { Select } from '@fluentui/react-components';
import type { Source } from '../../../shared/contract/fields.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { header } from '../../state/header.ts';

/** Markets whose prices can be shown, and the one that is: a broker's where there is a session, unless chosen. */
export const usePriceSource = (chosen: Source | ''): { source: Source; sources: readonly Source[] } => {
  const { value } = header.use();
  const feed = value?.feed.kind ?? 'simulated';
  const hasBroker = value !== null && value.broker.state !== 'not-linked';
  const sources: readonly Source[] = hasBroker ? [feed, 'broker'] : [feed];
  const usual = value?.broker.state === 'connected' ? 'broker' : feed;
  return { sources, source: chosen !== '' && sources.includes(chosen) ? chosen : usual };
};

interface SourceSelectProps {
  sources: readonly Source[];
  source: Source;
  onChange: (source: Source) => void;
}

/** Chooses whose prices are shown, where there are several. */
export const SourceSelect = ({ sources, source, onChange }: SourceSelectProps) =>
  sources.length > 1 && (
    <Select
      size="small"
      aria-label={t('Prices of')}
      value={source}
      onChange={(_, data) => onChange(data.value as Source)}
    >
      {sources.map((name) => (
        <option key={name} value={name}>
          {SOURCE_LABELS[name]}
        </option>
      ))}
    </Select>
  );
