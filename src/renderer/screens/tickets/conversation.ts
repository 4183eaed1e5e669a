import { succeed, type Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { desktop } from '../../api/desktop.ts';
import { createPaneResource } from '../../state/resource.ts';

/** The opened ticket with everything that was written on it. */
export const conversation = createPaneResource((input: { ticketId: number }) => api.tickets.details(input));

/** Fetches an attachment and saves it where the person says; `path` is null when they cancelled. */
export const saveAttachment = async (input: {
  attachmentId: number;
}): Promise<Result<{ path: string | null }>> => {
  const fetched = await api.tickets.attachment(input);
  if (!fetched.ok) return fetched;
  const { name, base64 } = fetched.value;
  const saved = await desktop('file.saveBytes', { name, base64 });
  return saved.ok ? succeed(saved.value) : saved;
};
