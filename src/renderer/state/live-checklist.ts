import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** Conditions for a strategy to trade real money; its dialog shows a failure itself. */
export const liveChecklist = createResource(api.live.checklist, { isQuiet: true });
