import { istIso } from '../../../shared/time.ts';
import type { LiveAccount } from '../../broker-accounts/live-account.ts';
import { isLoginTime } from '../../broker-accounts/morning.ts';

/** State of the linked account, as the window's frame shows it. `now` is epoch ms. */
export const brokerStateOf = (account: LiveAccount | null, now: number) => {
  if (!account)
    return { state: 'not-linked' as const, label: 'No broker linked', isLoginDue: false, sessionUntil: null };
  const isOver = account.isSessionOver || !account.run.isConnected;
  const until = account.sessionUntil;
  return isOver
    ? {
        state: 'session-over' as const,
        label: 'Reconnect Angel One',
        isLoginDue: isLoginTime(now),
        sessionUntil: null,
      }
    : {
        state: 'connected' as const,
        label: 'Angel One',
        isLoginDue: false,
        sessionUntil: until === null ? null : istIso(until),
      };
};
