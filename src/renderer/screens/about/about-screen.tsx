import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { AboutFacts } from '../../features/about/about-facts.tsx';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { AppMark } from '../../ui/app-mark.tsx';
import { SignInFrame } from '../../ui/sign-in-frame.tsx';

const useStyles = makeStyles({
  foot: { margin: 0, fontSize: tokens.fontSizeBase200 },
});

/** The app itself, for people who have not signed in; others find it in the settings. */
export const AboutScreen = () => (
  <SignInFrame
    brand={<AppMark />}
    isWide
    title={t('About TrickDesk')}
    lead={t('What it is made from, and where your data lies.')}
  >
    <AboutFacts />
    <p className={useStyles().foot}>
      <Link href={routeHref('/login')}>{t('Sign in')}</Link>
    </p>
  </SignInFrame>
);
