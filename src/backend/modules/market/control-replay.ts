import { Refusal } from '../../refusal.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

const DEFAULT_REPLAY_SPEED = 60;

/** Starts, pauses, resumes, stops and paces a replay. */
export const controlReplay =
  (deps: MarketDeps): MarketCalls['replay'] =>
  async (input, { userId }) => {
    const { marketRuns } = deps;
    switch (input.action) {
      case 'start':
        await marketRuns.startReplay(userId, {
          from: input.from,
          to: input.to,
          speed: input.speed ?? DEFAULT_REPLAY_SPEED,
          symbols: input.symbols,
        });
        break;
      case 'pause':
        await marketRuns.pauseReplay(userId, true);
        break;
      case 'resume':
        await marketRuns.pauseReplay(userId, false);
        break;
      case 'stop':
        marketRuns.requireReplay(userId);
        await marketRuns.stopReplay(userId);
        break;
      case 'speed':
        if (input.speed === undefined)
          throw new Refusal('invalid', 'speed is missing.', { fields: { speed: 'is missing' } });
        await marketRuns.setSpeed(marketRuns.requireReplay(userId), input.speed);
        break;
    }
    return { feed: marketRuns.feedState(userId) };
  };
