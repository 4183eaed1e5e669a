import { dateTimeText } from '../../i18n/dates.ts';
import { formatPercent, formatRupees } from '../../../shared/money.ts';

import { CopyReference } from '../../flows/copy-reference.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import type { Reward } from './rewards-list.ts';

/** One reward, with everything that is known of it. */
export const RewardDrawer = ({ reward, onClose }: { reward: Reward; onClose: () => void }) => (
  <DetailsDrawer title={reward.title} onClose={onClose}>
    <Facts
      facts={[
        ['Reward', <MoneyChange paise={reward.amount} />],
        ['From', reward.fromName],
        ['Level', String(reward.level)],
        ['They paid, net of GST', formatRupees(reward.paid)],
        ['Your share', formatPercent(reward.percent)],
        ['Reward wallet after it', formatRupees(reward.balance)],
        ['Time', dateTimeText(Date.parse(reward.at))],
        ...(reward.note === '' ? [] : [['Note', <span dir="auto">{reward.note}</span>] as const]),
        ['Reference', reward.reference],
      ]}
    />
    <div>
      <CopyReference reference={reward.reference} />
    </div>
  </DetailsDrawer>
);
