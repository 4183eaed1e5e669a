import {
  Button,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useRef, type ChangeEvent } from 'react';
import { parseRupees } from '../../../shared/money.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { desktop } from '../../api/desktop.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { notifySaved } from '../../features/export/notify-saved.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useGoTo } from '../../state/navigation.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';
import type { BuilderStart } from './builder-start.ts';
import { DraftsMenu } from './drafts-menu.tsx';
import { readRulesFile, rulesFileText } from './import-rules.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    alignItems: 'flex-end',
    '& > :first-child': { flexGrow: 1, minWidth: '220px' },
    // All the buttons stay on the line of their fields in a narrow window.
    '@media (max-width: 1179px)': { '& > :nth-child(2)': { width: '160px', '& > *': { minWidth: 0 } } },
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
  const goTo = useGoTo();
  const save = useAction(api.strategies.add, { presentation: 'dialog' });
  const file = useRef<HTMLInputElement>(null);
  const money = parseRupees(capital);
  const isReady = parsed !== null && name.trim().length >= 3 && (money ?? 0) > 0;
  const { strategyId } = start;

  const onSave = async () => {
    if (!parsed || money === null) return;
    const what = { name: name.trim(), capital: money, document: parsed };
    const result = await save.run(
      strategyId === null ? { url: 'add', ...what } : { url: 'update', strategyId, ...what },
    );
    if (!result.ok) return;
    onSaved();
    notify({ tone: 'success', message: result.message ?? t('The strategy is saved. It trades on paper.') });
    goTo(`/strategies/${result.value.strategyId}`);
  };
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
        <Field label={t('Name')} validationMessage={save.failure?.fields?.['name']}>
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
      {save.failure && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <SaidByServer>{save.failure.message}</SaidByServer>
          </MessageBarBody>
        </MessageBar>
      )}
    </SectionCard>
  );
};
