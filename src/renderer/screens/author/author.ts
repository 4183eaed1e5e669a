import { api } from '../../api/api.ts';
import { createPaneResource } from '../../state/resource.ts';

/** An author as others see them. */
export const author = createPaneResource((authorId: number) => api.strategies.author({ authorId }));
