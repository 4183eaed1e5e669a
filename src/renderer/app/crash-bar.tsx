import { Button } from '@fluentui/react-components';
import { useEffect } from 'react';
import { ProblemReport } from '../features/support/problem-report.tsx';
import { dateTimeText } from '../i18n/dates.ts';
import { t } from '../i18n/translate.ts';
import { crashReport, forgetCrash } from '../state/crash-report.ts';
import { NoticeBar } from '../ui/notice-bar.tsx';

/** Notice that the app ended against its will, until it is dismissed. */
export const CrashBar = () => {
  const report = crashReport.use((state) => state.value?.report ?? null);
  useEffect(() => void crashReport.load(undefined), []);
  if (!report) return null;
  const [what = ''] = report.text.split('\n');
  return (
    <NoticeBar
      intent="warning"
      layout="multiline"
      title={t('TrickDesk ended against its will on {{time}}.', { time: dateTimeText(report.at) })}
      actions={
        <>
          <ProblemReport subject={t('TrickDesk crashed')} text={report.text} />
          <Button appearance="subtle" onClick={() => void forgetCrash()}>
            {t('Forget it')}
          </Button>
        </>
      }
    >
      <span lang="en">{what}</span>{' '}
      {t('The report stays on this computer; nothing of it is sent unless you send it.')}
    </NoticeBar>
  );
};
