import { istIso } from '../../../shared/time.ts';
import { lockOf, lockView } from '../../broker-accounts/live-lock.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import { agendaOf, PLAN_ENDS_MS } from './agenda.ts';
import { modeResult } from './mode-result.ts';
import { standingOf } from './person-status.ts';
import type { HomeCalls, HomeParts } from './home-deps.ts';

/** Results of today in both modes, and what is to be done. */
export const homeSummary =
  (deps: HomeParts): HomeCalls['summary'] =>
  async (_input, { userId }) => {
    const { database, marketRuns, brokerAccounts, clock, closed } = deps;
    const scope = testScope(marketRuns, userId);
    const run = marketRuns.runOf(userId);
    const status = await standingOf(database.read, userId, clock.now() + PLAN_ENDS_MS);
    const lock = await lockOf(database.read, userId);
    return {
      asOf: istIso(clock.now()),
      source: scope.source,
      test: await modeResult(database.read, closed, {
        userId,
        scope,
        run,
        now: run.session.now,
        account: {
          strategies: status.testStrategies,
          running: status.testRunning,
        },
      }),
      live: await modeResult(database.read, closed, {
        userId,
        scope: LIVE_SCOPE,
        run: marketRuns.runFor(userId, 'live'),
        now: clock.now(),
        account: {
          strategies: status.liveStrategies,
          running: status.liveRunning,
        },
      }),
      walletBalance: status.walletBalance,
      liveLock: lock && lockView(lock),
      agenda: await agendaOf({ database, marketRuns, brokerAccounts, clock }, userId, status),
    };
  };
