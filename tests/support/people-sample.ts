import type { TestBackend, TestUser } from './test-backend.ts';

/** Ids of a user's things to try people and help calls on. */
export interface PeopleSample {
  readonly userId: number;
  /** An Aadhaar check that waits for its code. */
  readonly requestId: string;
  readonly otp: string;
  /** A ticket with an attachment. */
  readonly ticketId: number;
  readonly attachmentId: number;
}

export const SAMPLE_AADHAAR = '2345 6789 0124';

/** Reset a user's proofs, begin an Aadhaar check, raise a ticket. */
export const addPeopleSample = async (server: TestBackend, user: TestUser): Promise<PeopleSample> => {
  const { id: userId } = await user.call('profile.mine', {});
  await server.backend.parts.database.write(userId, async (tx) => {
    for (const table of ['identities', 'bank_accounts'] as const)
      await tx.query.deleteFrom(table).where('user_id', '=', userId).execute();
  });
  const sent = await user.call('profile.sendAadhaarOtp', { adharNumber: SAMPLE_AADHAAR });
  const { ticket_list } = await user.call('tickets.add', {
    subject: 'A sample',
    category: 'other',
    body: 'With a file.',
    attachment: {
      name: 'sample.txt',
      type: 'text/plain',
      base64: Buffer.from('A text.').toString('base64'),
    },
  });
  const ticketId = ticket_list[0]?.ticketId ?? 0;
  const { messages } = await user.call('tickets.details', { ticketId });
  return {
    userId,
    requestId: sent.response.requestId,
    otp: sent.sandboxOtp ?? '',
    ticketId,
    attachmentId: messages[0]?.attachments[0]?.attachmentId ?? 0,
  };
};
