import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { manualLive } from '../../state/manual-live.ts';
import { notify } from '../../ui/toasts.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  off: { alignSelf: 'start' },
});

interface LiveConsentProps {
  isAgreed: boolean;
  onAgree: (isAgreed: boolean) => void;
}

/** Consent to one order with real money, beside the switch for all. */
export const LiveConsent = ({ isAgreed, onAgree }: LiveConsentProps) => {
  const styles = useStyles();
  const end = useAction(api.manual.endLive);
  const switchOff = async (): Promise<void> => {
    const result = await end.run({});
    if (result.ok) notify({ tone: 'success', message: result.message ?? t('Real money by hand is off.') });
    await manualLive.load(undefined);
  };
  return (
    <div className={styles.root}>
      <Checkbox
        label={t('Send this order with real money')}
        checked={isAgreed}
        onChange={(_, data) => onAgree(data.checked === true)}
      />
      <Button
        className={styles.off}
        size="small"
        appearance="subtle"
        title={t('Orders that could still open something are cancelled')}
        disabledFocusable={end.isRunning}
        onClick={() => void switchOff()}
      >
        {t('Switch off real money by hand')}
      </Button>
    </div>
  );
};
