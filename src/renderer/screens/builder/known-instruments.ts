import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';

/** Everything that rules may name. */
export const knownInstruments = createResource(() => api.market.instruments({ pageSize: MAX_PAGE_SIZE }));
