import { configure, getConfig } from '@testing-library/react';
import * as react from 'react';

const { getElementError } = getConfig();

configure({
  // A busy machine is slow, not wrong.
  asyncUtilTimeout: 10_000,
  // The whole page is printed for a failure, not for each try of a wait.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as {
      _disableExpensiveErrorDiagnostics?: boolean;
    };
    if (isWaiting !== true) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});

// React keeps each element's stack, for messages, until there are 10,000 a second: a tenth of a test's time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  react as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });
