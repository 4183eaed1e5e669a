import { api } from '../api/api.ts';
import { useAction } from './action.ts';
import { myHome } from './header.ts';

const refreshCounters = <Answer>(answer: Answer): Answer => {
  void myHome.reload();
  return answer;
};

/** React hook: starts a strategy. A refusal (already running, no market) is a toast with the reason. */
export const useStart = () =>
  useAction(async (input: { strategyId: number }) => refreshCounters(await api.strategies.start(input)));

/** React hook: stops a strategy; the answer says which positions remain. */
export const useStop = () =>
  useAction(async (input: { strategyId: number }) => refreshCounters(await api.strategies.stop(input)));

/** React hook: squares off every position of a strategy and stops it. For a dialog, which keeps one key. */
export const useSell = () => useAction(api.strategies.sell, { presentation: 'dialog' });

/** React hook: has the fills of a strategy make alerts, or no more. */
export const useMute = () => useAction(api.strategies.mute);

/** React hook: enables or disables a strategy. */
export const useEnable = () => useAction(api.strategies.enable);
