import { writeFileSync } from 'node:fs';

/**
 * A Vitest reporter that writes to TEST_COUNTS how many tests passed, which failed and were skipped and why, and how long
 * each file took.
 */
export default class VitestCounts {
  onTestRunEnd(modules, unhandledErrors) {
    const failed = unhandledErrors.map((error) => ({ name: 'outside of a test', reason: error.message }));
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
