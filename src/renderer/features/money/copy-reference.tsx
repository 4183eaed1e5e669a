import { Button } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { copyText } from '../../ui/copy-text.ts';
import { notify } from '../../ui/toasts.tsx';

/** Copies what support asks for. */
export const CopyReference = ({ reference }: { reference: string }) => {
  const copy = async () => {
    await copyText(reference);
    notify({ tone: 'news', message: t('Reference copied.') });
  };
  return <Button onClick={() => void copy()}>{t('Copy reference')}</Button>;
};
