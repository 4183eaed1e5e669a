import { Button } from '@fluentui/react-components';
import { TableArrowUpRegular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { exportCsv, type CsvSource } from '../../state/csv-export.ts';
import { notifyPath } from './notify-saved.ts';

const saveList = ({ source }: { source: CsvSource }) => exportCsv(source());

interface CsvButtonProps {
  source: CsvSource;
  /** Name of the list. */
  label: string;
}

/** A button that saves a second list of the page. The list of the page itself has its button at the title. */
export const CsvButton = ({ source, label }: CsvButtonProps) => {
  const save = useAction(saveList);
  const run = async () => {
    const result = await save.run({ source });
    if (result.ok) notifyPath(result.value);
  };
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={<TableArrowUpRegular />}
      aria-label={t('Save as CSV: {{list}}', { list: label })}
      disabledFocusable={save.isRunning}
      onClick={() => void run()}
    >
      {t(save.isRunning ? 'Collecting…' : 'Save as CSV')}
    </Button>
  );
};
