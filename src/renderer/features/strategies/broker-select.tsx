import { Select } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import type { BROKER_CHOICES } from '../../state/broker-choice.ts';

type BrokerChoice = (typeof BROKER_CHOICES)[number];

/** Narrows a list or a result to what trades with one broker. */
export const BrokerSelect = ({
  broker,
  onChange,
}: {
  broker: BrokerChoice;
  onChange: (broker: BrokerChoice) => void;
}) => (
  <Select
    size="small"
    aria-label={t('Broker')}
    value={broker}
    onChange={(_, data) => onChange(data.value as BrokerChoice)}
  >
    <option value="any">{t('All brokers')}</option>
    <option value="paper">{t('Paper')}</option>
    <option value="angelOne">Angel One</option>
  </Select>
);
