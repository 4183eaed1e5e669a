import type { Logger } from 'pino';

/** Does what comes round for one basket: whatever keeps it from being done keeps it from no other. */
export const eachAlone = async (
  logger: Logger,
  holdingId: number,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    logger.error({ err: error, holdingId }, 'a basket could not be seen to');
  }
};
