import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { desktop } from '../../api/desktop.ts';
import { notifyPath } from '../../features/export/notify-saved.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useFormStyles } from './profile-form.ts';

const FILE = 'trickdesk-recovery-codes.txt';

const useStyles = makeStyles({
  /** It is focused to be read from there, not pressed. */
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    outlineStyle: 'none',
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
    gap: tokens.spacingVerticalS,
    margin: 0,
    padding: tokens.spacingVerticalM,
    listStyleType: 'none',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
  code: { fontFamily: tokens.fontFamilyMonospace, whiteSpace: 'nowrap' },
});

const saveCodes = ({ codes }: { codes: readonly string[] }) =>
  desktop('file.save', {
    name: FILE,
    text: `${t('Recovery codes for TrickDesk. Each works once.')}\n\n${codes.join('\n')}\n`,
  });

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The person has them: they are not shown again. */
  onKept: () => void;
}

/** Ten codes that open the account when the phone is lost; this is the only time that they are shown. */
export const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps) => {
  const styles = { ...useFormStyles(), ...useStyles() };
  const save = useAction(saveCodes);
  const place = useRef<HTMLElement>(null);
  // What was pressed to get them is gone: whoever listens or types goes on here.
  useEffect(() => place.current?.focus(), []);
  const copy = async () => {
    await copyText(codes.join('\n'));
    notify({ tone: 'news', message: t('Recovery codes copied.') });
  };
  const onSave = async () => {
    const result = await save.run({ codes });
    if (result.ok) notifyPath(result.value);
  };
  return (
    <section ref={place} tabIndex={-1} className={styles.root} aria-label={t('Recovery codes')}>
      <p className={styles.text}>
        {t(
          'Each of these opens your account once instead of a code of the app. They are shown only now: keep them where your phone is not.',
        )}
      </p>
      <ul className={styles.list}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.code}>{code}</code>
          </li>
        ))}
      </ul>
      <Toolbar
        start={
          <>
            <Button onClick={() => void copy()}>{t('Copy codes')}</Button>
            <Button disabledFocusable={save.isRunning} onClick={() => void onSave()}>
              {t('Save as file…')}
            </Button>
            <Button appearance="primary" onClick={onKept}>
              {t('I have kept them')}
            </Button>
          </>
        }
      />
    </section>
  );
};
