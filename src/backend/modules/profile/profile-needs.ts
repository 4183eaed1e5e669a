import type { BackendParts } from '../../parts.ts';

/** What the profile's calls stand on. */
export type ProfileNeeds = Pick<
  BackendParts,
  'database' | 'clock' | 'sealer' | 'kycProvider' | 'notify' | 'logActivity' | 'endSession'
>;
