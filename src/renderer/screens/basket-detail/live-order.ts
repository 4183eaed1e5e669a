import type { BasketPreview } from '../../../shared/contract/baskets.ts';
import type { Failure } from '../../../shared/failure.ts';

const detail = (failure: Failure | null, name: string): unknown => {
  const details = failure?.details;
  return typeof details === 'object' && details !== null
    ? (details as Readonly<Record<string, unknown>>)[name]
    : undefined;
};

/** The preview that comes with the refusal of an old one. */
export const freshPreviewOf = (failure: Failure): BasketPreview | null => {
  const preview = detail(failure, 'preview');
  return typeof preview === 'object' && preview !== null && 'previewId' in preview
    ? (preview as BasketPreview)
    : null;
};

/** Whether an order was refused until the depository lets the shares go. */
export const isUnauthorised = (failure: Failure | null): boolean =>
  Array.isArray(detail(failure, 'authorise'));
