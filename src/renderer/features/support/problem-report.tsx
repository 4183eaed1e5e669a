import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { useGoTo } from '../../state/navigation.ts';
import { RAISE_ROUTE, ticketDraft } from '../../state/ticket-draft.ts';
import { TextDrawer } from '../../ui/text-drawer.tsx';

/** Longest report: a ticket takes 4,000 characters, and the user's own words need room too. */
const REPORT_LIMIT = 3_500;

interface ProblemReportProps {
  /** First line that support reads. */
  subject: string;
  /** Without secrets. */
  text: string;
}

/** Report of an error, to be read and sent to support. Nothing is sent before the person presses Send. */
export const ProblemReport = ({ subject, text }: ProblemReportProps) => {
  const goTo = useGoTo();
  const [isOpen, setIsOpen] = useState(false);
  const contactSupport = () => {
    ticketDraft.start({ subject, body: text.slice(0, REPORT_LIMIT) });
    goTo(RAISE_ROUTE);
  };
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('See the report')}</Button>
      <Button onClick={contactSupport}>{t('Tell support…')}</Button>
      {isOpen && <TextDrawer title={t('Report')} text={text} onClose={() => setIsOpen(false)} />}
    </>
  );
};
