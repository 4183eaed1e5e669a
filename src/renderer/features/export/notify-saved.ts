import type { Result } from '../../../shared/failure.ts';
import { t } from '../../i18n/translate.ts';
import { reportFailure } from '../../state/failure-reports.ts';
import { notify } from '../../ui/toasts.tsx';

interface Saved {
  /** Null when the person cancelled. */
  readonly path: string | null;
}

/** Says where something was saved; nothing when the person cancelled. */
export const notifyPath = ({ path }: Saved): void => {
  if (path !== null) notify({ tone: 'success', message: t('Saved as {{path}}', { path }) });
};

/** The same of what may have failed, and then why; an action tells its failures by itself. */
export const notifySaved = (result: Result<Saved>): void =>
  result.ok ? notifyPath(result.value) : reportFailure(result.failure);
