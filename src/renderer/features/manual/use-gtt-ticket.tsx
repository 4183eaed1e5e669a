import { useState } from 'react';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import type { ManualOrderForm } from '../../state/manual-order.ts';
import { notify } from '../../ui/toasts.tsx';
import { gttInput, type GttInput } from './gtt-input.ts';
import type { GttPreview } from './gtt-preview.tsx';
import { usePreviewOf } from './use-preview.ts';

/** Outcome of a GTT order that was sent. A sentence says why it is not there. */
type Sent = { readonly isDone: true } | { readonly isDone: false; readonly ended: string | null };

/** React hook: the part of an order's dialog that is of a GTT order alone. `isOn` where it may be asked about. */
export const useGttTicket = (form: ManualOrderForm, isOn: boolean) => {
  const place = useAction(api.gtt.place, { presentation: 'dialog' });
  const isGtt = form.type === 'gtt';
  const read = gttInput(form);
  const wanted = JSON.stringify(read);
  const { preview, failure, isCurrent } = usePreviewOf<GttPreview>(
    isGtt && isOn && 'input' in read ? JSON.stringify(read.input) : '',
    (text) => api.gtt.preview(JSON.parse(text) as GttInput),
  );
  // Said of one order: another figure, and it has to be said again.
  const [agreedTo, setAgreedTo] = useState('');
  const isAgreed = agreedTo === wanted;
  return {
    isGtt,
    preview,
    isRunning: place.isRunning,
    failure: place.failure ?? failure,
    isAgreed,
    agree: (isGiven: boolean) => setAgreedTo(isGiven ? wanted : ''),
    isReady: isAgreed && isCurrent && preview?.problems.length === 0,
    /** Send it once under a mark. Nothing is sent without consent to these very figures. */
    send: async (mark: string): Promise<Sent> => {
      if (!isAgreed || !('input' in read)) return { isDone: false, ended: null };
      const result = await place.run({ ...read.input, mark, isUnderstood: true });
      if (!result.ok) return { isDone: false, ended: null };
      const message = result.message ?? t('The order is placed.');
      if (result.value.order.state === 'refused') {
        setAgreedTo('');
        return { isDone: false, ended: message };
      }
      notify({ tone: 'news', message });
      return { isDone: true };
    },
  };
};
