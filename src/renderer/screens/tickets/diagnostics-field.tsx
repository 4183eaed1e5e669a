import { Checkbox, Textarea, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { desktop } from '../../api/desktop.ts';
import { t } from '../../i18n/translate.ts';
import { FormProblem } from '../../ui/form-problem.tsx';

const useStyles = makeStyles({ text: { width: '100%' } });

interface DiagnosticsFieldProps {
  /** Text to send; null while nothing is. */
  text: string | null;
  onChange: (text: string | null) => void;
}

/** Facts about this computer for support: only when asked for, and never without being seen first. */
export const DiagnosticsField = ({ text, onChange }: DiagnosticsFieldProps) => {
  const styles = useStyles();
  const [isWanted, setWanted] = useState(false);
  const [problem, setProblem] = useState<string>();
  const want = async (wanted: boolean) => {
    setWanted(wanted);
    setProblem(undefined);
    onChange(null);
    if (!wanted) return;
    const result = await desktop('app.diagnostics', {});
    if (result.ok) onChange(result.value.text);
    else {
      setWanted(false);
      setProblem(result.failure.message);
    }
  };
  return (
    <div>
      <Checkbox
        label={t('Attach diagnostics of this computer')}
        checked={isWanted}
        onChange={(_, data) => void want(data.checked === true)}
      />
      <FormProblem message={problem} />
      {isWanted && text !== null && (
        <Textarea
          aria-label={t('Diagnostics, as they will be sent')}
          value={text}
          readOnly
          rows={6}
          className={styles.text}
        />
      )}
    </div>
  );
};
