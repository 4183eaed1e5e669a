import type { AlertFiring } from '../../../shared/contract/alert-rules.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { OUTSIDE_LABELS } from '../../i18n/alert-labels.ts';
import { DELIVERY_LABELS, DELIVERY_TONES } from './rule-labels.ts';

/** Channels of a firing in one line. In the program it always is. */
export const deliveriesText = ({ deliveries }: AlertFiring): string =>
  [
    t('In the program'),
    ...deliveries.map(({ channel, state }) => `${OUTSIDE_LABELS[channel]}: ${DELIVERY_LABELS[state]}`),
  ].join(' · ');

const timeText = (at: string): string => dateTimeText(Date.parse(at));

/** One firing, with what became of it on each channel. */
export const FiringDrawer = ({ firing, onClose }: { firing: AlertFiring; onClose: () => void }) => (
  <DetailsDrawer title={serverText(firing.title)} onClose={onClose}>
    <p>
      <SaidByServer>{firing.body}</SaidByServer>
    </p>
    <Facts
      facts={[
        [t('Market time (IST)'), timeText(firing.at)],
        [t('Written (IST)'), timeText(firing.writtenAt)],
      ]}
    />
    {firing.deliveries.map((delivery) => (
      <div key={delivery.channel}>
        <StatusText tone={DELIVERY_TONES[delivery.state]}>
          {`${OUTSIDE_LABELS[delivery.channel]}: ${DELIVERY_LABELS[delivery.state]}`}
        </StatusText>
        {delivery.problem !== '' && (
          <p>
            <SaidByServer>{delivery.problem}</SaidByServer>
          </p>
        )}
        {delivery.mayBeTwice && <p>{t('An attempt had no answer, so it may have come twice.')}</p>}
        {delivery.deliveredAt !== null && <p>{timeText(delivery.deliveredAt)}</p>}
      </div>
    ))}
  </DetailsDrawer>
);
