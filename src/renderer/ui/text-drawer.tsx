import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { t } from '../i18n/translate.ts';
import { copyText } from './copy-text.ts';
import { DetailsDrawer } from './details-drawer.tsx';
import { notify } from './toasts.tsx';

const useStyles = makeStyles({
  text: {
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
});

interface TextDrawerProps {
  title: string;
  /** Written by a program, for programmers: it is never translated. */
  text: string;
  onClose: () => void;
}

/** A long text to be read and copied, at the right edge. Mount it to open it. */
export const TextDrawer = ({ title, text, onClose }: TextDrawerProps) => {
  const copy = async () => {
    await copyText(text);
    notify({ tone: 'success', message: t('Copied') });
  };
  return (
    <DetailsDrawer title={title} onClose={onClose}>
      <div>
        <Button icon={<CopyRegular />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      </div>
      <pre className={useStyles().text} lang="en" dir="ltr">
        {text}
      </pre>
    </DetailsDrawer>
  );
};
