import { Button, Field, makeStyles, tokens } from '@fluentui/react-components';
import { Attach16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { fieldText, t } from '../../i18n/translate.ts';
import { ATTACHABLE, readAttachment, type Attachment } from './attachment.ts';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  picker: { display: 'none' },
  name: { overflowWrap: 'anywhere' },
});

interface AttachmentFieldProps {
  attachment: Attachment | null;
  /** The server's sentence about it. */
  problem: string | undefined;
  onChange: (attachment: Attachment | null) => void;
}

/** One file beside a message: a screenshot, a statement, a log. */
export const AttachmentField = ({ attachment, problem, onChange }: AttachmentFieldProps) => {
  const styles = useStyles();
  const picker = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const read = await readAttachment(file);
    if (picker.current) picker.current.value = '';
    setRefusal(read.ok ? undefined : read.failure.message);
    onChange(read.ok ? read.value : null);
  };
  return (
    <Field
      label={t('Attachment')}
      hint={t('One PNG, JPEG, PDF or text file of at most 5 MB')}
      validationMessage={refusal ?? fieldText(problem)}
    >
      {() => (
        <div className={styles.row}>
          <input
            ref={picker}
            className={styles.picker}
            type="file"
            accept={ATTACHABLE}
            aria-label={t('File to attach')}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
          <Button size="small" icon={<Attach16Regular />} onClick={() => picker.current?.click()}>
            {attachment ? t('Another file…') : t('Attach a file…')}
          </Button>
          {attachment && (
            <>
              <span className={styles.name}>{attachment.name}</span>
              <Button
                size="small"
                appearance="subtle"
                icon={<Dismiss16Regular />}
                aria-label={t('Leave out {{name}}', { name: attachment.name })}
                onClick={() => onChange(null)}
              />
            </>
          )}
        </div>
      )}
    </Field>
  );
};
