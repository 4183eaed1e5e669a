import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import type { HeldBasket } from '../../../shared/contract/baskets.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { AuthorityBox } from './authority-box.tsx';
import { isUnauthorised } from './live-order.ts';

interface CloseDialogProps {
  basket: HeldBasket;
  onDone: () => void;
  onClose: () => void;
}

/** Sells all of a basket, once its name has been typed. It is an exit, so it never waits for the backend. */
export const CloseDialog = ({ basket, onDone, onClose }: CloseDialogProps) => {
  const { basketId, name, value, sip, mode } = basket;
  const isLive = mode === 'live';
  const [typed, setTyped] = useState('');
  const [isAuthorised, setIsAuthorised] = useState(false);
  const close = useAction(api.baskets.close, { presentation: 'dialog' });
  const run = async () => {
    const result = await close.run(
      isLive ? { basketId, mode, confirmName: typed.trim(), isAuthorised } : { basketId, mode },
    );
    if (!result.ok) return;
    notify({ tone: 'success', message: result.message ?? t('{{name}} is being sold.', { name }) });
    onDone();
  };
  return (
    <ConfirmDialog
      title={t('Close {{name}}?', { name })}
      action={t('Sell everything')}
      cancel={t('Cancel')}
      isDangerous
      isRunning={close.isRunning}
      isActionDisabled={typed.trim() !== name}
      problem={failureSentence(close.failure, t('Order history'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'Sells every share at its next price and ends the basket; {{value}} before the charges of selling.',
          { value: formatRupees(value) },
        )}{' '}
        {sip?.status === 'on' && <>{t('Its SIP ends too.')} </>}
        {isLive ? (
          <strong>{t('Real orders are sent to Angel One.')}</strong>
        ) : (
          t('These are paper shares: no real order is sent.')
        )}
      </span>
      <Field label={t('Type {{name}} to confirm', { name })}>
        <Input value={typed} autoComplete="off" onChange={(_, data) => setTyped(data.value)} />
      </Field>
      {(isUnauthorised(close.failure) || isAuthorised) && (
        <AuthorityBox isChecked={isAuthorised} onChange={setIsAuthorised} />
      )}
    </ConfirmDialog>
  );
};
