import { api } from '../api/api.ts';
import { createResource } from './resource.ts';

/** Who the person is to the server: details, verification, bank, rights. What is secret in it is masked already. */
export const myProfile = createResource(() => api.profile.mine());
