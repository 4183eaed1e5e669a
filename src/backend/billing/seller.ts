/** Who sells. Made up for the built-in server, and said so on every invoice. */
export const SELLER = {
  name: 'TrickDesk (sandbox)',
  address: 'No real address, Mumbai 400001',
  gstin: '27AAAAA0000A1Z5',
  stateCode: '27',
  state: 'Maharashtra',
} as const;

/** Services Accounting Code of all that is sold: the right to use software. */
export const SOFTWARE_SAC = '997331';
