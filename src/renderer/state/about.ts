import { desktop } from '../api/desktop.ts';
import { createResource } from './resource.ts';

/** This copy's versions and data folder, and whether it is installed. */
export const about = createResource(() => desktop('app.about', {}));
