import { formatPercent, formatRupees } from '../../../shared/money.ts';
import { CopyReference } from '../../features/money/copy-reference.tsx';
import { dateTimeText } from '../../i18n/dates.ts';
import { t, serverText } from '../../i18n/translate.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import type { Reward } from './reward-columns.ts';

/** One reward, with everything that is known of it. */
export const RewardDrawer = ({ reward, onClose }: { reward: Reward; onClose: () => void }) => (
  <DetailsDrawer title={serverText(reward.title)} onClose={onClose}>
    <Facts
      facts={[
        [t('Reward'), <MoneyChange paise={reward.amount} />],
        [t('From', { context: 'person' }), reward.fromName],
        [t('Level'), String(reward.level)],
        [t('They paid, net of GST'), formatRupees(reward.paid)],
        [t('Your share'), formatPercent(reward.percent)],
        [t('Reward wallet after it'), formatRupees(reward.balance)],
        [t('Time'), dateTimeText(Date.parse(reward.at))],
        ...(reward.note === '' ? [] : [[t('Note'), <SaidByServer>{reward.note}</SaidByServer>] as const]),
        [t('Reference'), reward.reference],
      ]}
    />
    <div>
      <CopyReference reference={reward.reference} />
    </div>
  </DetailsDrawer>
);
