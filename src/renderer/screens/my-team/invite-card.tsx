import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { t } from '../../i18n/translate.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';

const useStyles = makeStyles({
  pair: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXL, alignItems: 'flex-start' },
  facts: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '420px' },
  text: { margin: 0 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface InviteCardProps {
  referralCode: string;
  inviteLink: string;
  sponsor: string | null;
}

/** Ways for others to join: a link, the same as a QR code, and the code to type. */
export const InviteCard = ({ referralCode, inviteLink, sponsor }: InviteCardProps) => {
  const styles = useStyles();
  const copy = (text: string, what: string) => async () => {
    await copyText(text);
    notify({ tone: 'news', message: t('{{what}} copied.', { what }) });
  };
  return (
    <SectionCard title={t('Invite')}>
      <div className={styles.pair}>
        <QrCode text={inviteLink} label={t('QR code of your invite link')} />
        <div className={styles.facts}>
          <p className={styles.text}>
            {t(
              'Who registers with your code is in your team. The link opens TrickDesk with the code filled in.',
            )}
          </p>
          <Facts
            facts={[
              [t('Referral code'), referralCode],
              [t('Invite link'), inviteLink],
              ...(sponsor === null ? [] : [[t('You were invited by'), sponsor] as const]),
            ]}
          />
          <div className={styles.actions}>
            <Button icon={<CopyRegular />} onClick={() => void copy(inviteLink, t('Invite link'))()}>
              {t('Copy link')}
            </Button>
            <Button onClick={() => void copy(referralCode, t('Referral code'))()}>{t('Copy code')}</Button>
          </div>
        </div>
      </div>
    </SectionCard>
  );
};
