import { Button } from '@fluentui/react-components';
import { TableArrowUpRegular } from '@fluentui/react-icons';
import { succeed } from '../../shared/failure.ts';
import { t } from '../i18n/translate.ts';
import { useAction } from '../state/action.ts';
import { exportCsv, exportCurrentList, type CsvSource } from '../state/csv-export.ts';
import { shortcutText } from '../state/shortcut-text.ts';
import { notify } from '../ui/toasts.tsx';

const saveList = async ({ source }: { source: CsvSource | undefined }) =>
  source ? exportCsv(source()) : ((await exportCurrentList()) ?? succeed({ path: null }));

interface CsvButtonProps {
  /** Another list than the one in view, which has the key, and what it is called. */
  list?: { readonly source: CsvSource; readonly label: string };
}

/** Saves a list as a CSV file: the one in view, as the key does, or one that stands beside it. */
export const CsvButton = ({ list }: CsvButtonProps) => {
  const save = useAction(saveList);
  const run = async () => {
    const result = await save.run({ source: list?.source });
    if (result.ok && result.value.path !== null)
      notify({ tone: 'success', message: t('Saved as {{path}}', { path: result.value.path }) });
  };
  return (
    <Button
      size={list ? 'small' : 'medium'}
      appearance={list ? 'subtle' : 'secondary'}
      icon={<TableArrowUpRegular />}
      title={list ? undefined : shortcutText('export')}
      aria-label={list && t('Save as CSV: {{list}}', { list: list.label })}
      disabledFocusable={save.isRunning}
      onClick={() => void run()}
    >
      {t(save.isRunning ? 'Collecting…' : 'Save as CSV')}
    </Button>
  );
};
