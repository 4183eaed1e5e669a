import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { scanner } from '../../../shared/contract/scanner.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';

/** Parts that the calls of the scanner work with. */
export type ScannerDeps = Pick<BackendParts, 'database' | 'clock' | 'marketRuns' | 'scans'>;

export type ScannerCalls = Handlers<typeof scanner, CallContext>;
