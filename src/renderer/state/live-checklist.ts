import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** What must hold before a strategy trades real money; its dialog shows a failure itself. */
export const liveChecklist = createResource(api.live.checklist, { isQuiet: true });
