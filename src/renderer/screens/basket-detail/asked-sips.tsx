import { MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import type { HeldBasket } from '../../../shared/contract/baskets.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { notify } from '../../ui/toasts.tsx';

interface AskedSipsProps {
  basket: HeldBasket;
  onDo: (due: string) => void;
  onChanged: () => void;
}

/** SIPs with real money that were not done when they fell due: one button does it, another leaves it out. */
export const AskedSips = ({ basket: { basketId, mode, askedSips }, onDo, onChanged }: AskedSipsProps) => {
  const leaveOut = useAction(api.baskets.leaveOutSip);
  const leave = async (due: string) => {
    const result = await leaveOut.run({ basketId, mode, due });
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('The SIP is left out.') });
    onChanged();
  };
  return askedSips.map(({ due, amount, why }) => (
    <MessageBar key={due} intent="warning" layout="multiline">
      <MessageBarBody dir="auto">
        {t('The SIP of {{day}} has not been done: {{amount}} wait for your word. {{why}}', {
          day: writtenDay(due),
          amount: formatRupees(amount),
          why,
        })}
      </MessageBarBody>
      <MessageBarActions>
        <OnlineButton size="small" call="baskets.rebalance" appearance="primary" onClick={() => onDo(due)}>
          {t('Do it now…')}
        </OnlineButton>
        <OnlineButton
          size="small"
          call="baskets.leaveOutSip"
          disabledFocusable={leaveOut.isRunning}
          onClick={() => void leave(due)}
        >
          {t('Leave it out')}
        </OnlineButton>
      </MessageBarActions>
    </MessageBar>
  ));
};
