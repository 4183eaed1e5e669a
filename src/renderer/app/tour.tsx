import {
  Button,
  makeStyles,
  TeachingPopover,
  TeachingPopoverBody,
  TeachingPopoverHeader,
  TeachingPopoverSurface,
  TeachingPopoverTitle,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { t } from '../i18n/translate.ts';
import { useAction } from '../state/action.ts';
import { settings } from '../state/settings.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '320px' },
  buttons: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    marginTop: tokens.spacingVerticalM,
  },
  space: { flexGrow: 1 },
});

interface Stop {
  /** Finds what it speaks of. */
  readonly selector: string;
  readonly position: 'after' | 'below';
  readonly title: string;
  readonly text: string;
}

const stops = (): readonly Stop[] => [
  {
    selector: 'nav',
    position: 'after',
    title: t('Menu'),
    text: t(
      'Begin with the top ten: clone one. It trades with paper money, at the prices of a simulated market, until you take it live.',
    ),
  },
  {
    selector: '[data-tour="clock"]',
    position: 'below',
    title: t('Which market, and how fresh'),
    text: t(
      'The clock names the market that prices come from. It turns amber when they are late and grey when they have stopped.',
    ),
  },
  {
    selector: '[data-tour="account"]',
    position: 'below',
    title: t('Account'),
    text: t(
      'Your profile, the settings of this computer, the morning check, and the way to stop everything.',
    ),
  },
];

const Popover = ({ onEnd }: { onEnd: () => void }) => {
  const styles = useStyles();
  const [at, setAt] = useState(0);
  const all = stops();
  const stop = all[at];
  if (!stop) return null;
  const isLast = at === all.length - 1;
  return (
    <TeachingPopover
      key={at}
      open
      withArrow
      trapFocus={false}
      positioning={{ target: document.querySelector<HTMLElement>(stop.selector), position: stop.position }}
      onOpenChange={(_, data) => !data.open && onEnd()}
    >
      <TeachingPopoverSurface className={styles.surface} aria-label={stop.title}>
        <TeachingPopoverHeader dismissButton={null}>
          {t('{{step}} of {{steps}}', { step: at + 1, steps: all.length })}
        </TeachingPopoverHeader>
        <TeachingPopoverBody>
          <TeachingPopoverTitle>{stop.title}</TeachingPopoverTitle>
          {stop.text}
          <div className={styles.buttons}>
            <Button appearance="primary" onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
              {isLast ? t('Done') : t('Next')}
            </Button>
            <span className={styles.space} />
            {!isLast && (
              <Button appearance="subtle" onClick={onEnd}>
                {t('Skip the tour')}
              </Button>
            )}
          </div>
        </TeachingPopoverBody>
      </TeachingPopoverSurface>
    </TeachingPopover>
  );
};

/** A tour of three things worth knowing. It is shown once in the life of a computer, after its first start. */
export const Tour = () => {
  const { guidance } = settings.use();
  const save = useAction(settings.change);
  if (!guidance.isFirstRunDone || guidance.isTourDone) return null;
  return <Popover onEnd={() => void save.run({ guidance: { ...guidance, isTourDone: true } })} />;
};
