import { Button, makeStyles, Tooltip } from '@fluentui/react-components';
import { DocumentPdf20Regular, TableArrowUp20Regular } from '@fluentui/react-icons';
import { t } from '../i18n/translate.ts';
import { notifySaved } from '../features/export/notify-saved.ts';
import { exportCurrentList, useHasCsv } from '../state/csv-export.ts';
import { printCurrentDocument, useHasDocument } from '../state/print.ts';
import { shortcutText } from '../state/shortcut-text.ts';

const useStyles = makeStyles({ root: { display: 'inline-flex', flexShrink: 0 } });

const saveList = async (): Promise<void> => {
  const saved = await exportCurrentList();
  if (saved) notifySaved(saved);
};
const saveDocument = async (): Promise<void> => {
  const saved = await printCurrentDocument();
  if (saved) notifySaved(saved);
};

/** Beside the title of the page: its list as CSV, its statement as PDF, where it has one. */
export const PageExports = () => {
  const styles = useStyles();
  const hasList = useHasCsv();
  const hasDocument = useHasDocument();
  return (
    <span className={styles.root}>
      {hasList && (
        <Tooltip
          relationship="label"
          content={t('Export as CSV ({{shortcut}})', { shortcut: shortcutText('export') })}
        >
          <Button appearance="subtle" icon={<TableArrowUp20Regular />} onClick={() => void saveList()} />
        </Tooltip>
      )}
      {hasDocument && (
        <Tooltip
          relationship="label"
          content={t('Print to PDF ({{shortcut}})', { shortcut: shortcutText('print') })}
        >
          <Button appearance="subtle" icon={<DocumentPdf20Regular />} onClick={() => void saveDocument()} />
        </Tooltip>
      )}
    </span>
  );
};
