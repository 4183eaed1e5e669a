import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { SCAN_LIMITS } from '../../../shared/scan-limits.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { notify } from '../../ui/toasts.tsx';
import { savedScans } from './scans.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-end' },
});

interface SavedScansBarProps {
  /** Rules as they stand; null while they cannot be saved. */
  document: RuleDocument | null;
  /** The saved scan that the address names; null of none. */
  askedId: number | null;
  onOpen: (document: RuleDocument) => void;
}

/** Saved scans: open one, keep the rules under a name, remove one. */
export const SavedScansBar = ({ document, askedId, onOpen }: SavedScansBarProps) => {
  const styles = useStyles();
  const scans = savedScans.use().value?.scans ?? [];
  const [openedId, setOpenedId] = useState<number | null>(null);
  const [name, setName] = useState('');
  const save = useAction(api.scanner.save);
  const remove = useAction(api.scanner.remove);
  const opened = scans.find(({ savedId }) => savedId === openedId);
  const open = (savedId: number | null): void => {
    const scan = savedScans.get().value?.scans.find((one) => one.savedId === savedId);
    setOpenedId(scan?.savedId ?? null);
    if (!scan) return;
    setName(scan.name);
    onOpen(scan.document as RuleDocument);
  };
  const openAsked = useEffectEvent(open);
  useEffect(() => {
    void savedScans.load(undefined).then(() => openAsked(askedId));
  }, [askedId]);
  const keep = async (): Promise<void> => {
    if (!document || name.trim() === '') return;
    const result = await save.run({ name: name.trim(), document });
    if (!result.ok) return;
    savedScans.patch(() => result.value);
    setOpenedId(result.value.scans.find((scan) => scan.name === name.trim())?.savedId ?? null);
    notify({ tone: 'success', message: t('The scan {{name}} is saved.', { name: name.trim() }) });
  };
  const drop = async (savedId: number): Promise<void> => {
    const result = await remove.run({ savedId });
    if (!result.ok) return;
    setOpenedId(null);
    savedScans.patch(() => result.value);
  };
  return (
    <div className={styles.line}>
      <Field label={t('Saved scans')}>
        <Select
          value={openedId === null ? '' : String(openedId)}
          onChange={(_, data) => open(data.value === '' ? null : Number(data.value))}
        >
          <option value="">{t('Choose…')}</option>
          {scans.map((scan) => (
            <option key={scan.savedId} value={scan.savedId}>
              {scan.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('Name of the scan')}>
        <Input value={name} maxLength={SCAN_LIMITS.nameLetters} onChange={(_, data) => setName(data.value)} />
      </Field>
      <Button
        disabledFocusable={!document || name.trim() === '' || save.isRunning}
        onClick={() => void keep()}
      >
        {t('Save the scan')}
      </Button>
      {opened && (
        <Button disabledFocusable={remove.isRunning} onClick={() => void drop(opened.savedId)}>
          {t('Remove the scan')}
        </Button>
      )}
    </div>
  );
};
