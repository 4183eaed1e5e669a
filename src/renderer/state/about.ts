import { desktop } from '../api/desktop.ts';
import { createResource } from './resource.ts';

/** Versions of this copy, where its data lies, and whether it is installed. */
export const about = createResource(() => desktop('app.about', {}));
