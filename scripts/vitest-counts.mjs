import { writeFileSync } from 'node:fs';

/** Error nobody waited for: what it says, and where it came from, as no test names it. */
const outside = ({ message, stack = '' }) => ({
  name: 'outside of a test',
  reason: [
    message,
    ...stack
      .split('\n')
      .filter((line) => /^ +at .*\/(?:src|tests)\//.test(line))
      .map((line) => line.trim()),
  ].join(' '),
});

/**
 * A Vitest reporter that writes to TEST_COUNTS how many tests passed, which failed and were skipped and why, and how long
 * each file took.
 */
export default class VitestCounts {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = unhandledErrors.map(outside);
    const counts = { passed: 0, failed, skipped: [], seconds: {} };
    for (const module of modules) {
      const { duration, collectDuration } = module.diagnostic();
      counts.seconds[module.relativeModuleId] = (duration + collectDuration) / 1_000;
      // A file that could not even be loaded has no tests to count, and has failed.
      if (module.state() === 'failed' && module.children.size === 0)
        failed.push({ name: module.relativeModuleId, reason: module.errors()[0]?.message });
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result();
        if (state === 'passed') counts.passed++;
        else if (state === 'failed')
          failed.push({ name: `${module.relativeModuleId}: ${test.fullName}`, reason: errors?.[0]?.message });
        else counts.skipped.push({ name: test.fullName, reason: note ?? 'the reason is in its name' });
      }
    }
    writeFileSync(process.env.TEST_COUNTS, JSON.stringify(counts));
  }
}
