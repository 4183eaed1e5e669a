import { expect, test } from 'vitest';
import { METRIC_DEFINITIONS } from '../../../engine/metric-definitions.ts';
import { METRIC_NAMES } from '../../../shared/metric-names.ts';
import { METRIC_LABELS } from './run-labels.ts';

test('figures are called in English what the engine calls them', () => {
  for (const name of METRIC_NAMES) expect(METRIC_LABELS[name]).toBe(METRIC_DEFINITIONS[name].label);
});
