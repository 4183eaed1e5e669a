import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { useGoTo, useHistory } from '../../state/navigation.ts';
import { settings } from '../../state/settings.ts';
import { searchField, urlSearch, useUrlSearch } from '../../state/url-search.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';
import { AlertsCard, LanguageCard, LookCard } from './cards.tsx';

const STEPS = ['language', 'look', 'alerts'] as const;
type Step = (typeof STEPS)[number];

/** In the address: another language paints the whole window anew, at the same card. */
const firstRunSearch = urlSearch({ step: searchField.oneOf(STEPS, 'language') });

const CARDS: Readonly<Record<Step, ReactNode>> = {
  language: <LanguageCard />,
  look: <LookCard />,
  alerts: <AlertsCard />,
};

const useStyles = makeStyles({
  buttons: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  space: { flexGrow: 1 },
});

/** Whoever came from somewhere goes on there after signing in. */
const withSearch = (route: string, search: string): string => {
  const next = new URLSearchParams(search).get('next');
  return next === null ? route : `${route}?${new URLSearchParams({ next }).toString()}`;
};

/** The first start on a computer: three things to choose, each of which may be left as it is. */
export const FirstRunScreen = () => {
  const styles = useStyles();
  const goTo = useGoTo();
  const history = useHistory();
  const [{ step }, setSearch] = useUrlSearch(firstRunSearch);
  const { guidance } = settings.use();
  const save = useAction(settings.change);
  const at = STEPS.indexOf(step);
  const before = STEPS[at - 1];
  const next = STEPS[at + 1];
  const finish = async (route: string) => {
    await save.run({ guidance: { ...guidance, isFirstRunDone: true } });
    goTo(withSearch(route, history.location.search));
  };
  return (
    <SignInFrame
      brand={<AppMark />}
      isWide
      title={t('Welcome')}
      lead={t('Step {{step}} of {{steps}}. Everything here can be changed later in Settings.', {
        step: at + 1,
        steps: STEPS.length,
      })}
    >
      {CARDS[step]}
      <div className={styles.buttons}>
        {next ? (
          <>
            <Button appearance="primary" onClick={() => setSearch({ step: next })}>
              {t('Next')}
            </Button>
            {before && <Button onClick={() => setSearch({ step: before })}>{t('Back')}</Button>}
            <span className={styles.space} />
            <Button appearance="subtle" onClick={() => void finish('/login')}>
              {t('Skip all')}
            </Button>
          </>
        ) : (
          <>
            <Button appearance="primary" onClick={() => void finish('/register')}>
              {t('Register')}
            </Button>
            <Button onClick={() => void finish('/login')}>{t('I have an account')}</Button>
            <span className={styles.space} />
            {before && (
              <Button appearance="subtle" onClick={() => setSearch({ step: before })}>
                {t('Back')}
              </Button>
            )}
          </>
        )}
      </div>
    </SignInFrame>
  );
};
