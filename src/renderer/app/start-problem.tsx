import { t } from '../i18n/translate.ts';

/** The settings could not be read, so there is no theme either: plain words and a way on. */
export const StartProblem = ({ message }: { message: string }) => (
  <main role="alert">
    <h1>{t('TrickDesk could not start')}</h1>
    <p lang="en">{message}</p>
    <button type="button" onClick={() => window.location.reload()}>
      {t('Try again')}
    </button>
  </main>
);
