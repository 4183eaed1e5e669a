import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';

/** An author as others see them. */
export const author = createResource((authorId: number) => api.strategies.author({ authorId }));
