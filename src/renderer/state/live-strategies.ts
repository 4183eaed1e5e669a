import { ANY_STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** More live strategies than this nobody runs under ten orders a second. */
const MOST = 50;

/** Every strategy that trades live, running or waiting for its owner; its dialog shows a failure itself. */
export const liveStrategies = createResource(
  () => api.strategies.mine({ pageType: 'Live', strategyStatus: ANY_STRATEGY_STATUS, pageSize: MOST }),
  { isQuiet: true },
);
