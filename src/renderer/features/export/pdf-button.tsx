import { Button } from '@fluentui/react-components';
import { DocumentPdfRegular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { savePdf, usePrintDocument, type PrintDocument } from '../../state/print.ts';
import { shortcutText } from '../../state/shortcut-text.ts';
import { notifyPath } from './notify-saved.ts';

/** Saves a document as a PDF file; a key does the same while it is in view. */
export const PdfButton = ({ document }: { document: PrintDocument }) => {
  usePrintDocument(() => document);
  const save = useAction(savePdf);
  const run = async () => {
    const result = await save.run(document);
    if (result.ok) notifyPath(result.value);
  };
  return (
    <Button
      icon={<DocumentPdfRegular />}
      title={shortcutText('print')}
      disabledFocusable={save.isRunning}
      onClick={() => void run()}
    >
      {t(save.isRunning ? 'Printing…' : 'Save as PDF')}
    </Button>
  );
};
