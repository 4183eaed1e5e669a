import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { backtestSearch } from './backtest-search.ts';
import { strategies } from './strategies.ts';

/** One of each kind: an index by the minute, a share over weeks, whatever else comes first. */
const pickThree = (offered: readonly StrategySummary[]): StrategySummary[] => {
  const index = offered.find((trick) => trick.segment === 'index');
  const daily = offered.find((trick) => trick.timeframe === '1d' && trick.instruments.length < 10);
  const portfolio = offered.find((trick) => trick.instruments.length >= 10);
  const named = [index, daily, portfolio].filter((trick) => trick !== undefined);
  const rest = offered.filter((trick) => !named.includes(trick));
  return [...named, ...rest].slice(0, 3);
};

/** Three ready examples for who has not run anything yet; each fills the form. */
export const Examples = () => {
  const [, setSearch] = useUrlSearch(backtestSearch);
  const { value } = strategies.use();
  useEffect(() => {
    void strategies.load(undefined);
  }, []);
  return pickThree(value?.offered ?? []).map((trick) => (
    <Button key={trick.TricksId} onClick={() => setSearch({ trick: trick.TricksId })}>
      {trick.name}
    </Button>
  ));
};
