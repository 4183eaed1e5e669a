import type { ScanRow } from '../../../shared/contract/scanner.ts';
import type { ScanVerdict } from '../../../shared/scan-verdicts.ts';
import { SCAN_LIMITS } from '../../../shared/scan-limits.ts';
import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { createPaneResource, createResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const SCAN_SORTS = ['symbol', 'close', 'change', 'volume', 'passed'] as const;
export type ScanSort = (typeof SCAN_SORTS)[number];

/** Address of the scanner. */
export const scannerSearch = urlSearch({
  /** The saved scan to begin with. */
  saved: searchField.id(),
});

interface RowsRequest {
  scanId: number;
  verdict: ScanVerdict | 'all';
  sort: ScanSort;
  descending: boolean;
  pageNumber: number;
  pageSize: number;
}

const START: Omit<RowsRequest, 'pageNumber' | 'pageSize'> = {
  ...{ scanId: 1, verdict: 'hit', sort: 'symbol', descending: false },
};

/** Rows of the scan in view. */
export const scanRows = createPagedList({
  call: (request: RowsRequest) => api.scanner.rows(request),
  page: ({ rows, total }: { rows: ScanRow[]; total: number }) => ({ rows, total }),
  idOf: () => 0,
  filter: START,
  pageSize: SCAN_LIMITS.rows,
});

/** Why a symbol is a hit, or why not. */
export const whyOf = createPaneResource((input: { scanId: number; symbol: string }) =>
  api.scanner.why(input),
);

/** Scans that the person has kept. */
export const savedScans = createResource(() => api.scanner.saved(), { isQuiet: true });

/** Indices whose members the person has imported. */
export const scanIndices = createResource(() => api.market.indices(), { isQuiet: true });
