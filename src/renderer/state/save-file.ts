import type { Result } from '../../shared/failure.ts';
import { desktop } from '../api/desktop.ts';

/** Save text to a file that the person picks; `path` is null when they cancelled. */
export const saveFile = (name: string, text: string): Promise<Result<{ path: string | null }>> =>
  desktop('file.save', { name, text });
