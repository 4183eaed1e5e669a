import { desktop } from '../api/desktop.ts';
import { reportFailure } from './failure-reports.ts';
import { createResource } from './resource.ts';

/** Report of the app's last crash, until the user dismisses it. `report` is null when it has not crashed. */
export const crashReport = createResource(() => desktop('crash.report', {}), { isQuiet: true });

/** The person has seen it; it is not shown again. */
export const forgetCrash = async (): Promise<void> => {
  const result = await desktop('crash.forget', {});
  if (result.ok) crashReport.patch(() => ({ report: null }));
  else reportFailure(result.failure);
};
