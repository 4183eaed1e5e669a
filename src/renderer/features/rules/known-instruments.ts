import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';

/** Instruments that rules may name: the first page of them, with the whole list of the program. */
export const knownInstruments = createResource(() => api.market.instruments({ pageSize: MAX_PAGE_SIZE }));

/** Instruments that fit typed words: imported shares may be thousands. */
export const foundInstruments = createPaneResource(
  (search: string) => api.market.instruments({ search, pageSize: MAX_PAGE_SIZE }),
  { isQuiet: true },
);
