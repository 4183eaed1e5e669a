import { isIP } from 'node:net';

const PATIENCE_MS = 3_000;

/**
 * The internet address of this computer, as seen from outside. Null when the service that is asked does not say.
 * Asked only once Angel One has refused an order for its address: no service learns of this computer before (decision
 * 18).
 */
export const currentAddress = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    const text = (await response.text()).trim();
    return response.ok && isIP(text) !== 0 ? text : null;
  } catch (error) {
    // Without it the person still hears that the address is the trouble.
    if (error instanceof Error) return null;
    throw error;
  }
};
