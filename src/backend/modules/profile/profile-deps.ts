import type { BackendParts } from '../../backend-parts.ts';

/** What the profile's calls stand on. */
export type ProfileDeps = Pick<
  BackendParts,
  'database' | 'clock' | 'sealer' | 'kycProvider' | 'notify' | 'logActivity' | 'endSession'
>;
