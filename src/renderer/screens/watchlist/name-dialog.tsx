import { Field, Input } from '@fluentui/react-components';
import { useId, useState } from 'react';
import type { Failure, Result } from '../../../shared/failure.ts';
import { WATCHLIST_LIMITS } from '../../../shared/watchlist-limits.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface NameDialogProps<Value> {
  title: string;
  label: string;
  action: string;
  start: string;
  /** Keep the name; the dialog stays open where it is refused. */
  onName: (name: string) => Promise<Result<Value>>;
  onDone: (value: Value) => void;
  onClose: () => void;
}

/** Asks for a name of a list or of a heading. */
export const NameDialog = <Value,>({
  title,
  label,
  action,
  start,
  onName,
  onDone,
  onClose,
}: NameDialogProps<Value>) => {
  const form = useId();
  const [name, setName] = useState(start);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const submit = async (): Promise<void> => {
    if (isRunning || name.trim() === '') return;
    setIsRunning(true);
    const result = await onName(name.trim());
    setIsRunning(false);
    if (result.ok) onDone(result.value);
    else setFailure(result.failure);
  };
  return (
    <ConfirmDialog
      title={title}
      action={action}
      form={form}
      isRunning={isRunning}
      problem={failure?.message ?? null}
      isActionDisabled={name.trim() === ''}
      onClose={onClose}
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={label}>
          <Input
            autoFocus
            value={name}
            maxLength={WATCHLIST_LIMITS.nameLetters}
            onFocus={(event) => event.target.select()}
            onChange={(_, data) => setName(data.value)}
          />
        </Field>
      </form>
    </ConfirmDialog>
  );
};
