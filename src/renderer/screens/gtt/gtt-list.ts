import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { api } from '../../api/api.ts';
import { labels, t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';

/** GTT orders of the person, and those placed elsewhere. */
export const gttList = createPaneResource(() => api.gtt.list());

const STATE_LABELS: Readonly<Record<GttOrder['state'], string>> = labels(
  {
    submitted: 'On its way',
    unknown: 'Unknown',
    accepted: 'Taken by the broker',
    resting: 'Waiting',
    sent: 'Triggered',
    cancelled: 'Cancelled',
    expired: 'Expired',
    refused: 'Refused',
    'written-off': 'Declared not there',
    left: 'Look at it yourself',
  },
  { context: 'gtt-state' },
);

/** State of a GTT order in words. One that is to end says so until that is known. */
export const gttStateText = ({ state, isEnding }: GttOrder): string =>
  isEnding ? t('Being cancelled') : STATE_LABELS[state];

/** Tone of a state: what its owner has to look at stands out. */
export const gttStateTone = ({ state, isEnding }: GttOrder) => {
  if (state === 'unknown' || state === 'left' || isEnding) return 'warning' as const;
  if (state === 'refused') return 'bad' as const;
  return state === 'sent' ? ('good' as const) : ('neutral' as const);
};
