import { Field, Input, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { fieldText, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useGoTo } from '../../state/navigation.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { notify } from '../../ui/toasts.tsx';

interface SaveStrategyProps {
  /** The strategy that is changed; null for a new one. */
  strategyId: number | null;
  name: string;
  onName: (name: string) => void;
  /** Rupee text. */
  capital: string;
  onCapital: (capital: string) => void;
  /** The document, once it can be used. */
  parsed: object | null;
  onSaved?: () => void;
}

/** React hook: name, capital and the button that saves them with a document, and why that failed. */
export const useSaveStrategy = ({
  strategyId,
  name,
  onName,
  capital,
  onCapital,
  parsed,
  onSaved,
}: SaveStrategyProps) => {
  const goTo = useGoTo();
  const save = useAction(api.strategies.add, { presentation: 'dialog' });
  const money = parseRupees(capital);
  const isReady = parsed !== null && name.trim().length >= 3 && (money ?? 0) > 0;
  const onSave = async () => {
    if (!parsed || money === null) return;
    const what = { name: name.trim(), capital: money, document: parsed };
    const result = await save.run(
      strategyId === null ? { url: 'add', ...what } : { url: 'update', strategyId, ...what },
    );
    if (!result.ok) return;
    onSaved?.();
    notify({ tone: 'success', message: result.message ?? t('The strategy is saved.') });
    goTo(`/strategies/${result.value.strategyId}`);
  };
  return {
    fields: (
      <>
        <Field label={t('Name')} validationMessage={fieldText(save.failure?.fields?.['name'])}>
          <Input value={name} maxLength={60} onChange={(_, data) => onName(data.value)} />
        </Field>
        <Field
          label={t('Capital')}
          validationMessage={
            money === null || money <= 0 ? t('Enter an amount such as ₹1,00,000') : undefined
          }
        >
          <Input value={capital} onChange={(_, data) => onCapital(data.value)} />
        </Field>
        <OnlineButton
          appearance="primary"
          disabledFocusable={!isReady || save.isRunning}
          title={isReady ? undefined : t('Enter a name and correct the marked fields first')}
          onClick={() => void onSave()}
        >
          {strategyId === null ? t('Save strategy') : t('Save changes')}
        </OnlineButton>
      </>
    ),
    failure: save.failure && (
      <MessageBar intent="error" layout="multiline">
        <MessageBarBody>
          <SaidByServer>{save.failure.message}</SaidByServer>
        </MessageBarBody>
      </MessageBar>
    ),
  };
};
