import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/**
 * For component tests: React warns about updates outside `act` (and fail-on-console makes that a failure), and what a
 * test has rendered leaves the page before the next one.
 */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// happy-dom would load embedded documents over the network; tests read the attribute.
Object.defineProperty(HTMLIFrameElement.prototype, 'src', { configurable: true, get: () => 'about:blank' });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
