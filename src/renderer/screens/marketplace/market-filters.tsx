import { Select, ToggleButton } from '@fluentui/react-components';
import { Bookmark16Regular } from '@fluentui/react-icons';
import type { z } from 'zod';
import { RISK_LABELS, SEGMENT_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t, labels } from '../../i18n/translate.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import type { marketSearch } from './market-list.ts';

type Query = z.output<typeof marketSearch>;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) => (
  <Select size="small" aria-label={label} value={value} onChange={(_, data) => onChoose(data.value as Value)}>
    {Object.entries<string>(options).map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </Select>
);

const sortLabels: Record<Query['sort'], string> = labels({
  followers: 'Most followers first',
  return: 'Best return first',
  newest: 'Newest first',
  drawdown: 'Smallest drawdown first',
  name: 'By name',
});
const capitalLabels: Record<Query['capital'], string> = labels({
  any: 'Any capital',
  '25000': 'Up to ₹25,000',
  '100000': 'Up to ₹1,00,000',
  '500000': 'Up to ₹5,00,000',
});

interface MarketFiltersProps {
  query: Query;
  onChange: (change: Partial<Query>, options?: { replace?: boolean }) => void;
}

/** Filters of the marketplace; every choice starts again at page 1. */
export const MarketFilters = ({ query, onChange }: MarketFiltersProps) => (
  <>
    <Choice
      label={t('Segment')}
      value={query.segment}
      options={{ all: t('Any segment'), ...SEGMENT_LABELS }}
      onChoose={(segment) => onChange({ segment, page: 1 })}
    />
    <Choice
      label={t('Timeframe')}
      value={query.timeframe}
      options={{ all: t('Any timeframe'), ...TIMEFRAME_LABELS }}
      onChoose={(timeframe) => onChange({ timeframe, page: 1 })}
    />
    <Choice
      label={t('Risk')}
      value={query.risk}
      options={{ all: t('Any risk'), ...RISK_LABELS }}
      onChoose={(risk) => onChange({ risk, page: 1 })}
    />
    <Choice
      label={t('Minimum capital')}
      value={query.capital}
      options={capitalLabels}
      onChoose={(capital) => onChange({ capital, page: 1 })}
    />
    <Choice
      label={t('Sort')}
      value={query.sort}
      options={sortLabels}
      onChoose={(sort) => onChange({ sort, page: 1 })}
    />
    <ToggleButton
      size="small"
      icon={<Bookmark16Regular />}
      aria-label={t('Following')}
      title={t('Following')}
      checked={query.followed === 'mine'}
      onClick={() => onChange({ followed: query.followed === 'mine' ? 'any' : 'mine', page: 1 })}
    />
    <FilterBox
      label={t('Search strategies')}
      value={query.search}
      onFilter={(search) => onChange({ search, page: 1 }, { replace: true })}
    />
  </>
);
