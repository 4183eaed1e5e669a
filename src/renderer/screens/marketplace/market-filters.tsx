import { Select } from '@fluentui/react-components';
import type { z } from 'zod';
import { RISK_WORDS, SEGMENT_WORDS, TIMEFRAME_WORDS } from '../../i18n/trick-words.ts';
import { FilterBox } from '../../ui/filter-box.tsx';
import type { marketSearch } from './market-list.ts';

type Query = z.output<typeof marketSearch>;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  words: Readonly<Record<Value, string>>;
  onChoose: (value: Value) => void;
}

const Choice = <Value extends string>({ label, value, words, onChoose }: ChoiceProps<Value>) => (
  <Select size="small" aria-label={label} value={value} onChange={(_, data) => onChoose(data.value as Value)}>
    {Object.entries<string>(words).map(([key, text]) => (
      <option key={key} value={key}>
        {text}
      </option>
    ))}
  </Select>
);

const sortWords: Record<Query['sort'], string> = {
  return: 'Best return first',
  followers: 'Most followers first',
  newest: 'Newest first',
  drawdown: 'Smallest fall first',
  name: 'By name',
};
const capitalWords: Record<Query['capital'], string> = {
  any: 'Any capital',
  '25000': 'Up to ₹25,000',
  '100000': 'Up to ₹1,00,000',
  '500000': 'Up to ₹5,00,000',
};

interface MarketFiltersProps {
  query: Query;
  onChange: (change: Partial<Query>, options?: { replace?: boolean }) => void;
}

/** What narrows the marketplace down; every choice starts again at page 1. */
export const MarketFilters = ({ query, onChange }: MarketFiltersProps) => (
  <>
    <Choice
      label="Segment"
      value={query.segment}
      words={{ all: 'Any segment', ...SEGMENT_WORDS }}
      onChoose={(segment) => onChange({ segment, page: 1 })}
    />
    <Choice
      label="Timeframe"
      value={query.timeframe}
      words={{ all: 'Any timeframe', ...TIMEFRAME_WORDS }}
      onChoose={(timeframe) => onChange({ timeframe, page: 1 })}
    />
    <Choice
      label="Risk"
      value={query.risk}
      words={{ all: 'Any risk', ...RISK_WORDS }}
      onChoose={(risk) => onChange({ risk, page: 1 })}
    />
    <Choice
      label="Minimum capital"
      value={query.capital}
      words={capitalWords}
      onChoose={(capital) => onChange({ capital, page: 1 })}
    />
    <Choice
      label="Sort"
      value={query.sort}
      words={sortWords}
      onChoose={(sort) => onChange({ sort, page: 1 })}
    />
    <FilterBox
      label="Search strategies"
      value={query.search}
      onFilter={(search) => onChange({ search, page: 1 }, { replace: true })}
    />
  </>
);
