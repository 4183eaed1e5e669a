import { Button } from '@fluentui/react-components';
import { DocumentPdfRegular } from '@fluentui/react-icons';
import { t } from '../i18n/translate.ts';
import { useAction } from '../state/action.ts';
import { savePdf, usePrintDocument, type PrintDocument } from '../state/print.ts';
import { notify } from '../ui/toasts.tsx';

/** Saves a document as a PDF file; Ctrl+P does the same while it is in view. */
export const PdfButton = ({ document }: { document: PrintDocument }) => {
  usePrintDocument(document);
  const save = useAction(savePdf);
  const run = async () => {
    const result = await save.run(document);
    if (result.ok && result.value.path !== null)
      notify({ tone: 'success', message: t('Saved as {{path}}', { path: result.value.path }) });
  };
  return (
    <Button
      icon={<DocumentPdfRegular />}
      title="Ctrl+P"
      disabledFocusable={save.isRunning}
      onClick={() => void run()}
    >
      {t(save.isRunning ? 'Printing…' : 'Save as PDF')}
    </Button>
  );
};
