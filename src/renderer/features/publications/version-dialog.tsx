import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { z } from 'zod';
import type { VersionChangesSchema } from '../../../shared/contract/authors.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { notify } from '../../ui/toasts.tsx';
import { ReviewFigures } from './review-figures.tsx';

type VersionChanges = z.output<typeof VersionChangesSchema>;

const useStyles = makeStyles({
  changes: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, margin: 0 },
  label: { fontWeight: tokens.fontWeightSemibold },
  side: {
    display: 'flex',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    lineHeight: tokens.lineHeightBase300,
  },
  name: {
    flexShrink: 0,
    minWidth: '72px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  before: { color: tokens.colorNeutralForeground2 },
});

interface VersionDialogProps {
  version: VersionChanges & { next: NonNullable<VersionChanges['next']> };
  /** A copy of one's own, rather than something that is followed. */
  isCopy: boolean;
  onAccepted: () => void;
  onClose: () => void;
}

const versionText = (number: number): string => t('Version {{number}}', { number });

const Side = ({ name, text, isOld = false }: { name: string; text: string | null; isOld?: boolean }) => {
  const styles = useStyles();
  return (
    <dd className={styles.side}>
      <span className={styles.name}>{name}</span>
      <span className={isOld ? styles.before : undefined}>
        {text === null ? t('nothing') : <SaidByServer>{text}</SaidByServer>}
      </span>
    </dd>
  );
};

/** The changes between the held version and the offered one. It can be accepted here. */
export const VersionDialog = ({ version, isCopy, onAccepted, onClose }: VersionDialogProps) => {
  const styles = useStyles();
  const accept = useAction(api.authors.accept, { presentation: 'dialog' });
  const { strategyId, name, held, next, changes, isChangedByOwner, blockReason } = version;
  const run = async () => {
    const result = await accept.run({ strategyId, versionId: next.versionId });
    if (!result.ok) return;
    notify({ tone: 'success', message: t('You have version {{number}} now.', { number: next.number }) });
    onAccepted();
  };
  return (
    <ConfirmDialog
      title={t('Version {{number}} of {{name}}: what changed', { number: next.number, name })}
      action={t('Accept version {{number}}', { number: next.number })}
      cancel={t('Keep version {{number}}', { number: held.number })}
      isWide
      isRunning={accept.isRunning}
      isActionDisabled={blockReason !== null}
      problem={failureSentence(accept.failure, t('My strategies')) ?? blockReason}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        <SaidByServer>{next.note}</SaidByServer>
      </span>
      <dl className={styles.changes}>
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt className={styles.label}>{label}</dt>
            <Side name={versionText(held.number)} text={before} isOld />
            <Side name={versionText(next.number)} text={after} />
          </div>
        ))}
        <div>
          <dt className={styles.label}>{t('Reviews')}</dt>
          <dd className={styles.side}>
            <span className={styles.name}>{versionText(held.number)}</span>{' '}
            <ReviewFigures figures={held.figures} />
          </dd>
          <dd className={styles.side}>
            <span className={styles.name}>{versionText(next.number)}</span>{' '}
            <ReviewFigures figures={next.figures} />
          </dd>
        </div>
      </dl>
      {isCopy && (
        <span>
          {t(
            'Your copy keeps its name, capital, size and daily loss limit. Its rules, stop-loss, target and hours become those of the new version.',
          )}
        </span>
      )}
      {isChangedByOwner && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            {t('You have changed this copy yourself. Accepting replaces what you changed in its rules.')}
          </MessageBarBody>
        </MessageBar>
      )}
    </ConfirmDialog>
  );
};
