import { expect, test } from 'vitest';
import type { RunState } from '../../shared/contract/backtests.ts';
import { RunProgress } from './run-progress.ts';

const followed = () => {
  const shown: (number | null)[] = [];
  const progress = new RunProgress((fraction) => shown.push(fraction));
  const onEvent = (backtestId: number, state: RunState, progressPercent: number) =>
    progress.onEvent({ type: 'backtest', backtestId, name: 'Run', state, progressPercent });
  return { shown, onEvent, progress };
};

test('the bar shows the mean of what is under way and goes away with the last', () => {
  const { shown, onEvent } = followed();
  onEvent(1, 'queued', 0);
  onEvent(1, 'running', 50);
  onEvent(2, 'running', 10);
  onEvent(1, 'done', 100);
  onEvent(2, 'cancelled', 30);
  expect(shown).toEqual([0, 0.5, 0.3, 0.1, null]);
});

test('a session that ends takes the bar with it', () => {
  const { shown, onEvent, progress } = followed();
  onEvent(1, 'running', 50);
  progress.clear();
  expect(shown).toEqual([0.5, null]);
});

test('an import counts until its last file, and facts that were missed end all', () => {
  const { shown, progress } = followed();
  progress.onEvent({ type: 'import', done: 1, total: 4, name: 'INFY' });
  progress.onEvent({ type: 'import', done: 4, total: 4, name: 'TCS' });
  progress.onEvent({ type: 'ticket', ticketId: 1 });
  progress.onEvent({ type: 'import', done: 1, total: 2, name: 'INFY' });
  progress.onEvent({ type: 'reload' });
  expect(shown).toEqual([0.25, null, 0.5, null]);
});
