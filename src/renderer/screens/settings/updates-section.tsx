import { Button, Field, makeStyles, ProgressBar, Switch, tokens } from '@fluentui/react-components';
import type { UpdateState } from '../../../shared/desktop.ts';
import { desktop } from '../../api/desktop.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { settings } from '../../state/settings.ts';
import { updates, useUpdates } from '../../state/updates.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatusText, type StatusTone } from '../../ui/status-text.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

const tones: Readonly<Record<UpdateState['state'], StatusTone>> = {
  off: 'neutral',
  none: 'good',
  checking: 'neutral',
  available: 'warning',
  downloading: 'neutral',
  ready: 'warning',
  failed: 'bad',
};

const sentenceOf = ({ state, version, checkedAt, message }: UpdateState): string => {
  const name = version ?? '';
  switch (state) {
    case 'off':
      return t('This copy does not renew itself: it was not installed.');
    case 'none':
      return checkedAt === null
        ? t('It has not been looked for a new version yet.')
        : t('This is the newest version. Looked on {{time}}.', { time: dateTimeText(checkedAt) });
    case 'checking':
      return t('Looking for a new version…');
    case 'available':
      return t('Version {{name}} is there.', { name });
    case 'downloading':
      return t('Version {{name}} is being downloaded.', { name });
    case 'ready':
      return t('Version {{name}} is downloaded.', { name });
    case 'failed':
      return message;
  }
};

/** Possible next steps. Each answers with the state that it leads to. */
const UpdateButtons = ({ state }: { state: UpdateState['state'] }) => {
  const check = useAction(() => desktop('updates.check', {}));
  const download = useAction(() => desktop('updates.download', {}));
  const install = useAction(() => desktop('updates.install', {}), { presentation: 'dialog' });
  const run = async (action: typeof check) => {
    const result = await action.run(undefined);
    if (result.ok) updates.patch(() => result.value);
  };
  return (
    <>
      <div className={useStyles().line}>
        {(state === 'none' || state === 'failed' || state === 'checking') && (
          <Button disabledFocusable={check.isRunning || state === 'checking'} onClick={() => void run(check)}>
            {t('Look now')}
          </Button>
        )}
        {state === 'available' && (
          <Button
            appearance="primary"
            disabledFocusable={download.isRunning}
            onClick={() => void run(download)}
          >
            {t('Download')}
          </Button>
        )}
        {state === 'ready' && (
          <Button
            appearance="primary"
            disabledFocusable={install.isRunning}
            onClick={() => void run(install)}
          >
            {t('Install and start again')}
          </Button>
        )}
      </div>
      <FormProblem message={install.failure?.message} />
    </>
  );
};

/** New versions: looked for, downloaded and installed when the person says so. */
export const UpdatesSection = () => {
  const state = useUpdates();
  const { looksForUpdates } = settings.use();
  const save = useAction(settings.change);
  return (
    <SectionCard title={t('Updates')}>
      {state ? (
        <>
          <span role="status">
            <StatusText tone={tones[state.state]}>{sentenceOf(state)}</StatusText>
          </span>
          {state.state === 'downloading' && (
            <Field validationState="none" validationMessage={`${Math.round(state.percent)}%`}>
              <ProgressBar value={state.percent} max={100} aria-label={t('Download')} />
            </Field>
          )}
          <UpdateButtons state={state.state} />
        </>
      ) : (
        <BlockSkeleton height={48} />
      )}
      <Switch
        label={t('Look for new versions a few times a day')}
        checked={looksForUpdates}
        onChange={(_, data) => void save.run({ looksForUpdates: data.checked })}
      />
      <span>
        {t(
          'Nothing is downloaded or installed without you, and nothing is installed while the market is open or something live runs.',
        )}
      </span>
    </SectionCard>
  );
};
