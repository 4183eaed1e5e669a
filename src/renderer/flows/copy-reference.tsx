import { Button } from '@fluentui/react-components';
import { copyText } from '../ui/copy-text.ts';
import { notify } from '../ui/toasts.tsx';

/** Copies what support asks for. */
export const CopyReference = ({ reference }: { reference: string }) => {
  const copy = async () => {
    await copyText(reference);
    notify({ tone: 'news', message: 'Reference copied.' });
  };
  return <Button onClick={() => void copy()}>Copy reference</Button>;
};
