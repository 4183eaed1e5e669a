import { Button } from '@fluentui/react-components';
import { TableArrowUpRegular } from '@fluentui/react-icons';
import { useAction } from '../state/action.ts';
import { exportCurrentList } from '../state/csv-export.ts';
import { succeed } from '../../shared/failure.ts';
import { t } from '../i18n/translate.ts';
import { notify } from '../ui/toasts.tsx';

const saveList = async (_input: object) => (await exportCurrentList()) ?? succeed({ path: null });

/** Saves the list in view as a CSV file; Ctrl+E does the same. */
export const CsvButton = () => {
  const save = useAction(saveList);
  const run = async () => {
    const result = await save.run({});
    if (result.ok && result.value.path !== null)
      notify({ tone: 'success', message: t('Saved as {{path}}', { path: result.value.path }) });
  };
  return (
    <Button
      icon={<TableArrowUpRegular />}
      title="Ctrl+E"
      disabledFocusable={save.isRunning}
      onClick={() => void run()}
    >
      {t(save.isRunning ? 'Collecting…' : 'Save as CSV')}
    </Button>
  );
};
