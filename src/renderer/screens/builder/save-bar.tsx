import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useRef, type ChangeEvent } from 'react';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { desktop } from '../../api/desktop.ts';
import { notifySaved } from '../../features/export/notify-saved.ts';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { BuilderStart } from './builder-start.ts';
import { DraftsMenu } from './drafts-menu.tsx';
import { readRulesFile, rulesFileText } from './import-rules.ts';
import { useSaveStrategy } from './save-strategy.tsx';
import { NARROW_PAGE } from '../../ui/page-width.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    alignItems: 'flex-end',
    '& > :first-child': { flexGrow: 1, minWidth: '220px' },
    // All the buttons stay on the line of their fields in a narrow window.
    [NARROW_PAGE]: { '& > :nth-child(2)': { width: '160px', '& > *': { minWidth: 0 } } },
  },
  file: { display: 'none' },
});

interface SaveBarProps {
  start: BuilderStart;
  name: string;
  onName: (name: string) => void;
  capital: string;
  onCapital: (capital: string) => void;
  /** The rules, once they can be used. */
  parsed: RuleDocument | null;
  /** Keeps everything as a draft. */
  onKeep: () => void;
  /** It is a strategy now. */
  onSaved: () => void;
  onImport: (document: RuleDocument, name: string | undefined) => void;
}

const fileNameOf = (name: string): string =>
  `${
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'rules'
  }.json`;

/** Name, capital, and what can be done with the rules: save, keep as a draft, take out and in as a file. */
export const SaveBar = ({
  start,
  name,
  onName,
  capital,
  onCapital,
  parsed,
  onKeep,
  onSaved,
  onImport,
}: SaveBarProps) => {
  const styles = useStyles();
  const file = useRef<HTMLInputElement>(null);
  const { strategyId } = start;
  const save = useSaveStrategy({ strategyId, name, onName, capital, onCapital, parsed, onSaved });

  const onDraft = () => {
    onKeep();
    notify({ tone: 'success', message: t('Kept as a draft on this computer.') });
  };
  const onExport = async () => {
    if (!parsed) return;
    notifySaved(
      await desktop('file.save', { name: fileNameOf(name), text: rulesFileText(name.trim(), parsed) }),
    );
  };
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? [];
    event.target.value = '';
    if (!picked) return;
    const read = readRulesFile(await picked.text());
    if (!read.ok) return notify({ tone: 'failure', message: read.failure.message });
    onImport(read.value.document, read.value.name);
  };

  return (
    <SectionCard title={strategyId === null ? t('New strategy') : t('Rules of your strategy')}>
      <div className={styles.line}>
        {save.fields}
        <Button onClick={onDraft}>{t('Save as draft')}</Button>
        <DraftsMenu />
        <Button disabledFocusable={!parsed} onClick={() => void onExport()}>
          {t('Export')}
        </Button>
        <Button onClick={() => file.current?.click()}>{t('Import')}</Button>
        <input
          ref={file}
          className={styles.file}
          type="file"
          accept=".json,application/json"
          aria-label={t('Rules file')}
          onChange={(event) => void onFile(event)}
        />
      </div>
      {save.failure}
    </SectionCard>
  );
};
