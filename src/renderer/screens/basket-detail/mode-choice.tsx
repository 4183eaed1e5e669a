import { Field, Link, Radio, RadioGroup } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { Mode } from '../../../shared/contract/fields.ts';
import { t } from '../../i18n/translate.ts';
import { Sentence } from '../../ui/sentence.tsx';
import { brokerAccount } from '../../state/broker-account.ts';
import { routeHref } from '../../state/navigation.ts';

interface ModeChoiceProps {
  mode: Mode;
  /** Modes in which the basket is held already. */
  held: readonly Mode[];
  onChange: (mode: Mode) => void;
}

/** Paper money or real money. Real money is offered while the broker is connected. */
export const ModeChoice = ({ mode, held, onChange }: ModeChoiceProps) => {
  const account = brokerAccount.use((state) => state.value)?.broker_angelone_details ?? null;
  useEffect(() => {
    void brokerAccount.load(undefined);
  }, []);
  const isConnected = account !== null && account.state !== 'login-needed';
  return (
    <Field
      label={t('With which money?')}
      hint={
        isConnected ? undefined : (
          <Sentence
            text={
              account === null
                ? 'For real money <broker>link Angel One</broker> first.'
                : 'For real money <broker>reconnect Angel One for today</broker> first.'
            }
            parts={{ broker: <Link href={routeHref('/profile/broker')} /> }}
          />
        )
      }
    >
      <RadioGroup
        layout="horizontal"
        value={mode}
        onChange={(_, data) => onChange(data.value === 'live' ? 'live' : 'test')}
      >
        <Radio value="test" label={t('Paper money')} disabled={held.includes('test')} />
        <Radio
          value="live"
          label={
            account === null
              ? t('Live, with real money')
              : t('Live, with real money: Angel One {{clientCode}}', { clientCode: account.clientCode })
          }
          disabled={!isConnected || held.includes('live')}
        />
      </RadioGroup>
    </Field>
  );
};
