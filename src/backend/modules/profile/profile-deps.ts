import type { BackendParts } from '../../backend-parts.ts';

/** Parts that the profile's calls work with. */
export type ProfileDeps = Pick<
  BackendParts,
  'database' | 'clock' | 'sealer' | 'kycProvider' | 'notify' | 'logActivity' | 'endSession'
>;
