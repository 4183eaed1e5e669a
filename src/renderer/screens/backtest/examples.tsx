import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { backtestSearch } from './backtest-search.ts';
import { strategies } from './strategies.ts';

/** One of each kind: an index by the minute, a share over weeks, whatever else comes first. */
const pickThree = (offered: readonly StrategySummary[]): StrategySummary[] => {
  const index = offered.find((strategy) => strategy.segment === 'index');
  const daily = offered.find((strategy) => strategy.timeframe === '1d' && strategy.instruments.length < 10);
  const portfolio = offered.find((strategy) => strategy.instruments.length >= 10);
  const named = [index, daily, portfolio].filter((strategy) => strategy !== undefined);
  const rest = offered.filter((strategy) => !named.includes(strategy));
  return [...named, ...rest].slice(0, 3);
};

/** Three ready examples for who has not run anything yet; each fills the form. */
export const Examples = () => {
  const [, setSearch] = useUrlSearch(backtestSearch);
  const { value } = strategies.use();
  useEffect(() => {
    void strategies.load(undefined);
  }, []);
  return pickThree(value?.offered ?? []).map((strategy) => (
    <Button key={strategy.strategyId} onClick={() => setSearch({ strategy: strategy.strategyId })}>
      {strategy.name}
    </Button>
  ));
};
