import { expect, test } from 'vitest';
import type { RunState } from '../../shared/contract/backtests.ts';
import { RunProgress } from './run-progress.ts';

const followed = () => {
  const shown: (number | null)[] = [];
  const progress = new RunProgress((fraction) => shown.push(fraction));
  const take = (backtestId: number, state: RunState, progressPercent: number) =>
    progress.take({ type: 'backtest', backtestId, name: 'Run', state, progressPercent });
  return { shown, take, progress };
};

test('the bar shows the mean of what is under way and goes away with the last', () => {
  const { shown, take } = followed();
  take(1, 'queued', 0);
  take(1, 'running', 50);
  take(2, 'running', 10);
  take(1, 'done', 100);
  take(2, 'cancelled', 30);
  expect(shown).toEqual([0, 0.5, 0.3, 0.1, null]);
});

test('a session that ends takes the bar with it', () => {
  const { shown, take, progress } = followed();
  take(1, 'running', 50);
  progress.clear();
  expect(shown).toEqual([0.5, null]);
});

test('an import counts until its last file, and facts that were missed end all', () => {
  const { shown, progress } = followed();
  progress.take({ type: 'import', done: 1, total: 4, name: 'INFY' });
  progress.take({ type: 'import', done: 4, total: 4, name: 'TCS' });
  progress.take({ type: 'ticket', ticketId: 1 });
  progress.take({ type: 'import', done: 1, total: 2, name: 'INFY' });
  progress.take({ type: 'reload' });
  expect(shown).toEqual([0.25, null, 0.5, null]);
});
