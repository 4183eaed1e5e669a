import { Field, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { t } from '../i18n/translate.ts';
import { header } from '../state/header.ts';

const useStyles = makeStyles({
  root: {
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
});

/** A preparation that sends no facts is asked about this often. */
const ASK_MS = 1_500;

/** The first start prepares the market in the background; this says how far it is. */
export const PreparingBar = () => {
  const styles = useStyles();
  const preparing = header.use((state) => state.value?.feed.preparing ?? null);
  const isPreparing = preparing !== null;
  useEffect(() => {
    if (!isPreparing) return;
    const timer = setInterval(() => void header.reload(), ASK_MS);
    return () => clearInterval(timer);
  }, [isPreparing]);
  if (!preparing) return null;
  return (
    <div className={styles.root} role="status">
      <Field
        label={preparing.label}
        validationState="none"
        validationMessage={t('{{done}} of {{total}}', { done: preparing.done, total: preparing.total })}
      >
        <ProgressBar value={preparing.done} max={preparing.total} aria-label={preparing.label} />
      </Field>
    </div>
  );
};
