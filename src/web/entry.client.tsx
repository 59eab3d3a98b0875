import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { forgetEarlyClicks } from './lib/forms/replay-early-clicks.ts';
import { ignoreDoubleClicks } from './lib/forms/ignore-double-clicks.ts';
import { rememberTypedTexts, restoreTyped } from './ui/use-typed-before-hydration.ts';

function hydrate() {
  rememberTypedTexts();
  forgetEarlyClicks();
  ignoreDoubleClicks(document);
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />, {
      onRecoverableError(error) {
        reportError(error);
        // Not within React's own work.
        queueMicrotask(restoreTyped);
      },
    });
  });
}

if (performance.getEntriesByName('form-submitted').length === 0) hydrate();
else {
  // The page is being left for the answer to its form: hydrated meanwhile, a second press would be an act of its own.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) hydrate();
  });
}
